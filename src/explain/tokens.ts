/**
 * Sentences as data: words, message chips, identifiers. The page draws them, the command line and the live region
 * read them out; no part builds HTML from text that may come from outside.
 */
import { formatNumber } from './figures.ts';
import type { MessageId, QueueId, TransportId, MessageNumber } from '../protocol/ids.ts';

export type Token =
  | { text: string }
  /** A message, by the number on its chip. */
  | { chip: number }
  /** An identifier, parameter or value, set in the fixed-width face. */
  | { mono: string };

/** What the records do not carry themselves. */
export interface Names {
  /** Number on the chip of a message. */
  numberOf(message: MessageId): MessageNumber;
  /** Name of a destination; absent or "" = not known any more. */
  queueName?(queue: QueueId): string;
  transportName?(transport: TransportId): string;
}

/** Tokens from a template: strings stay text, other values must be tokens or lists of them. */
export function say(parts: TemplateStringsArray, ...values: (Token | Token[] | string | number)[]): Token[] {
  const out: Token[] = [];
  parts.forEach((text, i) => {
    if (text !== '') out.push({ text });
    const value = values[i];
    if (value === undefined) return;
    if (typeof value === 'string' || typeof value === 'number') out.push({ text: String(value) });
    else if (Array.isArray(value)) out.push(...value);
    else out.push(value);
  });
  return merge(out);
}

/** The sentence as plain text: chips by their number. */
export function toText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('text' in token ? token.text : 'mono' in token ? token.mono : String(token.chip)))
    .join('');
}

/** Neighbouring texts as one, so that the page makes no more elements than needed. */
function merge(tokens: Token[]): Token[] {
  const out: Token[] = [];
  for (const token of tokens) {
    const last = out.at(-1);
    if ('text' in token && last !== undefined && 'text' in last) last.text += token.text;
    else out.push('text' in token ? { text: token.text } : token);
  }
  return out;
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A small count in words ("one", "12"). */
export function countWord(n: number): string {
  return WORDS[n] ?? formatNumber(n);
}

/** Chips in a row: "1", "1 and 2", "1, 2 and 3"; more than `max` end in "and 7 more". */
export function chips(numbers: readonly number[], max = 6): Token[] {
  const shown = numbers.slice(0, max);
  const rest = numbers.length - shown.length;
  return shown.flatMap((n, i) => {
    const last = i === shown.length - 1;
    const joint = i === 0 ? '' : last && rest === 0 ? ' and ' : ', ';
    const tail: Token[] = last && rest > 0 ? [{ text: ` and ${rest} more` }] : [];
    return [...(joint === '' ? [] : [{ text: joint }]), { chip: n }, ...tail];
  });
}

/**
 * Number of a message by the name that it came with: `M12` is 12. Messages of a record have queue ids, and are numbered in
 * the order in which they came, like ids.
 */
export function numberOfName(name: string, msg: MessageId): number {
  return /^M\d{1,6}$/.test(name) ? Number(name.slice(1)) : msg;
}

/** An identifier, parameter or value, in the fixed-width face. */
export function mono(text: string): Token {
  return { mono: text };
}

/** A whole number with the sign that is set, not the hyphen that is typed: −3. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}
