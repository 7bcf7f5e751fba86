import type { Annotation } from '../../lessons/lesson.ts';

/** In pixels of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An annotation where it is drawn. */
export interface PlacedMark {
  ring: Box | null;
  /** Path, "" = none. */
  arrow: string;
  disc: { x: number; y: number };
  /** Words with their middle, their base line, and half of their width. */
  text: { x: number; y: number; half: number; words: string } | null;
}

/** Around a thing, in pixels. */
const AIR = 5;
const ARROW = 30;
const LINE = 18;
/** What the number before the words of a label takes. */
const NUMBER = 26;
/** Half of what a character takes, about: enough to keep words inside of the picture. */
const HALF = 4.2;

/**
 * Where an annotation of a thing goes: words beside a ring, else below the thing, or above it where there is no room below.
 * Everything stays inside of the picture.
 *
 * @param around what the thing is a part of, such as the card of a job: words below the thing would lie on the rest of it.
 */
export function placeMark(
  { kind, text }: Pick<Annotation, 'kind' | 'text'>,
  thing: Box,
  frame: { width: number; height: number },
  around: Box = thing,
): PlacedMark {
  const whole = (n: number): number => Math.round(n);
  const within = (n: number, from: number, to: number): number => Math.max(from, Math.min(to, n));
  const x = whole(within(thing.x - AIR, 1, frame.width - 1));
  const y = whole(within(thing.y - AIR, 1, frame.height - 1));
  const right = within(thing.x + thing.width + AIR, x + 1, frame.width - 1);
  const bottom = within(thing.y + thing.height + AIR, y + 1, frame.height - 1);
  const box = { x, y, width: whole(right - x), height: whole(bottom - y) };
  const reach = (kind === 'arrow' ? ARROW : 0) + (text === '' ? 0 : LINE);
  // An arrow stays at what it points to.
  const part = kind === 'arrow' ? thing : around;
  const foot = Math.max(bottom, part.y + part.height + 2 * AIR);
  const head = Math.min(y, part.y - 2 * AIR);
  const below = foot + reach <= frame.height || head < reach;
  const middle = whole((x + right) / 2);
  const half = Math.min(frame.width / 2, text.length * HALF);
  const number = kind === 'label' ? NUMBER : 0;
  const words = { x: whole(within(middle, half + number, frame.width - half)), words: text };
  // Beside a ring words cover least: what belongs to a thing stands above and below it.
  const room = around === thing ? frame.width : around.x + around.width - AIR;
  const beside = kind === 'ring' && text !== '' && right + 8 + 2 * half <= room;
  const edge = below ? whole(bottom) : y;
  const away = below ? 1 : -1;
  const tail = edge + away * ARROW;
  const textAt = kind === 'arrow' ? tail : whole(below ? foot : head);
  const tip = edge + away * 2;
  const textY = beside
    ? whole((y + bottom) / 2 + 5)
    : whole(within(textAt + (below ? 15 : -6), 14, frame.height - 4));
  // A label is nothing but its words: the number stands before them.
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
        : beside
          ? { ...words, x: whole(right + 8 + half), y: textY, half }
          : { ...words, y: textY, half },
  };
}

/** How long an arrow is in a row of a list, whose room is small, and half of what a character takes there. */
const ROW_ARROW = 12;
const ROW_HALF = 3.4;

/**
 * An arrow in a row of a list, whose words would lie on the next row: from the right, with its words behind it; where the row goes on
 * before they end, they stand below the list, on a line of their own. Null = there is no room for them there either.
 *
 * @param row where the row goes on, and the base line of the words below the list with the number that stands before them.
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
  const disc = { x: tail + DISC, y };
  const from = disc.x + DISC + 3;
  const arrow = `M${tail} ${y}H${tip}M${tip + 6} ${y - 5}L${tip} ${y}L${tip + 6} ${y + 5}`;
  const mark = { ring: null, arrow, disc };
  const half = text.length * ROW_HALF;
  if (text === '') return { ...mark, text: null };
  if (from + 2 * half <= row.to)
    return { ...mark, text: { x: whole(from + half), y: y + 5, half, words: text } };
  const words = `${row.number}${text}`;
  const wide = Math.min(frame.width / 2, words.length * HALF);
  if (from > row.to || row.below + 4 > frame.height) return null;
  return { ...mark, text: { x: whole(frame.width / 2), y: row.below, half: wide, words } };
}

/** Of the disc with a number: half of its width, with its edge. */
const DISC = 10;

/** The number of a ring, moved to where it lies on no word of the picture: it stays at its corner where none is free. */
export function clearOfWords(
  mark: PlacedMark,
  words: readonly Box[],
  frame: { width: number; height: number },
): PlacedMark {
  const { ring } = mark;
  if (ring === null) return mark;
  const right = Math.min(ring.x + ring.width, frame.width - DISC);
  const bottom = Math.min(ring.y + ring.height, frame.height - DISC);
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
        x + DISC < box.x || x - DISC > box.x + box.width || y + DISC < box.y || y - DISC > box.y + box.height,
    );
  return { ...mark, disc: places.find(free) ?? mark.disc };
}
