/** The scenes of the gallery, in the order in which they are shown. Content only, no engine logic. */
import { fifo } from './fifo.ts';
import { firstLetter } from './first-letter.ts';
import { fourThenOnes } from './four-then-ones.ts';
import type { GalleryItem } from './item.ts';
import { MAIL_SCENES } from './mail/index.ts';
import { recursive } from './recursive.ts';
import { tenTwoTwo, tenTwoTwoDiscount } from './ten-two-two.ts';
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
