import type { EventKind, EventRecord } from './events.ts';
import type { MessageId, QueueId, TransportId, MessageNumber } from './ids.ts';
import type { Micros } from './units.ts';

/** The vocabulary of the debugger: what one can stop at, watch, and look for in the log. */

/** An event of one of these kinds, about this message (number on the chip, 0 = any) and destination ("" = any). */
export interface EventTest {
  kinds: EventKind[];
  message: MessageNumber;
  destination: string;
  /** Of wake-ups (`bucket.opened`): only steps in which no bucket held anything. */
  nothing?: boolean;
}

/**
 * Where to stop. An expression alone is edge triggered: it stops at the step that makes it true. With an event it is a
 * condition: it stops at the events after which it holds. At least one of them is there.
 */
export interface StopTest {
  event?: EventTest;
  expression?: string;
  /** Stop at this hit, counted from where the search starts; default 1. */
  hit?: number;
}

/** A breakpoint as it is kept and sent: a test with its words. */
export interface MarkedBreakpoint {
  text: string;
  test: StopTest;
  enabled: boolean;
}

/** What a reader has set up to debug a run, as a link carries it. `watches` null = those that are there at the start. */
export interface DebugMarks {
  breakpoints: readonly MarkedBreakpoint[];
  watches: readonly string[] | null;
}

/** Memory that going back costs, in bytes, about. */
export interface TravelMemory {
  keyframes: number;
  keyframeBytes: number;
  /** Keyframes are thinned above this. */
  limit: number;
  /** Events and decisions of all branches. */
  logBytes: number;
  /** Keyframes are this many times as far apart as they would be without a limit. */
  spread: number;
}

/** Why a search ended, and where it is as long as it has not. */
export interface SearchReport {
  running: boolean;
  /** `found`, or why not: nothing is left to happen, an hour passed without a hit, the reader did something else. */
  why: '' | 'found' | 'end' | 'limit' | 'cancelled';
  /** Index of the test that stopped it; −1 = none. */
  test: number;
  /** Hits of all tests on the way, with those that did not stop it. */
  hits: number;
  /** Instant that the search has reached. */
  at: Micros;
}

/** What part of the event log is asked for. Parts are joined by "and". */
export interface LogFilter {
  /** Empty = all. */
  kinds: EventKind[];
  message: MessageNumber;
  destination: string;
  /** Each must occur in the event: in its names and numbers, or because a line of this kind always has the word. */
  words: { text: string; kinds: EventKind[] }[];
}

/** What ids in events are called, wherever the cursor is; a name that is not known is "". */
export interface LogNames {
  /** Numbers on chips. */
  messages: [MessageId, number][];
  queues: [QueueId, string][];
  transports: [TransportId, string][];
}

/** Events, with what they are about by name. */
export interface NamedEvents {
  rows: EventRecord[];
  names: LogNames;
}

/** A page of the filtered log. */
export interface LogPage extends NamedEvents {
  /** Events that match, and all of them. */
  total: number;
  all: number;
  /** Events looked at; less than `all` while the worker still looks. */
  looked: number;
  from: number;
  /** Place among the matches of the latest one that has happened at the cursor; −1 = none. */
  current: number;
  /** Matches by kind, without the filter's own choice of kinds. */
  kinds: [EventKind, number][];
  /** Preemptions among the matches, at most 200: place and number of the message that preempts. */
  marks: [place: number, message: MessageNumber][];
}

/** Values over the whole known run, and where tests hit. */
export interface ScanRequest {
  watches: string[];
  tests: StopTest[];
  /** Instants from 0 to the head at which watches are sampled. */
  columns: number;
}

/** Answer to a scan: `null` where an expression has no value. */
export interface ScanReport {
  to: Micros;
  /** By watch: least and greatest value in each column. */
  watches: (readonly [number, number] | null)[][];
  /** By test: steps and instants of its hits, at most 500; `total` counts all. */
  hits: { total: number; steps: number[]; at: Micros[] }[];
}

/** An expression over the state, as its parser leaves it. Numbers only: a comparison is 1 or 0. */
export type Expression =
  | { node: 'number'; value: number }
  | { node: 'call'; name: string; argument: Expression | null; destination: string }
  | { node: 'negate' | 'not'; of: Expression }
  | { node: 'binary'; operator: BinaryOperator; left: Expression; right: Expression };

export type BinaryOperator = '+' | '-' | '*' | '/' | '<' | '<=' | '>' | '>=' | '=' | '!=' | 'and' | 'or';
