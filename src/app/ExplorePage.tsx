import GalleryPage from '../panels/gallery/GalleryPage.tsx';
import { incidentCards } from '../record/panels/incidents/IncidentCards.tsx';
import type { PageProps } from './pages.tsx';
import { sceneHash } from './routes.ts';

/** Scenes and real incidents on one page, loaded as one file. */
export default function ExplorePage({ openScene, openFile }: PageProps) {
  return (
    <GalleryPage
      onOpen={openScene}
      onFile={openFile}
      sceneHref={(id) => sceneHash(id)}
      incidents={incidentCards()}
    />
  );
}
