import type { EventNumber, PoolId } from './ids.ts';
import type { RunState, ThreadId, WaitReason, CpuId, CpuPlace } from './threads.ts';
import type { Micros } from './units.ts';

/** What threads did over a window of time: one lane each or, for many threads, their number by state. */

/** State of a thread on a lane. `held` = at the gate, `leaving` = in the exit gate of AIO; `none` = does not exist. */
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

export interface LaneStart {
  id: ThreadId;
  name: string;
  transport: PoolId;
  state: RunState;
  reason: WaitReason;
  /** CPU of the thread, from 1; 0 = none. */
  cpu: CpuId;
  item: string;
  waitsFor: string;
}

export interface LanePiece {
  from: Micros;
  to: Micros;
  state: LaneState;
  /** Number of the event that began this piece; 0 = it began before the run. */
  event: EventNumber;
  /** CPU on which the thread ran, from 0; −1 = none, or unknown. */
  cpu: CpuPlace;
  /** What the thread works on or, while it waits, what it waits for. */
  item: string;
  why: string;
}

export interface ThreadLane {
  thread: ThreadId;
  name: string;
  pieces: LanePiece[];
}

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

export interface LaneSign {
  at: Micros;
  kind: LaneSignKind;
  thread: ThreadId;
  name: string;
  /** The first of `count` events that are too close to draw separately. */
  event: EventNumber;
  count: number;
}

/** The count of the group from `at` on, and the event that caused it (0 = the start). */
export interface CountStep {
  at: Micros;
  event: EventNumber;
  runnable: number;
  /** −1 = no limit. */
  limit: number;
}

/** One value per column of pixels: minimum and maximum of the count, and the mean number of threads by state. */
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
  /** Last known instant of the run, which may be past the cursor. */
  head: Micros;
  /** Number of threads that existed in the window. */
  alive: number;
  /** Each change of the count; null when they are too many to draw separately. */
  counts: CountStep[] | null;
  /** Lane of each thread; null when more than 40 threads exist. Pieces narrower than two columns are merged. */
  lanes: ThreadLane[] | null;
  bands: ThreadBands;
  /** Signs in order of time. If `lanes` is null, signs of all threads share one row. */
  signs: LaneSign[];
}

/** The window, its resolution, and the name of the group or transport. */
export interface LanesQuestion {
  name: string;
  from: Micros;
  to: Micros;
  columns: number;
}
