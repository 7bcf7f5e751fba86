import type { LearningId } from './LearningPage.tsx';
import type { TeachingId } from './TeachingPage.tsx';
import { Suspense } from 'react';
import { fetchEarly, fetched } from '../panels/kit/fetched.tsx';
import { Opening } from '../panels/kit/Opening.tsx';
import { fetchFiles } from '../record/panels/postfix/first-tab.ts';
import { fetchLesson } from './embed/fetch-lesson.ts';
import { sceneHash, type PageId } from './routes.ts';

const FirstMinute = fetched(() => import('../learn/panels/first/FirstMinute.tsx'));
const GalleryPage = fetched(() => import('../panels/gallery/GalleryPage.tsx'));
const fetchIncidents = async () => ({
  default: (await import('../record/panels/incidents/IncidentCards.tsx')).IncidentCards,
});
const IncidentCards = fetched(fetchIncidents);
const TablesPage = fetched(() => import('../panels/tables/TablesPage.tsx'));
const LessonsPage = fetched(() => import('../learn/panels/lesson/LessonsPage.tsx'));
const LibraryPage = fetched(() => import('../panels/library/LibraryPage.tsx'));
const LessonPage = fetched(fetchLesson);
const LearningPage = fetched(() => import('./LearningPage.tsx'));
const TeachingPage = fetched(() => import('./TeachingPage.tsx'));
const PoliciesPage = fetched(() => import('../panels/policies/PoliciesPage.tsx'));
const ExperimentsPage = fetched(() => import('../panels/experiments/ExperimentsPage.tsx'));
const ExactPage = fetched(() => import('../panels/exact/ExactPage.tsx'));
const PostfixPage = fetched(() => import('../record/panels/postfix/PostfixPage.tsx'));
const GlossaryPage = fetched(() => import('../panels/glossary/GlossaryPage.tsx'));

/** What a page may need of the frame around it. */
export interface PageProps {
  /** The whole hash, beginning with `#` and the page's name. */
  hash: string;
  openScene: (id: string) => void;
  openFile: (text: string) => Promise<string | null>;
  /** Leads to the run that the page has used, as it stands. */
  toWorkspace: () => void;
}

/** How each of the others is made. Each comes with its own code when it is first opened. */
const PAGES: Record<Exclude<PageId, TeachingId | LearningId>, (props: PageProps) => React.ReactNode> = {
  first: ({ toWorkspace }) => <FirstMinute onWorkspace={toWorkspace} />,
  gallery,
  postfix: ({ hash }) => postfix(hash),
  tables: () => <TablesPage sceneHref={sceneHash} />,
  policies: ({ hash }) => <PoliciesPage key={hash} hash={hash} />,
  experiments: ({ hash }) => <ExperimentsPage hash={hash} />,
  lessons: ({ openFile }) => <LessonsPage onFile={openFile} />,
  library: () => <LibraryPage />,
  lint: () => <PostfixPage hash="#postfix&tab=configuration" />,
  lesson: ({ hash }) => <LessonPage hash={hash} />,
  exact: () => <ExactPage sceneHref={sceneHash} />,
  glossary: ({ hash }) => <GlossaryPage hash={hash} />,
};

/** Loads its last shelf at the same time. */
function gallery({ openScene, openFile }: PageProps): React.ReactNode {
  fetchEarly(fetchIncidents);
  return <GalleryPage onOpen={openScene} onFile={openFile} incidents={<IncidentCards />} />;
}

/** Loads its first tab at the same time. */
function postfix(hash: string): React.ReactNode {
  if (!hash.includes('&tab=')) fetchEarly(fetchFiles);
  return <PostfixPage hash={hash} />;
}

/** A page that is not a run. */
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
