/** Every scene by id: the gallery, scenes of other kinds, and runs of the result tables. */
import { AGENT_SCENES } from './agents/scenes.ts';
import type { GalleryItem } from './item.ts';
import { emptyScene } from './empty.ts';
import { GALLERY } from './mail-gallery.ts';
import { tableScene } from './tables/scenes.ts';
import { THREAD_SCENES } from './threads/index.ts';
import { TIMER_SCENES } from './timers/scenes.ts';

export { GALLERY };

/** Finds a scene, or a run of the result tables, by id; undefined if there is none. */
export function galleryItem(id: string): GalleryItem | undefined {
  return GALLERY.find((item) => item.id === id) ?? ownScene(id) ?? tableScene(id);
}

function ownScene(id: string): GalleryItem | undefined {
  return [emptyScene, ...THREAD_SCENES, ...AGENT_SCENES, ...TIMER_SCENES].find((item) => item.id === id);
}
