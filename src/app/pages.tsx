import type { TeachingId } from './TeachingPage.tsx';
import { Suspense } from 'react';
import { fetched } from '../panels/kit/fetched.tsx';
import { Opening } from '../panels/kit/Opening.tsx';
import { sceneHash, type PageId } from './routes.ts';

const FirstMinute = fetched(() => import('../panels/first/FirstMinute.tsx'));
const GalleryPage = fetched(() => import('../panels/gallery/GalleryPage.tsx'));
const TablesPage = fetched(() => import('../panels/tables/TablesPage.tsx'));
const LessonsPage = fetched(() => import('../panels/lesson/LessonsPage.tsx'));
const LibraryPage = fetched(() => import('../panels/library/LibraryPage.tsx'));
const TeachingPage = fetched(() => import('./TeachingPage.tsx'));
const PoliciesPage = fetched(() => import('../panels/policies/PoliciesPage.tsx'));
const ExperimentsPage = fetched(() => import('../panels/experiments/ExperimentsPage.tsx'));
const ExactPage = fetched(() => import('../panels/exact/ExactPage.tsx'));
const PostfixPage = fetched(() => import('../panels/postfix/PostfixPage.tsx'));
const GlossaryPage = fetched(() => import('../panels/glossary/GlossaryPage.tsx'));

/** What a page may need of the frame around it. */
export interface PageProps {
  /** The whole hash, beginning with `#` and the page's name. */
  hash: string;
  openScene: (id: string) => void;
  openFile: (text: string) => Promise<string | null>;
  /** Leads to the run that the page has used, as it stands. */
  toBench: () => void;
}

/** How each of the others is made. Each comes with its own code when it is first opened. */
const PAGES: Record<Exclude<PageId, TeachingId>, (props: PageProps) => React.ReactNode> = {
  first: ({ toBench }) => <FirstMinute onBench={toBench} />,
  gallery: ({ openScene, openFile }) => <GalleryPage onOpen={openScene} onFile={openFile} />,
  postfix: ({ hash }) => <PostfixPage hash={hash} />,
  tables: () => <TablesPage sceneHref={sceneHash} />,
  policies: ({ hash }) => <PoliciesPage key={hash} hash={hash} />,
  experiments: ({ hash }) => <ExperimentsPage hash={hash} />,
  lessons: ({ openFile }) => <LessonsPage onFile={openFile} />,
  library: () => <LibraryPage />,
  lint: () => <PostfixPage hash="#postfix&tab=configuration" />,
  exact: () => <ExactPage sceneHref={sceneHash} />,
  glossary: ({ hash }) => <GlossaryPage hash={hash} />,
};

/** A page that is not a run. */
export function PageView({ id, ...props }: PageProps & { id: PageId }) {
  return (
    <Suspense fallback={<Opening main />}>
      {isOwn(id) ? PAGES[id](props) : <TeachingPage id={id} hash={props.hash} />}
    </Suspense>
  );
}

function isOwn(id: PageId): id is keyof typeof PAGES {
  return id in PAGES;
}
