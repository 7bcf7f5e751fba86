/** The ledger of a thread group: each instant at which its count changed or a rule was tested, with the reason. */
import { formatCounted } from './format.ts';
import type { EventKind, EventRecord } from '../protocol/events.ts';
import type { EventNumber, StepNumber } from '../protocol/ids.ts';
import type { Micros } from '../protocol/units.ts';
import { skippedSentence } from './kinds/mail.ts';
import { causeText } from './kinds/threads.ts';
import { mono, type Token } from './tokens.ts';
import { say } from './tokens.ts';

/** Event kinds that produce ledger rows. */
export const LEDGER_KINDS: readonly EventKind[] = [
  'group.count',
  'group.limit',
  'source.posted',
  'source.bound',
  'source.destroyed',
  'thread.released',
  'fetch.waited',
  'fetch.returned',
  'call.failed',
  'pool.grew',
  'command.skipped',
];

export interface LedgerRow {
  at: Micros;
  /** First and last event of the instant, and the step of the last event. */
  first: EventNumber;
  event: EventNumber;
  step: StepNumber;
  what: Token[];
  /** The rule that acted or was tested: W1, W2, W3, gate, +1; '' = none. */
  pill: string;
  /** False when the rule was tested and found no room or no waiter. */
  acted: boolean;
  /** Two or three words for a mark on the axis. */
  short: string;
  /** The count before and after each change; one value if it did not change, empty without a group. */
  chain: number[];
  limit: number;
  /** Names of events that arrived and woke no thread. */
  idle: string[];
}

/** Which group the ledger is about, by the group's names in the records. */
export interface LedgerScope {
  /** Name of the group; '' = no group. */
  group: string;
  source: string;
  /** Count before the first record. */
  runnable: number;
  limit: number;
}

/** Maximum number of clauses in a row; further clauses are only counted. */
const PARTS_MAX = 3;

/** Converts records in ascending order to rows, oldest first. */
export function ledgerRows(records: readonly EventRecord[], scope: LedgerScope): LedgerRow[] {
  const rows: LedgerRow[] = [];
  const state: Reading = { ...scope, ...firstCount(records, scope), woken: new Set() };
  for (let from = 0; from < records.length; ) {
    const at = records[from]?.at ?? 0;
    let to = from;
    while (to < records.length && records[to]?.at === at) to++;
    const row = rowOf(records.slice(from, to), state);
    if (row !== null) rows.push(row);
    from = to;
  }
  return rows;
}

/** Returns the count before the first change in the records, if they have one. */
function firstCount(records: readonly EventRecord[], { group }: LedgerScope): Partial<LedgerScope> {
  for (const { event } of records) {
    if (event.kind === 'group.count' && event.name === group)
      return { runnable: event.from, limit: event.limit };
    if (event.kind === 'group.limit' && event.name === group)
      return { runnable: event.runnable, limit: event.from };
  }
  return {};
}

interface Reading extends LedgerScope {
  /** Threads that were released but have not returned from their fetch. */
  woken: Set<number>;
}

interface Draft {
  parts: Token[][];
  more: number;
  /** Changes of the count by cause, in order of first occurrence. */
  counts: Map<string, Of<'group.count'>[]>;
  pill: string;
  acted: boolean;
  short: string;
  chain: number[];
  posted: string[];
}

function rowOf(records: readonly EventRecord[], state: Reading): LedgerRow | null {
  const draft: Draft = {
    parts: [],
    more: 0,
    counts: countsByCause(records, state.group),
    pill: '',
    acted: false,
    short: '',
    chain: [],
    posted: [],
  };
  const own = records.filter((record) => note(record, state, draft));
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return null;
  const idle = draft.acted || draft.pill === 'take' ? [] : draft.posted;
  if (draft.posted.length > 0) notePosted(draft, state);
  if (draft.parts.length === 0) return null;
  const chain = state.group === '' ? [] : draft.chain.length > 0 ? draft.chain : [state.runnable];
  return {
    at: first.at,
    first: first.n,
    event: last.n,
    step: last.step,
    what: joined(draft),
    pill: draft.pill === 'take' ? '' : draft.pill,
    acted: draft.acted,
    short: draft.short,
    chain: shortened(chain),
    limit: state.limit,
    idle,
  };
}

/** Shortens a long chain of counts to its first and last value, plus its maximum or minimum if that is neither. */
function shortened(chain: number[]): number[] {
  if (chain.length <= 4) return chain;
  const first = chain[0] as number;
  const last = chain.at(-1) as number;
  const high = Math.max(...chain);
  const low = Math.min(...chain);
  const turn = high > Math.max(first, last) ? [high] : low < Math.min(first, last) ? [low] : [];
  return [first, ...turn, last];
}

/** Adds a record to the draft; false if it concerns another group. */
function note({ event }: EventRecord, state: Reading, draft: Draft): boolean {
  switch (event.kind) {
    case 'group.count':
      if (event.name !== state.group) return false;
      if (draft.chain.length === 0) draft.chain.push(event.from);
      draft.chain.push(event.to);
      state.runnable = event.to;
      state.limit = event.limit;
      noteCount(event, draft);
      return true;
    case 'group.limit':
      if (event.name !== state.group) return false;
      state.limit = event.to;
      state.runnable = event.runnable;
      mark(draft, 'CV', true, `CV ${event.to}`);
      add(draft, say`Concurrency value ${event.from} → ${event.to}`);
      return true;
    case 'source.posted':
      if (event.name !== state.source) return false;
      draft.posted.push(event.item);
      return true;
    case 'thread.released':
      state.woken.add(event.thread);
      return true;
    case 'fetch.returned':
      return noteReturn(event, state, draft);
    case 'fetch.waited':
      if (state.group !== '') return true;
      add(draft, say`${mono(event.name)} waits, nothing pending`);
      short(draft, `${event.name} waits`);
      return true;
    default:
      return noteRest(event, state, draft);
  }
}

type Of<K extends EventKind> = Extract<EventRecord['event'], { kind: K }>;

/** From this many threads with the same cause on, one clause describes them all. */
const TOGETHER = 3;

function countsByCause(records: readonly EventRecord[], group: string): Draft['counts'] {
  const counts: Draft['counts'] = new Map();
  for (const { event } of records) {
    if (event.kind !== 'group.count' || event.name !== group) continue;
    const key = `${event.cause} ${event.detail}`;
    counts.set(key, [...(counts.get(key) ?? []), event]);
  }
  return counts;
}

function noteMany(event: Of<'group.count'>, count: number, draft: Draft): void {
  const where = event.detail === '' || event.detail === 'wait' ? '' : ` in ${event.detail}`;
  const n = `${count} threads`;
  switch (event.cause) {
    case 'W1':
    case 'W2':
    case 'W3':
    case 'pass-on':
    case 'herd':
    case 'exit-gate':
      mark(draft, event.cause === 'pass-on' ? 'W3' : event.cause, true, `${n} woken`);
      add(draft, say`${n} are woken`);
      return;
    case 'unblock':
    case 'fault-done':
      mark(draft, '+1', true, `${n} back`);
      add(draft, say`${n} end their wait${where} and bypass the gate`);
      return;
    case 'wait-gate':
    case 'wait-exit-gate':
      mark(draft, 'gate', true, `${count} held`);
      add(draft, say`${n} are held at the gate`);
      return;
    case 'wait-event':
      short(draft, `${count} wait`);
      add(draft, say`${n} find nothing and wait`);
      return;
    default:
      short(draft, n);
      add(draft, say`${n}: ${mono(event.threadName)} and others ${causeText(event.cause, event.detail)}`);
  }
}

function noteCount(event: Of<'group.count'>, draft: Draft): void {
  const alike = draft.counts.get(`${event.cause} ${event.detail}`) ?? [];
  if (alike.length >= TOGETHER) {
    if (alike[0] === event) noteMany(event, alike.length, draft);
    return;
  }
  const name = mono(event.threadName);
  switch (event.cause) {
    case 'W1':
    case 'W2':
    case 'W3':
    case 'pass-on':
    case 'herd':
    case 'exit-gate':
      mark(draft, event.cause === 'pass-on' ? 'W3' : event.cause, true, `${event.threadName} woken`);
      add(draft, say`${name} is woken`);
      return;
    case 'unblock':
    case 'fault-done':
      mark(draft, '+1', true, `${event.threadName} back`);
      add(draft, say`${name} ${causeText(event.cause, event.detail)} and bypasses the gate`);
      return;
    case 'wait-gate':
      mark(draft, 'gate', true, `${event.threadName} held`);
      add(draft, say`${name} comes to fetch: ${event.from} ≤ ${event.limit} fails, it waits on top`);
      return;
    case 'wait-event':
      short(draft, `${event.threadName} waits`);
      add(draft, say`${name} comes to fetch, nothing pending: it waits on top`);
      return;
    default:
      short(draft, event.cause === 'block' ? `${event.threadName} blocks` : event.threadName);
      add(draft, say`${name} ${causeText(event.cause, event.detail)}`);
  }
}

function noteReturn(event: Of<'fetch.returned'>, state: Reading, draft: Draft): boolean {
  const woken = state.woken.delete(event.thread);
  if (event.error !== '') {
    add(draft, say`the fetch of ${mono(event.name)} returns ${mono(event.error)}`);
    return true;
  }
  if (event.items.length === 0) {
    add(draft, say`${mono(event.name)} returns with nothing`);
    return true;
  }
  const items = event.items.length > 3 ? `${event.items.length} events` : event.items.join(', ');
  add(
    draft,
    woken
      ? say`${mono(event.name)} takes ${mono(items)}`
      : say`${mono(event.name)} comes back and takes ${mono(items)} itself: no switch`,
  );
  if (!woken) short(draft, `${event.name} takes ${items}`);
  if (draft.pill === '') draft.pill = 'take';
  return true;
}

function noteRest(event: EventRecord['event'], state: Reading, draft: Draft): boolean {
  switch (event.kind) {
    case 'source.bound':
      if (event.name !== state.source) return false;
      add(
        draft,
        say`${mono(event.name)} is bound to ${mono(event.groupName)}, ${formatCounted(event.adopted, 'waiter')} adopted`,
      );
      return true;
    case 'source.destroyed':
      if (event.name !== state.source) return false;
      mark(draft, '', true, 'destroyed');
      add(
        draft,
        say`${mono(event.name)} is destroyed: ${formatCounted(event.released, 'waiter is', 'waiters are')} released whatever the limit`,
      );
      return true;
    case 'pool.grew':
      short(draft, `+${event.created} thread`);
      add(
        draft,
        say`no thread is on standby: ${formatCounted(event.created, 'thread is', 'threads are')} created, ${event.live} of ${event.max}`,
      );
      return true;
    case 'command.skipped':
      short(draft, 'skipped');
      add(draft, skippedSentence(event));
      return true;
    case 'call.failed':
      short(draft, event.error);
      add(draft, say`${mono(event.call)} fails with ${mono(event.error)}`);
      return true;
    default:
      return false;
  }
}

/** Adds the arrival, and whether rule W1 could act on it. */
function notePosted(draft: Draft, state: Reading): void {
  const [first = ''] = draft.posted;
  const what =
    draft.posted.length === 1 ? say`${mono(first)} arrives` : say`${draft.posted.length} events arrive`;
  const name = draft.posted.length === 1 ? first : `${draft.posted.length} events`;
  if (draft.acted || draft.pill === 'take') {
    draft.parts.unshift(what);
    return;
  }
  const full = state.group !== '' && state.runnable >= state.limit;
  if (state.group !== '') mark(draft, 'W1', false, full ? `${name}, full` : `${name}, no waiter`);
  draft.parts.unshift(full ? say`${what}, no room: no thread is woken` : say`${what}, and no thread waits`);
}

function mark(draft: Draft, pill: string, acted: boolean, text: string): void {
  if (draft.acted && !acted) return;
  draft.pill = pill;
  draft.acted ||= acted;
  short(draft, text);
}

function short(draft: Draft, text: string): void {
  draft.short = text;
}

function add(draft: Draft, part: Token[]): void {
  if (draft.parts.length < PARTS_MAX) draft.parts.push(part);
  else draft.more++;
}

/** Joins the clauses to one capitalized sentence. */
function joined({ parts, more }: Draft): Token[] {
  const tokens = parts.flatMap((part, i) => (i === 0 ? part : [{ text: '; ' }, ...part]));
  const all = more === 0 ? tokens : [...tokens, { text: `; and ${more} more` }];
  const [head, ...rest] = all;
  if (head === undefined || !('text' in head)) return all;
  return [{ text: head.text.charAt(0).toUpperCase() + head.text.slice(1) }, ...rest];
}
