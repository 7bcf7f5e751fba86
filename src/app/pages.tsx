import type { LearningId } from './LearningPage.tsx';
import type { TeachingId } from './TeachingPage.tsx';
import { Suspense } from 'react';
import { fetchEarly, lazyWithRetry } from '../panels/kit/lazy.tsx';
import { Opening } from '../panels/kit/Opening.tsx';
import { fetchFiles } from '../record/panels/postfix/first-tab.ts';
import { fetchLesson } from './embed/fetch-lesson.ts';
import { isForStudents, sceneHash, type PageId } from './routes.ts';

const FirstMinute = lazyWithRetry(() => import('../learn/panels/first/FirstMinute.tsx'));
const ExplorePage = lazyWithRetry(() => import('./ExplorePage.tsx'));
const TablesPage = lazyWithRetry(() => import('../panels/tables/TablesPage.tsx'));
const LessonsPage = lazyWithRetry(() => import('../learn/panels/lesson/LessonsPage.tsx'));
const LibraryPage = lazyWithRetry(() => import('../panels/library/LibraryPage.tsx'));
const LessonPage = lazyWithRetry(fetchLesson);
const LearningPage = lazyWithRetry(() => import('./LearningPage.tsx'));
const TeachingPage = lazyWithRetry(() => import('./TeachingPage.tsx'));
const PoliciesPage = lazyWithRetry(() => import('../panels/policies/PoliciesPage.tsx'));
const ExperimentsPage = lazyWithRetry(() => import('../panels/experiments/ExperimentsPage.tsx'));
const ExactPage = lazyWithRetry(() => import('../panels/exact/ExactPage.tsx'));
const IncidentPage = lazyWithRetry(() => import('../record/panels/incidents/IncidentPage.tsx'));
const PostfixPage = lazyWithRetry(() => import('../record/panels/postfix/PostfixPage.tsx'));
const KitPage = lazyWithRetry(() => import('../panels/toolkit/ToolkitPage.tsx'));
const GlossaryPage = lazyWithRetry(() => import('../panels/glossary/GlossaryPage.tsx'));

export interface PageProps {
  /** The whole hash, beginning with `#` and the page's name. */
  hash: string;
  openScene: (id: string) => void;
  openFile: (text: string) => Promise<string | null>;
  /** Opens the workspace with the run that the page has used. */
  toWorkspace: () => void;
}

/** Components by page; each loads when first opened. */
const PAGES: Record<Exclude<PageId, TeachingId | LearningId>, (props: PageProps) => React.ReactNode> = {
  first: ({ toWorkspace }) => <FirstMinute onWorkspace={toWorkspace} />,
  gallery: (props) => <ExplorePage {...props} />,
  postfix: ({ hash }) => postfix(hash),
  tables: () => <TablesPage sceneHref={sceneHash} />,
  policies: ({ hash }) => <PoliciesPage key={hash} hash={hash} />,
  experiments: ({ hash }) => <ExperimentsPage hash={hash} />,
  lessons: ({ openFile }) => <LessonsPage onFile={openFile} />,
  library: () => <LibraryPage />,
  lint: () => <PostfixPage hash="#postfix&tab=configuration" />,
  lesson: ({ hash }) => <LessonPage hash={hash} student={isForStudents(hash)} />,
  exact: () => <ExactPage sceneHref={sceneHash} />,
  kit: () => <KitPage />,
  glossary: ({ hash }) => <GlossaryPage hash={hash} />,
};

/** Opens the Postfix page, whose first tab loads in parallel, or the page of an incident. */
function postfix(hash: string): React.ReactNode {
  if (/&tab=incidents&id=[a-z]/.test(hash)) return <IncidentPage hash={hash} />;
  if (!hash.includes('&tab=')) fetchEarly(fetchFiles);
  return <PostfixPage hash={hash} />;
}

export function PageView({ id, ...props }: PageProps & { id: PageId }) {
  return (
    <Suspense fallback={<Opening main />}>
      <Chosen id={id} {...props} />
    </Suspense>
  );
}

function Chosen({ id, ...props }: PageProps & { id: PageId }) {
  if (isOwn(id)) return PAGES[id](props);
  if (id === 'practice' || id === 'answer') return <LearningPage id={id} hash={props.hash} />;
  return <TeachingPage id={id} hash={props.hash} />;
}

function isOwn(id: PageId): id is keyof typeof PAGES {
  return id in PAGES;
}
