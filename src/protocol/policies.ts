/** The policy laboratory on the wire: figures and recordings of a stream of requests. */
import type { Micros } from './units.ts';

/** A: many workers without a group. B: one worker a CPU. C: many workers in a group. */
export type PolicyKind = 'plain' | 'fixed' | 'cmgroup';
export const POLICY_ORDER: readonly PolicyKind[] = ['plain', 'fixed', 'cmgroup'];

/** Latency of the requests of one class that have been completed, µs. */
export interface ClassFigures {
  name: string;
  completed: number;
  mean: Micros;
  p99: Micros;
}

/** Figures of one run of the model (threads/README.md §15). Times in µs, `useful` and `busy` shares of CPUs × window. */
export interface PolicyFigures {
  completed: number;
  makespan: Micros;
  throughput: number;
  mean: Micros;
  p99: Micros;
  meanRunnable: number;
  maxRunnable: number;
  maxOvershoot: number;
  overshootShare: number;
  voluntary: number;
  involuntary: number;
  dispatches: number;
  switchTime: Micros;
  contentionTime: Micros;
  useful: number;
  busy: number;
  meanPending: number;
  maxPending: number;
  spurious: number;
  /** Threads that the pool should have by the document's rule, or null. */
  poolEstimate: number | null;
  /** Each class of a mix, in its order; none when there is one kind of request only. */
  classes: readonly ClassFigures[];
}

/** Columns of equal length: row i is one change of the counts. Times count from the first arrival. */
export interface CountColumns {
  at: Float64Array;
  runnable: Float64Array;
  pending: Float64Array;
  done: Float64Array;
}

/** Row i: a thread was on a CPU (from 0) from `from` to `to`; until `work` it paid for the switch. */
export interface StretchColumns {
  cpu: Float64Array;
  thread: Float64Array;
  from: Float64Array;
  work: Float64Array;
  to: Float64Array;
}

/** Row i: a thread was blocked in its handler. */
interface BlockColumns {
  thread: Float64Array;
  from: Float64Array;
  to: Float64Array;
}

/** Row i: request i + 1. −1 = not yet. */
interface RequestColumns {
  arrived: Float64Array;
  taken: Float64Array;
  done: Float64Array;
  thread: Float64Array;
}

/** What happened in one run, for pictures. */
export interface PolicyRecording {
  counts: CountColumns;
  stretches: StretchColumns;
  blocks: BlockColumns;
  requests: RequestColumns;
  /** Names of threads; index = id. */
  names: readonly string[];
  /** The pictures are complete up to here; −1 = to the end. Figures are always of the whole run. */
  cutAt: Micros;
}

export interface PolicyRun {
  kind: PolicyKind;
  workers: number;
  /** The limit that the count is held against: CV, or the number of CPUs. */
  limit: number;
  figures: PolicyFigures;
  recording: PolicyRecording;
}

/** A run of a sweep. `workload` is a `cmgroup-workload/1` file; `policy` the place in its list. */
export interface SweepJob {
  x: number;
  kind: PolicyKind;
  seed: number;
  policy: number;
  workload: unknown;
}

export interface SweepPoint {
  x: number;
  kind: PolicyKind;
  seed: number;
  figures: PolicyFigures;
}
