/** Collects the answers of a class. Each phone counts once. Lists the codes that do not count. */
import { type CodedAnswer, type ReadCode, readCodes } from './answer-code.ts';
import { csvLine } from '../../explain/csv.ts';

export interface Entry extends CodedAnswer {
  code: string;
}

/** The answers to one question in this round, and the counts of the previous round. */
export interface Collection {
  entries: readonly Entry[];
  /** Raised hands by choice, as the teacher counted them. A choice beyond the end of the list has none. */
  hands: readonly number[];
  /** Counts by choice of the previous round; null in the first round. */
  before: readonly number[] | null;
}

export const EMPTY: Collection = { entries: [], hands: [], before: null };

export function isEmpty({ entries, hands, before }: Collection): boolean {
  return entries.length === 0 && before === null && hands.every((n) => n === 0);
}

/** Maximum number of answers stored per question. The largest lecture halls need fewer. */
const ENTRIES_MAX = 2000;

interface Refusal {
  text: string;
  fault: Extract<ReadCode, { ok: false }>['fault'] | 'other-question' | 'no-choice' | 'double' | 'full';
}

/** Result of adding the codes in a text. */
export interface Collected {
  collection: Collection;
  added: number;
  /** Number of added answers that replaced an earlier answer of the same phone. */
  replaced: number;
  refused: Refusal[];
}

interface Asked {
  tag: number;
  choices: number;
}

/** Adds every valid code in a text. */
export function collect(before: Collection, text: string, asked: Asked): Collected {
  const entries = [...before.entries];
  const refused: Refusal[] = [];
  let replaced = 0;
  for (const read of readCodes(text)) {
    const standing = read.ok ? entries.findLast(({ phone }) => phone === read.phone) : undefined;
    const fault = faultOf(read, asked, standing) ?? (entries.length < ENTRIES_MAX ? null : 'full');
    if (fault !== null || !read.ok) {
      refused.push({ text: read.ok ? read.code : read.text, fault: fault ?? 'damaged' });
      continue;
    }
    const { code, tag, place, phone } = read;
    if (standing !== undefined) replaced += 1;
    entries.push({ code, tag, place, phone });
  }
  const added = entries.length - before.entries.length;
  return { collection: { ...before, entries }, added, replaced, refused };
}

function faultOf(read: ReadCode, { tag, choices }: Asked, standing?: Entry): Refusal['fault'] | null {
  if (!read.ok) return read.fault;
  if (read.tag !== tag) return 'other-question';
  if (read.place >= choices) return 'no-choice';
  return standing?.place === read.place ? 'double' : null;
}

/** True if a later answer of the same phone replaced this entry. */
export function isReplaced({ entries }: Collection, entry: Entry): boolean {
  return entries.findLast(({ phone }) => phone === entry.phone) !== entry;
}

/** Counts the phones and the raised hands for each choice. */
export function counts(collection: Collection, choices: number): number[] {
  const out = Array.from({ length: choices }, (_, place) => collection.hands[place] ?? 0);
  const last = new Map(collection.entries.map((entry) => [entry.phone, entry.place]));
  for (const place of last.values()) out[place] = (out[place] ?? 0) + 1;
  return out;
}

/** Sets the total count of a choice. Answers from phones stay, and the difference is stored as raised hands. */
export function withCount(collection: Collection, choices: number, place: number, count: number): Collection {
  const phones = counts({ ...collection, hands: [] }, choices);
  const hands = Array.from({ length: choices }, (_, i) => collection.hands[i] ?? 0);
  hands[place] = Math.min(ENTRIES_MAX, Math.max(0, count - (phones[place] ?? 0)));
  return { ...collection, hands };
}

/** Starts another round with the same question; the current counts become the previous round. */
export function nextRound(collection: Collection, choices: number): Collection {
  return { entries: [], hands: [], before: counts(collection, choices) };
}

/**
 * Merges an edit from `shown` to `next` into `kept`, which another tab may have changed. Additions of the other tab
 * stay. Applying the same edit twice has no further effect.
 */
export function mergeCollection(shown: Collection, next: Collection, kept: Collection): Collection {
  const removed = without(shown.entries, next.entries);
  const entries = without(kept.entries.toReversed(), removed).toReversed();
  for (const entry of without(next.entries, shown.entries)) {
    const standing = entries.findLast(({ phone }) => phone === entry.phone);
    if (standing?.code !== entry.code) entries.push(entry);
  }
  const sameRound = String(next.before) === String(shown.before);
  const length = Math.max(shown.hands.length, next.hands.length, kept.hands.length);
  const hands = Array.from({ length }, (_, place) => {
    const [before, now] = [shown.hands[place] ?? 0, next.hands[place] ?? 0];
    return before === now ? (kept.hands[place] ?? 0) : now;
  });
  return { entries: entries.slice(0, ENTRIES_MAX), hands, before: sameRound ? kept.before : next.before };
}

/** The first list without the entries of the second, as a multiset by code. */
function without(list: readonly Entry[], other: readonly Entry[]): Entry[] {
  const left = new Map<string, number>();
  for (const { code } of other) left.set(code, (left.get(code) ?? 0) + 1);
  return list.filter(({ code }) => {
    const count = left.get(code) ?? 0;
    left.set(code, count - 1);
    return count <= 0;
  });
}

/**
 * Writes all entries as CSV: code, letter, answer, verdict, and whether the entry counts. Raised hands have one row
 * per choice.
 */
export function collectionCsv(
  collection: Collection,
  choices: readonly { text: string; right: boolean }[],
): string {
  const rows = collection.entries.map((entry) => {
    const choice = choices[entry.place];
    return [
      entry.code,
      String.fromCharCode(65 + entry.place),
      choice?.text ?? '',
      choice?.right === true ? 'right' : 'wrong',
      isReplaced(collection, entry) ? 'replaced' : 'counts',
    ];
  });
  const hands = collection.hands.flatMap((count, place) => {
    const choice = choices[place];
    if (count === 0 || choice === undefined) return [];
    const letter = String.fromCharCode(65 + place);
    return [['', letter, choice.text, choice.right ? 'right' : 'wrong', `${count} hands`]];
  });
  return [['code', 'letter', 'answer', 'verdict', 'state'], ...rows, ...hands].map(csvLine).join('');
}

/** Parses a stored collection; null if invalid. Decodes each code again, so that invalid stored answers are refused. */
export function parseCollection(saved: unknown): Collection | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const { codes, hands, before } = saved as Record<string, unknown>;
  if (typeof codes !== 'string' || codes.length > ENTRIES_MAX * 9) return null;
  const entries = readCodes(codes).flatMap((read) => {
    if (!read.ok) return [];
    const { code, tag, place, phone } = read;
    return [{ code, tag, place, phone }];
  });
  return { entries, hands: countsIn(hands) ?? [], before: countsIn(before) };
}

/** Counts by choice from a stored value; null if the value is not a list of counts. */
function countsIn(value: unknown): number[] | null {
  if (!Array.isArray(value)) return null;
  const list: unknown[] = value;
  const isCount = (n: unknown): n is number =>
    Number.isSafeInteger(n) && Number(n) >= 0 && Number(n) <= ENTRIES_MAX;
  return list.every(isCount) ? list : null;
}

export function savedCollection({ entries, hands, before }: Collection): {
  codes: string;
  hands: readonly number[];
  before: readonly number[] | null;
} {
  return { codes: entries.map(({ code }) => code).join(' '), hands, before };
}
