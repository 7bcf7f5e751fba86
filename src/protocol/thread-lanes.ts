import type { EventNumber, PoolId } from './ids.ts';
import type { RunState, ThreadId, WaitReason, CpuId, CpuPlace } from './threads.ts';
import type { Micros } from './units.ts';

/** What threads did over a window of time: a lane each or, when they are many, how many were in which state. */

/** State of a thread on a lane. `held` = at the gate, `leaving` = in the exit gate of AIO; `none` = not there. */
export const LANE_STATES = [
  'none',
  'running',
  'ready',
  'waiting',
  'held',
  'leaving',
  'blocked',
  'stopped',
] as const;
export type LaneState = (typeof LANE_STATES)[number];

/** A thread before the first step of a run. */
export interface LaneStart {
  id: ThreadId;
  name: string;
  transport: PoolId;
  state: RunState;
  reason: WaitReason;
  /** From 1, 0 = none. */
  cpu: CpuId;
  item: string;
  waitsFor: string;
}

/** A stretch of one thread. */
export interface LanePiece {
  from: Micros;
  to: Micros;
  state: LaneState;
  /** Event of the log that began it; 0 = it began before the run. */
  event: EventNumber;
  /** On a CPU: which, from 0; −1 = not on one, or not known. */
  cpu: CpuPlace;
  /** What it works on; what it waits for. */
  item: string;
  why: string;
}

export interface ThreadLane {
  thread: ThreadId;
  name: string;
  pieces: LanePiece[];
}

/** What happened to a thread at one instant. */
export const LANE_SIGNS = [
  'signal',
  'timeout',
  'page-fault',
  'fault-done',
  'stop',
  'continue',
  'exit',
] as const;
export type LaneSignKind = (typeof LANE_SIGNS)[number];

/** A sign on a lane. */
export interface LaneSign {
  at: Micros;
  kind: LaneSignKind;
  thread: ThreadId;
  name: string;
  /** Event of the log that it stands for: the first of `count` that are too close to be told apart. */
  event: EventNumber;
  count: number;
}

/** The count of the group from `at` on, and the event that made it so (0 = the start). */
export interface CountStep {
  at: Micros;
  event: EventNumber;
  runnable: number;
  /** −1 = there is none. */
  limit: number;
}

/** A value for each column of pixels: the count at its lowest and highest, and the mean number of threads by state. */
export interface ThreadBands {
  low: Float64Array;
  high: Float64Array;
  /** −1 = none. */
  limit: Float64Array;
  running: Float64Array;
  ready: Float64Array;
  waiting: Float64Array;
  held: Float64Array;
  blocked: Float64Array;
}

export interface ThreadLanes {
  from: Micros;
  to: Micros;
  /** Known up to here: past the cursor when the run has been further. */
  head: Micros;
  /** Threads that were there in the window. */
  alive: number;
  /** Each change of the count; null when there are too many to tell apart. */
  counts: CountStep[] | null;
  /** Null when there are more than 40 threads. Pieces narrower than two columns are merged. */
  lanes: ThreadLane[] | null;
  bands: ThreadBands;
  /** By time. Where there are no lanes, those of all threads together. */
  signs: LaneSign[];
}

/** The window, its resolution, and the group or transport that is looked at. */
export interface LanesQuestion {
  name: string;
  from: Micros;
  to: Micros;
  columns: number;
}
