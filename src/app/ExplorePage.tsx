import GalleryPage from '../panels/gallery/GalleryPage.tsx';
import { incidentCards } from '../record/panels/incidents/IncidentCards.tsx';
import { sceneHash } from './routes.ts';

interface ExplorePageProps {
  openScene: (id: string) => void;
  openFile: (text: string) => Promise<string | null>;
}

/** Scenes and real incidents on one page, loaded as one file. */
export default function ExplorePage({ openScene, openFile }: ExplorePageProps) {
  return (
    <GalleryPage
      onOpen={openScene}
      onFile={openFile}
      sceneHref={(id) => sceneHash(id)}
      incidents={incidentCards()}
    />
  );
}
