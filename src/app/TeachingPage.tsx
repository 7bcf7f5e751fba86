import ClassPage from '../learn/panels/classroom/ClassPage.tsx';
import NotesPage from '../learn/panels/presenter/NotesPage.tsx';
import PresentPage from '../learn/panels/presenter/PresentPage.tsx';
import PrintPage from '../learn/panels/presenter/PrintPage.tsx';
import TeachPage from '../learn/panels/teacher/TeachPage.tsx';
import WritePage from '../learn/panels/write/WritePage.tsx';

/** Teacher pages, loaded as one file: nested imports would be slow on a slow connection. */
export type TeachingId = 'teach' | 'write' | 'class' | 'present' | 'notes' | 'print';

const PAGES: Record<TeachingId, (hash: string) => React.ReactNode> = {
  class: (hash) => <ClassPage hash={hash} />,
  teach: (hash) => <TeachPage hash={hash} />,
  write: (hash) => <WritePage hash={hash} />,
  present: (hash) => <PresentPage hash={hash} />,
  notes: (hash) => <NotesPage hash={hash} />,
  print: (hash) => <PrintPage key={hash} hash={hash} />,
};

/** The only import of the teacher pages, so that other readers load none of their code. */
export default function TeachingPage({ id, hash }: { id: TeachingId; hash: string }) {
  return PAGES[id](hash);
}
