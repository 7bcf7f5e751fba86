import type { Annotation } from '../../lessons/lesson.ts';

/** A rectangle in pixels of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedMark {
  ring: Box | null;
  /** SVG path; "" = no arrow. */
  arrow: string;
  disc: { x: number; y: number };
  /** Text with its centre, baseline and half its width; null = the mark has no text. */
  text: { x: number; y: number; half: number; words: string } | null;
}

/** Margin around a thing, length of an arrow, and height of a line of text, all in pixels. */
const AIR = 5;
const ARROW = 30;
const LINE = 18;
/** Width in pixels of the number before a label. */
const NUMBER_WIDTH = 26;
/** Half the average width of a character, in pixels. A rough value, enough to keep text inside the picture. */
const HALF_CHARACTER = 4.2;

/**
 * Places an annotation. Text goes to the right of a ring, over it or under it if that covers nothing, otherwise below the
 * thing, otherwise above it. Everything stays inside the picture.
 *
 * @param mark `number`: number on the mark, which text away from its ring repeats; absent for a mark that stands alone.
 * @param around The object that contains the thing, such as the card of a job. Text goes below all of it, because text below
 * the thing alone would cover the rest.
 * @param taken Other marks and words of the picture, which text at a ring must not cover. If they are unknown, the text goes
 * beside the ring or out of the way.
 */
export function placeMark(
  { kind, text, number: shown }: Pick<Annotation, 'kind' | 'text'> & { number?: number },
  thing: Box,
  frame: { width: number; height: number },
  around: Box = thing,
  taken?: readonly Box[],
): PlacedMark {
  const whole = (n: number): number => Math.round(n);
  const within = (n: number, from: number, to: number): number => Math.max(from, Math.min(to, n));
  const x = whole(within(thing.x - AIR, 1, frame.width - 1));
  const y = whole(within(thing.y - AIR, 1, frame.height - 1));
  const right = within(thing.x + thing.width + AIR, x + 1, frame.width - 1);
  const bottom = within(thing.y + thing.height + AIR, y + 1, frame.height - 1);
  const box = { x, y, width: whole(right - x), height: whole(bottom - y) };
  const reach = (kind === 'arrow' ? ARROW : 0) + (text === '' ? 0 : LINE);
  // An arrow stays at its target, so it may cover the surrounding object.
  const part = kind === 'arrow' ? thing : around;
  const foot = Math.max(bottom, part.y + part.height + 2 * AIR);
  const head = Math.min(y, part.y - 2 * AIR);
  const below = foot + reach <= frame.height || head < reach;
  const middle = whole((x + right) / 2);
  const half = Math.min(frame.width / 2, text.length * HALF_CHARACTER);
  const number = kind === 'label' ? NUMBER_WIDTH : 0;
  const words = { x: whole(within(middle, half + number, frame.width - half)), words: text };
  // To the right of a ring, text covers least: related parts are above and below it.
  const room = around === thing ? frame.width : around.x + around.width - AIR;
  const places = [{ x: right + 8 + half, y: (y + bottom) / 2 + 5 }];
  if (taken !== undefined) places.push({ x: right - half, y: y - 6 }, { x: right - half, y: bottom + 16 });
  const isFree = (place: { x: number; y: number }): boolean =>
    place.x + half <= room && (taken ?? []).every((box) => !coversText(box, place, half));
  const beside = kind === 'ring' && text !== '' ? places.find(isFree) : undefined;
  const edge = below ? whole(bottom) : y;
  const away = below ? 1 : -1;
  const tail = edge + away * ARROW;
  const textAt = kind === 'arrow' ? tail : whole(below ? foot : head);
  const tip = edge + away * 2;
  const textY =
    beside !== undefined ? whole(beside.y) : whole(within(textAt + (below ? 15 : -6), 14, frame.height - 4));
  // The number of a label precedes its text.
  const at =
    kind === 'label'
      ? { x: words.x - half - 16, y: textY - 5 }
      : kind === 'ring'
        ? { x, y }
        : { x: middle - 18, y: edge + away * 14 };
  return {
    ring: kind === 'ring' ? box : null,
    arrow:
      kind === 'arrow'
        ? `M${middle} ${tail}V${tip}M${middle - 5} ${tip + away * 7}L${middle} ${tip}L${middle + 5} ${tip + away * 7}`
        : '',
    disc: { x: whole(within(at.x, 10, frame.width - 10)), y: within(at.y, 10, frame.height - 10) },
    text:
      text === ''
        ? null
        : beside !== undefined
          ? { ...words, x: whole(beside.x), y: textY, half }
          : { ...awayFrom(kind === 'ring' ? shown : undefined, words, half), y: textY },
  };
}

/** Text away from its ring, with the number of the ring. */
function awayFrom(number: number | undefined, { x, words }: { x: number; words: string }, half: number) {
  if (number === undefined) return { x, words, half };
  return { x, words: `${number}: ${words}`, half: half + 3 * HALF_CHARACTER };
}

/** True if text with this centre and baseline would cover a part of the box. */
function coversText(box: Box, { x, y }: { x: number; y: number }, half: number): boolean {
  return x + half > box.x && x - half < box.x + box.width && y + 3 > box.y && y - 11 < box.y + box.height;
}

/** Length of an arrow in a row of a list, and half the average width of a character there, in pixels. Rows have little room. */
const ROW_ARROW = 12;
const ROW_HALF_CHARACTER = 3.4;

/**
 * Places an arrow in a row of a list, pointing left, so that its text does not cover the next row. The text follows the arrow
 * if it ends before the row continues; otherwise it goes on its own line below the list. Null if neither fits.
 *
 * @param row `to`: x at which the row continues; `below`: baseline of the line below the list; `number`: prefix of that line.
 */
export function placeInRow(
  text: string,
  thing: Box,
  row: { to: number; below: number; number: string },
  frame: { width: number; height: number },
): PlacedMark | null {
  const whole = Math.round;
  const tip = whole(thing.x + thing.width + AIR);
  const y = whole(thing.y + thing.height / 2);
  const tail = tip + ROW_ARROW;
  const disc = { x: tail + DISC_RADIUS, y };
  const from = disc.x + DISC_RADIUS + 3;
  const arrow = `M${tail} ${y}H${tip}M${tip + 6} ${y - 5}L${tip} ${y}L${tip + 6} ${y + 5}`;
  const mark = { ring: null, arrow, disc };
  const half = text.length * ROW_HALF_CHARACTER;
  if (text === '') return { ...mark, text: null };
  if (from + 2 * half <= row.to)
    return { ...mark, text: { x: whole(from + half), y: y + 5, half, words: text } };
  const words = `${row.number}${text}`;
  const wide = Math.min(frame.width / 2, words.length * HALF_CHARACTER);
  if (from > row.to || row.below + 4 > frame.height) return null;
  return { ...mark, text: { x: whole(frame.width / 2), y: row.below, half: wide, words } };
}

/** Half the width of a number's disc with its border, in pixels. */
const DISC_RADIUS = 10;

/** Moves the number of a ring to the first of six places that covers no text. Without a free place it stays at the corner. */
export function clearOfWords(
  mark: PlacedMark,
  words: readonly Box[],
  frame: { width: number; height: number },
): PlacedMark {
  const { ring } = mark;
  if (ring === null) return mark;
  const right = Math.min(ring.x + ring.width, frame.width - DISC_RADIUS);
  const bottom = Math.min(ring.y + ring.height, frame.height - DISC_RADIUS);
  const middle = { x: Math.round((ring.x + right) / 2), y: Math.round((ring.y + bottom) / 2) };
  const places = [
    mark.disc,
    { x: right, y: mark.disc.y },
    { x: mark.disc.x, y: bottom },
    { x: right, y: bottom },
    { x: mark.disc.x, y: middle.y },
    { x: middle.x, y: mark.disc.y },
  ];
  const free = ({ x, y }: { x: number; y: number }): boolean =>
    words.every(
      (box) =>
        x + DISC_RADIUS < box.x ||
        x - DISC_RADIUS > box.x + box.width ||
        y + DISC_RADIUS < box.y ||
        y - DISC_RADIUS > box.y + box.height,
    );
  return { ...mark, disc: places.find(free) ?? mark.disc };
}
