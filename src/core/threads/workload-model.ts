/** Workloads of the laboratory: requests, policies, and the records of a run (threads/README.md §13, §14, §16). */
import type { GroupId, SourceId, WakeOrder, ThreadPoolId } from '../../protocol/threads.ts';
import type { Micros } from '../../protocol/units.ts';
import type { Row } from '../tables.ts';
import type { MachineConfig } from './config.ts';
import type { Phase } from './model.ts';

/** A duration: fixed, or drawn from an inclusive range. µs. */
export type Span = number | readonly [low: number, high: number];
export type PhaseSpec = { readonly cpu: Span } | { readonly block: Span };

/** One class of requests: how often it comes, relative to the others, and what its handler does. */
export interface RequestClass {
  /** What relations and figures call it. */
  readonly name: string;
  readonly share: number;
  readonly handler: readonly PhaseSpec[];
}

/** A stream of requests and the machine that serves them. All policies get the same arrivals and the same work. */
export interface Workload {
  readonly config: MachineConfig;
  readonly seed: number;
  /** Instant of the first arrival; workers have settled by then. */
  readonly warmup: number;
  readonly count: number;
  readonly gap: Span;
  /** One class: nothing is drawn to choose it. */
  readonly mix: readonly RequestClass[];
  readonly policies: readonly Policy[];
}

/** How requests are served: a pool, its source, and a group or none (§14). */
export interface Policy {
  readonly name: string;
  readonly workers: number;
  readonly wake: WakeOrder;
  readonly cmgroup: boolean;
  /** Limit of the group; 0 = number of CPUs. */
  readonly limit: number;
  /** Largest batch of one fetch. */
  readonly max: number;
  readonly aio: 'no' | 'today' | 'intended';
  /** The pool grows by `growBy` up to `maxWorkers`; 0 = fixed. */
  readonly growBy: number;
  readonly maxWorkers: number;
  /** CPU-bound threads of others in the same run queue (§14). */
  readonly background: number;
}

export const MAX_WORKERS = 100_000;
export const MAX_REQUESTS = 1_000_000;

/**
 * A request: when it arrived, was taken by a thread, and was done (−1 = not yet), and its handler. All requests of a
 * run are drawn before it starts, so that what one policy does cannot change the work of another.
 */
export interface JobRecord extends Row {
  readonly phases: readonly Phase[];
  /** Place of its class in the mix. */
  readonly kind: number;
  /** Sum of its waits. */
  readonly blocked: Micros;
  readonly arrivedAt: Micros;
  takenAt: Micros;
  doneAt: Micros;
}

/** What a worker works through: the batch of its latest fetch, and how many of it are done. Row id = thread id. */
export interface ServingRecord extends Row {
  done: number;
}

/** The one row about a run. */
export interface RunRecord extends Row {
  readonly group: GroupId;
  readonly source: SourceId;
  readonly pool: ThreadPoolId;
  completed: number;
  firstArrival: Micros;
  lastCompletion: Micros;
}
