/**
 * Sentences as data: text, message chips, identifiers. The page renders them, the command line and screen readers read them
 * out. No HTML is built from text that may come from outside.
 */
import { formatNumber } from './figures.ts';
import type { MessageId, QueueId, TransportId, MessageNumber } from '../protocol/ids.ts';

export type Token =
  | { text: string }
  /** A message, by the number on its chip. */
  | { chip: number }
  /** An identifier, parameter or value in the fixed-width font. */
  | { mono: string };

/** Names that records refer to by id. */
export interface Names {
  numberOf(message: MessageId): MessageNumber;
  /** Name of a destination; "" = no longer known. */
  queueName?(queue: QueueId): string;
  transportName?(transport: TransportId): string;
}

/** Template tag: strings and numbers become text; other values must be tokens. */
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

/** Writes the sentence as plain text, with message numbers for chips. */
export function toText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('text' in token ? token.text : 'mono' in token ? token.mono : String(token.chip)))
    .join('');
}

/** A token as it is drawn: a chip includes the punctuation after it, so that no line begins with a colon. */
export type DrawnToken = Token & { after?: string };

/** Moves punctuation that follows a chip into the token of the chip. */
export function drawn(tokens: readonly Token[]): DrawnToken[] {
  return tokens.map((token, i) => {
    const next = tokens[i + 1];
    const before = tokens[i - 1];
    if ('chip' in token)
      return { ...token, after: next !== undefined && 'text' in next ? signs(next.text) : '' };
    if (!('text' in token) || before === undefined || !('chip' in before)) return token;
    return { text: token.text.slice(signs(token.text).length) };
  });
}

function signs(text: string): string {
  return /^[,:;.!?)]+/.exec(text)?.[0] ?? '';
}

/** Joins adjacent texts, so the page creates fewer elements. */
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

/** Writes small counts in words ("one") and others in digits ("12"). */
export function countWord(n: number): string {
  return WORDS[n] ?? formatNumber(n);
}

/** Lists messages: "1", "1 and 2", "1, 2 and 3"; a list beyond `max` ends in "and 7 more". */
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
 * Message number from its name: `M12` is 12. Messages of a record have queue ids as names; their number is their id, which
 * counts in order of arrival.
 */
export function numberOfName(name: string, msg: MessageId): number {
  return /^M\d{1,6}$/.test(name) ? Number(name.slice(1)) : msg;
}

export function mono(text: string): Token {
  return { mono: text };
}

/** Writes a number with a proper minus sign: −3. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}
