import { fetched } from '../panels/kit/fetched.tsx';

const AnswerPage = fetched(() => import('../panels/classroom/AnswerPage.tsx'));
const LessonPage = fetched(() => import('../panels/lesson/LessonPage.tsx'));
const PracticePage = fetched(() => import('../panels/practice/PracticePage.tsx'));
const ClassPage = fetched(() => import('../panels/classroom/ClassPage.tsx'));
const TeachPage = fetched(() => import('../panels/teacher/TeachPage.tsx'));
const PresentPage = fetched(() => import('../panels/presenter/PresentPage.tsx'));
const NotesPage = fetched(() => import('../panels/presenter/NotesPage.tsx'));
const WritePage = fetched(() => import('../panels/write/WritePage.tsx'));
const PrintPage = fetched(() => import('../panels/presenter/PrintPage.tsx'));

/** Pages that come together. */
export type TeachingId =
  | 'lesson'
  | 'practice'
  | 'teach'
  | 'write'
  | 'class'
  | 'answer'
  | 'present'
  | 'notes'
  | 'print';

const PAGES: Record<TeachingId, (hash: string) => React.ReactNode> = {
  answer: (hash) => <AnswerPage hash={hash} />,
  lesson: (hash) => <LessonPage hash={hash} />,
  practice: (hash) => <PracticePage hash={hash} />,
  class: (hash) => <ClassPage hash={hash} />,
  teach: (hash) => <TeachPage hash={hash} />,
  write: (hash) => <WritePage hash={hash} />,
  present: (hash) => <PresentPage hash={hash} />,
  notes: (hash) => <NotesPage hash={hash} />,
  print: (hash) => <PrintPage key={hash} hash={hash} />,
};

/** One import for the pages that teachers and their classes use: whoever neither teaches nor learns loads nothing that knows of them. */
export default function TeachingPage({ id, hash }: { id: TeachingId; hash: string }) {
  return PAGES[id](hash);
}
