/** Every scene by its id: those of the gallery, and those of the other kinds and of the result tables. Content only. */
import { AGENT_SCENES } from './agents/scenes.ts';
import type { GalleryItem } from './item.ts';
import { GALLERY } from './mail-gallery.ts';
import { tableScene } from './tables/scenes.ts';
import { THREAD_SCENES } from './threads/index.ts';
import { TIMER_SCENES } from './timers/scenes.ts';

export { GALLERY };

/** A gallery item, a scene about threads or of the timer laboratory, or a run of the result tables, by id; or undefined. */
export function galleryItem(id: string): GalleryItem | undefined {
  return GALLERY.find((item) => item.id === id) ?? ownScene(id) ?? tableScene(id);
}

function ownScene(id: string): GalleryItem | undefined {
  return [...THREAD_SCENES, ...AGENT_SCENES, ...TIMER_SCENES].find((item) => item.id === id);
}
