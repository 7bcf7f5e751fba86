import type { EventNumber } from '../../protocol/ids.ts';
import type { LogFilter, LogPage } from '../../protocol/debug.ts';
import type { CoreEvent, EventKind, EventRecord } from '../../protocol/events.ts';
import { type Branch, type BranchTree, headOf, pathOf } from '../track/branches.ts';
import { eventReader, eventsBetween } from './log-reading.ts';
import { type Column, columnAt, countUpTo, createColumn, pushColumn } from './column.ts';
import { type LogSegment, segmentCursor } from './log.ts';
import { namesIn, numberOn } from './names.ts';
import { destinationOf, matchesEvent, messagesOf } from '../session/stop-tests.ts';

/**
 * Index of the events that match a filter, extended while the run continues. Reading a page is then fast at any position, even
 * among a million events.
 */
export interface LogIndex {
  readonly key: string;
  readonly filter: LogFilter;
  looked: number;
  matches: Column;
  kinds: Map<EventKind, number>;
  marks: [number, number][];
}

const MARKS_MAX = 200;
const LOG_PAGE_MAX = 500;

export function createLogIndex(key: string, filter: LogFilter): LogIndex {
  return { key, filter, looked: 0, matches: createColumn('u32'), kinds: new Map(), marks: [] };
}

export function logKey(run: number, branch: Branch, filter: LogFilter): string {
  return JSON.stringify([run, branch.id, filter]);
}

/** Examines up to `count` more events. Returns false when all events have been examined. */
export function extendIndex(index: LogIndex, tree: BranchTree, branch: Branch, count: number): boolean {
  const until = Math.min(headOf(branch).event, index.looked + count);
  const wanted = new Set(index.filter.kinds);
  const plain = !readsEvents(index.filter);
  for (const span of pathOf(tree, branch)) {
    const eventAt = eventReader(tree, span.owner);
    const last = Math.min(until, segmentCursor(span.log, span.to).event);
    for (let n = index.looked + 1; n <= last; n++) {
      index.looked = n;
      const kind = span.log.kindNames[columnAt(span.log.kinds, n - 1 - span.log.base.event)];
      if (kind === undefined) continue;
      const event = plain ? undefined : eventAt(n);
      if (event !== undefined && !matchesRest(tree, branch, event, index.filter)) continue;
      index.kinds.set(kind, (index.kinds.get(kind) ?? 0) + 1);
      if (wanted.size > 0 && !wanted.has(kind)) continue;
      if (kind === 'job.preempted' && index.marks.length < MARKS_MAX) {
        index.marks.push([index.matches.length, numberOn(tree, branch, preemptorOf(span.log, n))]);
      }
      pushColumn(index.matches, n);
    }
  }
  return index.looked < headOf(branch).event;
}

/** Returns the message that preempted in event `n`, from the marks. Reading the event would first write its page. */
function preemptorOf({ base, eventEnd, marks }: LogSegment, n: number): number {
  const step = base.step + countUpTo(eventEnd, n - 1) + 1;
  return marks.find((mark) => mark.step === step && mark.kind === 'preemption')?.msg ?? 0;
}

/** True if a filter needs the events themselves. For other filters the kinds are enough. */
export function readsEvents({ message, destination, words }: LogFilter): boolean {
  return message !== 0 || destination !== '' || words.length > 0;
}

const NO_KINDS: ReadonlySet<EventKind> = new Set();

function matchesRest(tree: BranchTree, branch: Branch, event: CoreEvent, filter: LogFilter): boolean {
  const { message, destination } = filter;
  if (!matchesEvent(tree, branch, event, { kinds: NO_KINDS, message, destination })) return false;
  return filter.words.every(
    ({ text, kinds }) => kinds.includes(event.kind) || hasWord(tree, branch, event, text),
  );
}

/**
 * True if a word is in the texts of an event, in the name of its destination, or equal to the number of one of its messages.
 * `word` is in lower case.
 */
function hasWord(tree: BranchTree, branch: Branch, event: CoreEvent, word: string): boolean {
  if (/^\d+$/.test(word)) return messagesOf(event).some((id) => String(numberOn(tree, branch, id)) === word);
  return holdsText(event, word) || destinationOf(tree, branch, event).toLowerCase().includes(word);
}

function holdsText(value: unknown, word: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(word);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => holdsText(item, word));
}

export function pageRange({ matches }: LogIndex, from: number, count: number): [start: number, stop: number] {
  const start = Math.max(0, Math.min(Math.trunc(from) || 0, matches.length));
  const rows = Math.min(LOG_PAGE_MAX, Math.max(0, Math.trunc(count) || 0));
  return [start, Math.min(matches.length, start + rows)];
}

/** Adds the events at these places to `rows`. Yields the first and last event of each stretch before reading it. */
export function* logRows(
  { matches }: LogIndex,
  tree: BranchTree,
  branch: Branch,
  [start, stop]: readonly [start: number, stop: number],
  rows: EventRecord[],
): Generator<readonly [first: EventNumber, last: EventNumber]> {
  for (let i = start; i < stop; ) {
    const first = columnAt(matches, i);
    let run = 1;
    while (i + run < stop && columnAt(matches, i + run) === first + run) run++;
    yield [first, first + run - 1];
    rows.push(...eventsBetween(tree, branch, first, first + run - 1));
    i += run;
  }
}

/** Returns a page of the index with its rows, and the cursor's place in the index. */
export function logPage(
  index: LogIndex,
  tree: BranchTree,
  branch: Branch,
  cursorEvent: EventNumber,
  start: number,
  rows: EventRecord[],
): LogPage {
  const { matches } = index;
  return {
    total: matches.length,
    all: headOf(branch).event,
    looked: index.looked,
    from: start,
    rows,
    names: namesIn(tree, branch, rows),
    current: countUpTo(matches, cursorEvent) - 1,
    kinds: [...index.kinds],
    marks: index.marks,
  };
}
