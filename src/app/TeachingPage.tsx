import { lazy } from 'react';

const AnswerPage = lazy(() => import('../panels/classroom/AnswerPage.tsx'));
const ClassPage = lazy(() => import('../panels/classroom/ClassPage.tsx'));
const TeachPage = lazy(() => import('../panels/teacher/TeachPage.tsx'));
const PresentPage = lazy(() => import('../panels/presenter/PresentPage.tsx'));
const NotesPage = lazy(() => import('../panels/presenter/NotesPage.tsx'));
const WritePage = lazy(() => import('../panels/write/WritePage.tsx'));
const PrintPage = lazy(() => import('../panels/presenter/PrintPage.tsx'));

/** Pages behind this door. */
export type TeachingId = 'teach' | 'write' | 'class' | 'answer' | 'present' | 'notes' | 'print';

const PAGES: Record<TeachingId, (hash: string) => React.ReactNode> = {
  answer: (hash) => <AnswerPage hash={hash} />,
  class: (hash) => <ClassPage hash={hash} />,
  teach: (hash) => <TeachPage hash={hash} />,
  write: (hash) => <WritePage hash={hash} />,
  present: (hash) => <PresentPage hash={hash} />,
  notes: (hash) => <NotesPage hash={hash} />,
  print: (hash) => <PrintPage key={hash} hash={hash} />,
};

/** One door for the pages that teachers and their classes use: whoever does not teach loads nothing that knows of them. */
export default function TeachingPage({ id, hash }: { id: TeachingId; hash: string }) {
  return PAGES[id](hash);
}
