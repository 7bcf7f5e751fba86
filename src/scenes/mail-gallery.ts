/** The scenes of the gallery, in display order. */
import {
  fifo,
  fourThenOnes,
  recursive,
  tenTwoTwo,
  tenTwoTwoDiscount,
  wholePicture,
} from './document-examples.ts';
import { firstLetter } from './first-letter.ts';
import type { GalleryItem } from './item.ts';
import { MAIL_SCENES } from './mail/index.ts';

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
