/** What a call is answered with when the worker crashes before it answers: the empty form of each answer. */
import type { LogPage, NamedEvents, SearchReport, TravelMemory } from '../protocol/debug.ts';
import type { AgeTable, MemoryTable } from '../protocol/inspect.ts';
import type { Result } from '../protocol/result.ts';

/** For calls that answer nothing. */
export function nothing(): void {}

/** An empty list. */
export function none(): never[] {
  return [];
}

/** For questions about one thing: it is not there. */
export function nobody(): null {
  return null;
}

/** Nobody waits. */
export function noAges(): AgeTable {
  return { bounds: [], rows: [], others: 0, total: { total: 0, buckets: [] } };
}

/** A search that was given up. */
export function noSearch(): SearchReport {
  return { running: false, why: 'cancelled', test: -1, hits: 0, at: 0 };
}

/** Nothing is kept. */
export function noMemory(): TravelMemory {
  return { keyframes: 0, keyframeBytes: 0, limit: 0, logBytes: 0, spread: 1 };
}

/** Nothing happened. */
export function noEvents(): NamedEvents {
  return { rows: [], names: { messages: [], queues: [], transports: [] } };
}

/** A log without records. */
export function noLog(): LogPage {
  return { total: 0, all: 0, looked: 0, from: 0, ...noEvents(), current: -1, kinds: [], marks: [] };
}

/** For what changes the run: it did not happen. */
export function refused(): Result<never> {
  const accepted = 'the same again: the simulation crashed and was started anew';
  return { ok: false, errors: [{ field: 'worker', value: 'crashed', accepted }] };
}

/** No message is in memory. */
export function noMail(): MemoryTable {
  return { minimum: 0, messages: [], others: 0, unread: 0, pools: [] };
}
