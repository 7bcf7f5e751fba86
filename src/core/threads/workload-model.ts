/** Workloads of the laboratory: requests, policies, and the records of a run (threads/README.md §13, §14, §16). */
import type { GroupId, SourceId, WakeOrder, ThreadPoolId } from '../../protocol/threads.ts';
import type { Micros } from '../../protocol/units.ts';
import type { Row } from '../tables.ts';
import type { MachineConfig } from './config.ts';
import type { Phase } from './model.ts';

/** A duration in µs: fixed, or drawn from an inclusive range. */
export type Span = number | readonly [low: number, high: number];
export type PhaseSpec = { readonly cpu: Span } | { readonly block: Span };

/** A class of requests: its relative frequency, and what its handler does. */
export interface RequestClass {
  readonly name: string;
  readonly share: number;
  readonly handler: readonly PhaseSpec[];
}

/** A stream of requests and the machine that serves them. All policies get the same arrivals and the same work. */
export interface Workload {
  readonly config: MachineConfig;
  readonly seed: number;
  /** Instant of the first arrival (µs). Workers have settled by then. */
  readonly warmup: number;
  readonly count: number;
  readonly gap: Span;
  /** With a single class, no random number is drawn to choose it. */
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
  /** Largest number of items returned by one fetch. */
  readonly max: number;
  readonly aio: 'no' | 'today' | 'intended';
  /** Number of threads by which the pool grows, up to `maxWorkers`; 0 = a pool of fixed size. */
  readonly growBy: number;
  readonly maxWorkers: number;
  /** Number of CPU-bound threads of other programs in the same run queue (§14). */
  readonly background: number;
}

export const MAX_WORKERS = 100_000;
export const MAX_REQUESTS = 1_000_000;

/**
 * A request: its handler, and when it arrived, was taken and was completed (−1 = not yet). All requests of a run are drawn
 * before it starts, so no policy can change the work of another.
 */
export interface JobRecord extends Row {
  readonly phases: readonly Phase[];
  readonly kind: number;
  /** Sum of the waits of the request (µs). */
  readonly blocked: Micros;
  readonly arrivedAt: Micros;
  takenAt: Micros;
  doneAt: Micros;
}

/** Number of completed requests in the batch of a worker's latest fetch. Row id = thread id. */
export interface ServingRecord extends Row {
  done: number;
}

export interface RunRecord extends Row {
  readonly group: GroupId;
  readonly source: SourceId;
  readonly pool: ThreadPoolId;
  completed: number;
  firstArrival: Micros;
  lastCompletion: Micros;
}
