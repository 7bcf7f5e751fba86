/** The answers of a class as a teacher enters them: each phone counts once, and whatever cannot count is named. */
import { type CodedAnswer, type ReadCode, readCodes } from './answer-code.ts';
import { csvLine } from '../../explain/csv.ts';

/** One answer that was entered. */
export interface Entry extends CodedAnswer {
  code: string;
}

/** What was entered for one question: this round, and how the class stood in the round before it. */
export interface Collection {
  entries: readonly Entry[];
  /** Answers by choice of the round before; null = this is the first. */
  before: readonly number[] | null;
}

export const EMPTY: Collection = { entries: [], before: null };

/** Most answers that are kept for one question: several of the largest lecture halls. */
const ENTRIES_MAX = 2000;

/** A code that does not count, and why. */
interface Refusal {
  text: string;
  fault: Extract<ReadCode, { ok: false }>['fault'] | 'other-question' | 'no-choice' | 'double' | 'full';
}

/** What became of a text with codes in it. */
export interface Collected {
  collection: Collection;
  added: number;
  /** Of those added, answers that took the place of an earlier one of the same phone. */
  replaced: number;
  refused: Refusal[];
}

/** The question that is asked: its tag, and how many choices it has. */
interface Asked {
  tag: number;
  choices: number;
}

/** Adds every code of a text that counts. */
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

/** Whether an answer was replaced by a later one of the same phone. */
export function isReplaced({ entries }: Collection, entry: Entry): boolean {
  return entries.findLast(({ phone }) => phone === entry.phone) !== entry;
}

/** How many phones stand by each choice. */
export function counts(collection: Collection, choices: number): number[] {
  const out = Array<number>(choices).fill(0);
  const last = new Map(collection.entries.map((entry) => [entry.phone, entry.place]));
  for (const place of last.values()) out[place] = (out[place] ?? 0) + 1;
  return out;
}

/** The same question once more: how the class stood stays as the round before. */
export function nextRound(collection: Collection, choices: number): Collection {
  return { entries: [], before: counts(collection, choices) };
}

/**
 * What is kept after a change from `shown` to `next`, where another tab may have kept something else meanwhile: what it added
 * stays. Once the change is in `kept`, the answer says the same.
 */
export function mergeCollection(shown: Collection, next: Collection, kept: Collection): Collection {
  const removed = without(shown.entries, next.entries);
  const entries = without(kept.entries.toReversed(), removed).toReversed();
  for (const entry of without(next.entries, shown.entries)) {
    const standing = entries.findLast(({ phone }) => phone === entry.phone);
    if (standing?.code !== entry.code) entries.push(entry);
  }
  const sameRound = String(next.before) === String(shown.before);
  return { entries: entries.slice(0, ENTRIES_MAX), before: sameRound ? kept.before : next.before };
}

/** The first list without what is in the second, each code as often as it is there. */
function without(list: readonly Entry[], other: readonly Entry[]): Entry[] {
  const left = new Map<string, number>();
  for (const { code } of other) left.set(code, (left.get(code) ?? 0) + 1);
  return list.filter(({ code }) => {
    const count = left.get(code) ?? 0;
    left.set(code, count - 1);
    return count <= 0;
  });
}

/** Everything that was entered as a table: code, letter, answer, whether it is right, whether it counts. */
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
  return [['code', 'letter', 'answer', 'verdict', 'state'], ...rows].map(csvLine).join('');
}

/** What an earlier visit kept; what is no collection is nothing. Codes are read anew, so nothing else can stand in it. */
export function parseCollection(saved: unknown): Collection | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const { codes, before } = saved as Record<string, unknown>;
  if (typeof codes !== 'string' || codes.length > ENTRIES_MAX * 9) return null;
  const entries = readCodes(codes).flatMap((read) => {
    if (!read.ok) return [];
    const { code, tag, place, phone } = read;
    return [{ code, tag, place, phone }];
  });
  const stood = Array.isArray(before) && before.every((n) => Number.isSafeInteger(n)) ? before : null;
  return { entries, before: stood === null ? null : stood.map(Number) };
}

/** What is kept of it. */
export function savedCollection({ entries, before }: Collection): {
  codes: string;
  before: readonly number[] | null;
} {
  return { codes: entries.map(({ code }) => code).join(' '), before };
}
