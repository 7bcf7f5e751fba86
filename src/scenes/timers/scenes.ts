/** The scenes of the timer laboratory, in the order in which they are shown. */
import type { GalleryItem } from '../item.ts';
import { lateReferences, leftOnOtherKey, purgeStorm, timerLab } from './design-scenes.ts';
import {
  boundary,
  cancelled,
  early,
  farAndHome,
  sparse,
  ties,
  wheelLab,
  wrapAround,
} from './wheel-scenes.ts';

export const TIMER_SCENES: readonly GalleryItem[] = [
  timerLab,
  wheelLab,
  wrapAround,
  boundary,
  farAndHome,
  sparse,
  cancelled,
  ties,
  early,
  purgeStorm,
  leftOnOtherKey,
  lateReferences,
];
