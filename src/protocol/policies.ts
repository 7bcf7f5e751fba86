/** Messages of the policy laboratory: figures and recordings of a stream of requests. */
import type { Micros } from './units.ts';

/** A: many workers without a group. B: one worker per CPU. C: many workers in a group. */
export type PolicyKind = 'plain' | 'fixed' | 'cmgroup';
export const POLICY_ORDER: readonly PolicyKind[] = ['plain', 'fixed', 'cmgroup'];

/** Latency of the completed requests of one class, in µs. */
export interface ClassFigures {
  name: string;
  completed: number;
  mean: Micros;
  p99: Micros;
}

/** Figures of one run (threads/README.md §15). Times in µs; `useful` and `busy` are shares of CPUs × window. */
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
  /** Pool size by the document's rule, or null. */
  poolEstimate: number | null;
  /** Figures of each class, in the order of the mix; empty when there is only one. */
  classes: readonly ClassFigures[];
}

/** Columns of equal length. Row i is one change of the counts; times count from the first arrival. */
export interface CountColumns {
  at: Float64Array;
  runnable: Float64Array;
  pending: Float64Array;
  done: Float64Array;
}

/** Row i: a thread was on a CPU (numbered from 0) from `from` to `to`; until `work` the CPU paid for the switch. */
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

/** Row i: instants of request i + 1; −1 = not yet. */
interface RequestColumns {
  arrived: Float64Array;
  taken: Float64Array;
  done: Float64Array;
  thread: Float64Array;
}

export interface PolicyRecording {
  counts: CountColumns;
  stretches: StretchColumns;
  blocks: BlockColumns;
  requests: RequestColumns;
  names: readonly string[];
  /** Instant at which the recording ends; −1 = it is complete. Figures always cover the whole run. */
  cutAt: Micros;
}

export interface PolicyRun {
  kind: PolicyKind;
  workers: number;
  /** The limit of the count: CV, or the number of CPUs. */
  limit: number;
  figures: PolicyFigures;
  recording: PolicyRecording;
}

/** One run of a sweep. `workload` is a `cmgroup-workload/1` file; `policy` is an index into the file's list of policies. */
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
