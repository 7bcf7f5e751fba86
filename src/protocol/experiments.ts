import type { MailScenario } from './scenario.ts';
import type { Micros } from './units.ts';

/** Figures of one run, as in the result tables of SCHEDULER_README. Only first delivery attempts count. */
export interface FirstPassFigures {
  recipients: number;
  deferred: number;
  /** Recipients deferred because the connection, or the greeting, timed out. */
  timedOut: { connect: number; greeting: number };
  /** Instant at which every message had been tried once. */
  ended: Micros;
  /** The window before each feedback event whose amount was applied, in order. */
  windows: number[];
  /** Mean and standard deviation (of the population) of `windows`; 0 when no event counts. */
  meanWindow: number;
  sdWindow: number;
}

/** Figures of one run of a sweep. Retries are not counted. */
export interface SweepFigures {
  events: number;
  ended: Micros;
  /**
   * Recipients of each message that got a delivery slot, in order of arrival. `waits`: how long each waited for its last
   * slot.
   */
  recipients: number[];
  waits: Micros[];
  /** Number of messages that got no slot. */
  unserved: number;
  /** Number of delivered recipients; `deferred` also counts recipients. */
  delivered: number;
  deferred: number;
  /** Recipients delivered per second, from the first arrival to the last slot. */
  throughput: number;
}

/** A sweep as a file: the input of `npm run sweep`, and the first line of its results. */
export interface SweepSpec {
  kind: 'sweep';
  version: 1;
  /** The varied setting as the reader typed it, for display. */
  x: { kind: string; values: string };
  y: { kind: string; values: string } | null;
  scene: string;
  /** Number of runs of each point, one for each seed. */
  seeds: number;
  points: { key: string; x: string; y: string; scenario: MailScenario }[];
}

/** One run of a sweep. `run` = index of the seed × number of points + index of the point. */
export interface SweepLine {
  kind: 'run';
  run: number;
  point: string;
  seed: number;
  figures: SweepFigures;
}
