import type { EventRecord, ThreadEvent } from '../protocol/events.ts';
import type { RunState } from '../protocol/threads.ts';
import type {
  CountSample,
  ThreadSpan,
  ThreadsHistory,
  ThreadsQuestion,
  ThreadsRow,
} from '../protocol/threads-view.ts';
import { cursorAt, eventsBetween, stepAtTime } from './branches.ts';
import type { LogPlace } from './wheel-queries.ts';

/** What only the log knows about a group: how its count came to be, and what each thread did. */

/** Events taken from the log at a time, and most of one answer. */
const CHUNK = 5_000;
const EVENTS_MAX = 100_000;
const CHANGES_MAX = 2_000;

/** The past of the group of `row` up to the place, newest changes first to be kept. */
export function threadsHistory(place: LogPlace, row: ThreadsRow, question: ThreadsQuestion): ThreadsHistory {
  const limit = Math.max(1, Math.min(question.limit, CHANGES_MAX));
  const { records, cut } = collect(place, row, question, limit);
  const { at } = cursorAt(place.tree, place.branch, place.step);
  const to = Math.min(question.to, Math.max(at, question.from));
  const changes = changesOf(records, row);
  return {
    from: cut ? (records[0]?.at ?? question.from) : question.from,
    to,
    before: before(records, row),
    changes,
    spans: spansOf(records, row),
    causes: records.filter(({ event }) => isCause(event, row)),
    cut,
  };
}

/** Thread events of the interval, oldest first; fewer when they hold more changes of the count than are wanted. */
function collect(
  { tree, branch, step }: LogPlace,
  row: ThreadsRow,
  { from, to }: ThreadsQuestion,
  limit: number,
): { records: EventRecord[]; cut: boolean } {
  const last = Math.min(step, stepAtTime(tree, branch, to));
  const first = from <= 0 ? 1 : cursorAt(tree, branch, stepAtTime(tree, branch, from - 1)).event + 1;
  const found: EventRecord[] = [];
  let changes = 0;
  let end = cursorAt(tree, branch, last).event;
  const stop = Math.max(first, end - EVENTS_MAX + 1);
  while (end >= stop && changes < limit) {
    const start = Math.max(stop, end - CHUNK + 1);
    const records = eventsBetween(tree, branch, start, end);
    for (let i = records.length - 1; i >= 0 && changes < limit; i--) {
      const record = records[i]!;
      if (!concerns(record, row)) continue;
      found.push(record);
      if (isCount(record, row)) changes++;
    }
    end = start - 1;
  }
  return { records: found.reverse(), cut: changes >= limit || stop > first };
}

function concerns({ event }: EventRecord, row: ThreadsRow): boolean {
  switch (event.kind) {
    case 'group.count':
    case 'group.limit':
      return event.name === row.group?.name;
    case 'source.posted':
    case 'source.withdrawn':
    case 'source.destroyed':
      return event.name === row.source.name;
    case 'thread.state':
    case 'thread.released':
    case 'fetch.waited':
    case 'fetch.returned':
    case 'thread.created':
      return event.transport === row.source.transport;
    case 'cpu.dispatched':
      return true;
    default:
      return false;
  }
}

function isCount({ event }: EventRecord, row: ThreadsRow): boolean {
  if (row.group === null) return event.kind === 'thread.state' && counts(event.from) !== counts(event.to);
  return event.kind === 'group.count' || event.kind === 'group.limit';
}

/** What a reader wants to see as the reason of a change. */
function isCause(event: EventRecord['event'], row: ThreadsRow): boolean {
  if (event.kind === 'cpu.dispatched' || event.kind === 'thread.created') return false;
  // The state that goes with a count says the same once more.
  return event.kind !== 'thread.state' || row.group === null;
}

function counts(state: RunState): boolean {
  return state === 'running' || state === 'ready';
}

/** Runnable threads, limit and pending events after each event that moves one of them. Without a group the limit is 0. */
function changesOf(records: readonly EventRecord[], row: ThreadsRow): CountSample[] {
  let [, runnable, limit, pending] = before(records, row);
  const changes: CountSample[] = [];
  for (const { at, event } of records) {
    const was = [runnable, limit, pending];
    if (event.kind === 'group.count') {
      runnable = event.to;
      limit = event.limit;
    } else if (event.kind === 'group.limit') limit = event.to;
    else if (event.kind === 'thread.state' && row.group === null)
      runnable += Number(counts(event.to)) - Number(counts(event.from));
    pending = pendingAfter(event, pending);
    if (runnable !== was[0] || limit !== was[1] || pending !== was[2])
      changes.push([at, runnable, limit, pending]);
  }
  return changes;
}

function pendingAfter(event: EventRecord['event'], pending: number): number {
  if (event.kind === 'source.destroyed') return 0;
  const says =
    event.kind === 'source.posted' || event.kind === 'source.withdrawn' || event.kind === 'fetch.returned';
  return says ? event.pending : pending;
}

/** The counts just before the first of these events, from what it says itself or, when none does, from now. */
function before(records: readonly EventRecord[], row: ThreadsRow): CountSample {
  const counted = records.find(
    (r) => r.event.kind === 'group.count' || r.event.kind === 'group.limit',
  )?.event;
  let runnable = row.group?.runnable ?? 0;
  let limit = row.group?.limit ?? 0;
  if (counted?.kind === 'group.count') {
    runnable = counted.from;
    limit = counted.limit;
  } else if (counted?.kind === 'group.limit') {
    runnable = counted.runnable;
    limit = counted.from;
  } else if (row.group === null) {
    for (const { event } of records)
      if (event.kind === 'thread.state') runnable -= Number(counts(event.to)) - Number(counts(event.from));
    runnable += row.threads.filter(({ state, background }) => counts(state) && !background).length;
  }
  const first = records.map(({ event }) => event).find(saysPending);
  return [
    records[0]?.at ?? 0,
    runnable,
    limit,
    first === undefined ? row.source.pending : pendingBefore(first),
  ];
}

type SaysPending = Extract<
  ThreadEvent,
  { kind: 'source.posted' | 'source.withdrawn' | 'fetch.returned' | 'fetch.waited' }
>;

function saysPending(event: EventRecord['event']): event is SaysPending {
  return (
    event.kind === 'source.posted' ||
    event.kind === 'source.withdrawn' ||
    event.kind === 'fetch.returned' ||
    event.kind === 'fetch.waited'
  );
}

function pendingBefore(event: SaysPending): number {
  if (event.kind === 'source.posted') return event.pending - 1;
  if (event.kind === 'source.withdrawn') return event.pending + event.count;
  if (event.kind === 'fetch.returned') return event.pending + event.items.length;
  return event.pending;
}

/** What each thread did, in stretches. The first one of a thread starts where the events do. */
function spansOf(records: readonly EventRecord[], row: ThreadsRow): ThreadSpan[] {
  const spans: ThreadSpan[] = [];
  const open = new Map<number, ThreadSpan>();
  const start = records[0]?.at ?? 0;
  const change = (at: number, next: Omit<ThreadSpan, 'from' | 'to'>, from: RunState | ''): void => {
    const last = open.get(next.thread);
    if (last !== undefined) last.to = at;
    else if (from !== '' && at > start)
      spans.push({ ...next, cpu: 0, detail: '', state: from, from: start, to: at });
    const span = { ...next, from: at, to: -1 };
    open.set(next.thread, span);
    spans.push(span);
  };
  for (const { at, event } of records) {
    const span = 'thread' in event ? open.get(event.thread) : undefined;
    const carried = { number: span?.number ?? 0, item: span?.item ?? '' };
    if (event.kind === 'thread.state') {
      const { thread, name, to: state, detail } = event;
      change(at, { thread, name, state, detail, cpu: 0, ...carried }, event.from);
    } else if (event.kind === 'cpu.dispatched') {
      const { thread, name, cpu } = event;
      change(at, { thread, name, state: 'running', detail: '', cpu, ...carried }, 'ready');
    } else if (event.kind === 'thread.created') {
      const { thread, name } = event;
      change(at, { thread, name, state: 'ready', detail: '', cpu: 0, ...carried }, '');
    } else if (event.kind === 'fetch.waited' && span !== undefined) span.detail = event.reason;
    else if (event.kind === 'fetch.returned' && span !== undefined) {
      const { thread, name, state, detail, cpu } = span;
      change(at, { thread, name, state, detail, cpu, number: 0, item: event.items.join(' ') }, '');
    }
  }
  const tokens = new Map(row.threads.map((token) => [token.id, token]));
  return spans
    .filter(({ thread, from, to }) => tokens.has(thread) && to !== from)
    .map((span) => ({ ...span, name: tokens.get(span.thread)?.name ?? span.name }));
}
