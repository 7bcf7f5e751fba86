import type { StageInput } from './input.ts';
import type { Rect, StageLayout } from './marks.ts';
import { overlaps } from './paths.ts';

/** In design pixels: as the stylesheet has the words of a step, and about what a letter of them takes. */
const EDGE = 16;
const BOTTOM = 8;
const HEIGHT = 26;
const PADDING = 18;
const LETTER = 6.4;

/**
 * The lower corner in which the words of a step cover no card ("6 moved before 3", for readers who asked for less motion):
 * the left one, or the right one where the legend does not stand. Over cards they are on the left.
 */
export function toldSide(
  layout: StageLayout,
  { width, height }: Pick<StageInput, 'width' | 'height'>,
  words: string,
): 'start' | 'end' {
  const { unit } = layout.metrics;
  const long = (PADDING + words.length * LETTER) * unit;
  const box = (x: number): Rect => ({
    x,
    y: height - (BOTTOM + HEIGHT) * unit,
    width: long,
    height: HEIGHT * unit,
  });
  const marks: Rect[] = [...layout.jobs, ...layout.ghosts];
  const free = (rect: Rect): boolean => marks.every((mark) => !overlaps(mark, rect, 4 * unit));
  if (layout.keyFits || free(box(EDGE * unit))) return 'start';
  return free(box(width - EDGE * unit - long)) ? 'end' : 'start';
}
