import { lazy, Suspense } from 'react';
import { Opening } from '../kit/Opening.tsx';

const AnswerPage = lazy(() => import('./AnswerPage.tsx'));
const ClassPage = lazy(() => import('./ClassPage.tsx'));
const TeachPage = lazy(() => import('../teacher/TeachPage.tsx'));
const PresentPage = lazy(() => import('../presenter/PresentPage.tsx'));
const NotesPage = lazy(() => import('../presenter/NotesPage.tsx'));
const PrintPage = lazy(() => import('../presenter/PrintPage.tsx'));

/** One door for the pages that teachers and their classes use: whoever does not teach loads nothing that knows of them. */
export default function TeachingPage({ hash }: { hash: string }) {
  return <Suspense fallback={<Opening main />}>{pageOf(hash)}</Suspense>;
}

function pageOf(hash: string): React.ReactNode {
  switch (/^#([a-z]+)/.exec(hash)?.[1]) {
    case 'answer':
      return <AnswerPage hash={hash} />;
    case 'teach':
      return <TeachPage hash={hash} />;
    case 'present':
      return <PresentPage hash={hash} />;
    case 'notes':
      return <NotesPage hash={hash} />;
    case 'print':
      return <PrintPage key={hash} hash={hash} />;
    default:
      return <ClassPage hash={hash} />;
  }
}
