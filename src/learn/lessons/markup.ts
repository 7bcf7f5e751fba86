/**
 * Markup of lessons: `[6]` a message, `[coin]` a mark of the stage, `**strong**`, and code between backquotes. Everything
 * else is text; HTML is impossible.
 */

import { marks } from '../words/en/marks.ts';

export const MARKS = marks;
/** Lists the accepted names in brackets, for error messages. */
export const MARKS_ACCEPTED = `marks that exist: a number, ${Object.keys(MARKS).join(', ')}`;
export type MarkName = keyof typeof MARKS;

export type Inline =
  | { text: string }
  | { strong: string }
  | { mono: string }
  | { chip: number }
  | { mark: MarkName };

const PIECES = /\[(\d{1,6}|[a-z]{1,12})\]|\*\*([^*]{1,200})\*\*|`([^`]{1,200})`/g;

/** Parses a paragraph. An unknown mark stays text. */
export function parseMarkup(text: string): Inline[] {
  const out: Inline[] = [];
  let from = 0;
  const add = (piece: Inline, at: number, length: number): void => {
    if (at > from) out.push({ text: text.slice(from, at) });
    out.push(piece);
    from = at + length;
  };
  for (const match of text.matchAll(PIECES)) {
    const [whole, mark, strong, mono] = match;
    if (mark !== undefined && /^\d/.test(mark)) add({ chip: Number(mark) }, match.index, whole.length);
    else if (mark !== undefined && isMark(mark)) add({ mark }, match.index, whole.length);
    else if (strong !== undefined) add({ strong }, match.index, whole.length);
    else if (mono !== undefined) add({ mono }, match.index, whole.length);
  }
  if (from < text.length) out.push({ text: text.slice(from) });
  return out;
}

/** Finds the first unknown mark in a text; "" = none. */
export function unknownMark(text: string): string {
  for (const match of text.matchAll(/\[([a-z]{1,12})\]/g)) if (!isMark(match[1] ?? '')) return match[1] ?? '';
  return '';
}

function isMark(name: string): name is MarkName {
  return Object.hasOwn(MARKS, name);
}
