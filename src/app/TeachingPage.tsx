import ClassPage from '../learn/panels/classroom/ClassPage.tsx';
import NotesPage from '../learn/panels/presenter/NotesPage.tsx';
import PresentPage from '../learn/panels/presenter/PresentPage.tsx';
import PrintPage from '../learn/panels/presenter/PrintPage.tsx';
import TeachPage from '../learn/panels/teacher/TeachPage.tsx';
import WritePage from '../learn/panels/write/WritePage.tsx';

/** Pages of teachers: their code comes in one file, because what is fetched by way of another file comes late on a slow line. */
export type TeachingId = 'teach' | 'write' | 'class' | 'present' | 'notes' | 'print';

const PAGES: Record<TeachingId, (hash: string) => React.ReactNode> = {
  class: (hash) => <ClassPage hash={hash} />,
  teach: (hash) => <TeachPage hash={hash} />,
  write: (hash) => <WritePage hash={hash} />,
  present: (hash) => <PresentPage hash={hash} />,
  notes: (hash) => <NotesPage hash={hash} />,
  print: (hash) => <PrintPage key={hash} hash={hash} />,
};

/** One import for the pages that teachers use: a reader who does not teach loads nothing that knows of them. */
export default function TeachingPage({ id, hash }: { id: TeachingId; hash: string }) {
  return PAGES[id](hash);
}
