import type { EventKind, EventRecord } from './events.ts';
import type { MessageId, QueueId, TransportId, MessageNumber } from './ids.ts';
import type { Micros } from './units.ts';

/** The vocabulary of the debugger: breakpoints, watches and searches in the log. */

/** Matches events of one of these kinds about this message (chip number, 0 = any) and this destination ("" = any). */
export interface EventTest {
  kinds: EventKind[];
  message: MessageNumber;
  destination: string;
  /** True = a wake-up (`bucket.opened`) matches only if every bucket opened in its step was empty. */
  nothing?: boolean;
}

/**
 * A test for where to stop: an event, an expression, or both. An expression alone stops at the step that makes it true. With
 * both, the test stops at a matching event after which the expression is true.
 */
export interface StopTest {
  event?: EventTest;
  expression?: string;
  /** Stop at this hit, counted from the start of the search; default 1. */
  hit?: number;
}

/** A breakpoint as stored and sent: a test with its text. */
export interface MarkedBreakpoint {
  text: string;
  test: StopTest;
  enabled: boolean;
}

/** Breakpoints and watches in a link. `watches` null = the default watches. */
export interface DebugMarks {
  breakpoints: readonly MarkedBreakpoint[];
  watches: readonly string[] | null;
}

/** Estimated memory for travelling back in time, in bytes. */
export interface TravelMemory {
  keyframes: number;
  keyframeBytes: number;
  /** When keyframes take more bytes than this, they are thinned. */
  limit: number;
  /** Bytes of the events and decisions of all branches. */
  logBytes: number;
  /** How much farther apart keyframes are than they would be without a memory limit; 1 = no thinning. */
  spread: number;
}

export interface SearchReport {
  running: boolean;
  /**
   * Why the search ended. `end`: no more steps. `limit`: no hit within a simulated hour. `cancelled`: the reader did
   * something else. '' = it has not ended, or no search was made.
   */
  why: '' | 'found' | 'end' | 'limit' | 'cancelled';
  /** Index of the test that stopped the search; −1 = none. */
  test: number;
  /** Number of matches of all tests so far, including tests that did not stop the search. */
  hits: number;
  at: Micros;
}

/** A filter of the event log. All conditions must hold. `message` 0 and `destination` "" = any. */
export interface LogFilter {
  /** Empty = events of all kinds. */
  kinds: EventKind[];
  message: MessageNumber;
  destination: string;
  /** Words that the event's line must contain. `kinds`: kinds of events whose fixed text contains the word. */
  words: { text: string; kinds: EventKind[] }[];
}

/** Names for the ids in events. They do not depend on the cursor; "" = unknown. */
export interface LogNames {
  /** Numbers on chips. */
  messages: [MessageId, number][];
  queues: [QueueId, string][];
  transports: [TransportId, string][];
}

/** Events, and the names of the messages, destinations and transports in them. */
export interface NamedEvents {
  rows: EventRecord[];
  names: LogNames;
}

export interface LogPage extends NamedEvents {
  /** Number of matching events, and of all events. */
  total: number;
  all: number;
  /** Number of events examined so far; less than `all` while the worker is still searching. */
  looked: number;
  from: number;
  /** Index, among the matches, of the latest event at or before the cursor; −1 = none. */
  current: number;
  /** Matches by kind, ignoring the filter's own `kinds`. */
  kinds: [EventKind, number][];
  /** Preemptions among the matches, at most 200: index among the matches, and number of the preempting message. */
  marks: [place: number, message: MessageNumber][];
}

/** Asks for the values of expressions and the hits of tests over the whole known run. */
export interface ScanRequest {
  watches: string[];
  tests: StopTest[];
  /** Number of instants from 0 to the head at which watches are sampled. */
  columns: number;
}

/** Answer to a scan; `null` where an expression has no value. */
export interface ScanReport {
  to: Micros;
  /** Minimum and maximum of each watch in each column. */
  watches: (readonly [number, number] | null)[][];
  /** Steps and instants of the hits of each test, at most 500; `total` counts all. */
  hits: { total: number; steps: number[]; at: Micros[] }[];
}

/** A parsed expression over the state. Values are numbers: a comparison gives 1 or 0. */
export type Expression =
  | { node: 'number'; value: number }
  | { node: 'call'; name: string; argument: Expression | null; destination: string }
  | { node: 'negate' | 'not'; of: Expression }
  | { node: 'binary'; operator: BinaryOperator; left: Expression; right: Expression };

export type BinaryOperator = '+' | '-' | '*' | '/' | '<' | '<=' | '>' | '>=' | '=' | '!=' | 'and' | 'or';
