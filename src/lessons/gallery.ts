/** The gallery: scenarios worth opening, in the order in which they are shown. Content only, no engine logic. */
import { fifo } from './fifo.ts';
import { firstLetter } from './first-letter.ts';
import { fourThenOnes } from './four-then-ones.ts';
import { AGENT_SCENES } from './agents/scenes.ts';
import type { GalleryItem } from './item.ts';
import { MAIL_SCENES } from './mail/index.ts';
import { recursive } from './recursive.ts';
import { tenTwoTwo, tenTwoTwoDiscount } from './ten-two-two.ts';
import { tableScene } from './tables/scenes.ts';
import { THREAD_SCENES } from './threads/index.ts';
import { TIMER_SCENES } from './timers/scenes.ts';
import { wholePicture } from './whole-picture.ts';

export const GALLERY: readonly GalleryItem[] = [
  firstLetter,
  fifo,
  tenTwoTwo,
  tenTwoTwoDiscount,
  fourThenOnes,
  recursive,
  wholePicture,
  ...MAIL_SCENES,
];

/** A gallery item, a scene about threads or of the timer laboratory, or a run of the result tables, by id; or undefined. */
export function galleryItem(id: string): GalleryItem | undefined {
  return GALLERY.find((item) => item.id === id) ?? ownScene(id) ?? tableScene(id);
}

function ownScene(id: string): GalleryItem | undefined {
  return [...THREAD_SCENES, ...AGENT_SCENES, ...TIMER_SCENES].find((item) => item.id === id);
}
