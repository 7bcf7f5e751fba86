import type { FilePlace, LineNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import type { RecordedDifference } from '../../protocol/recorded.ts';
import type { Scenario } from '../../protocol/scenario.ts';

/** Answers of the worker of records about a record that the exact engine follows. */

/** One instance (host and syslog_name) of the record. */
export interface ReplayOf {
  host: string;
  instance: string;
}

/** A record opened as a run. */
export interface ReplayView extends ReplayOf {
  scenario: Scenario;
  /** Log line behind each fact of the run (0 = derived, no line), and its file as an index of `fileNames`. */
  lines: Uint32Array<ArrayBuffer>;
  files: Uint16Array<ArrayBuffer>;
  fileNames: string[];
  /** Transports whose hand-overs are in the log (`qmgr -v`). */
  selectedBy: string[];
  /** True if the time stamps have whole seconds only. */
  wholeSeconds: boolean;
  /** True if the files of the record included settings. */
  hasSettings: boolean;
  times: RunTimes;
  /** Settings that the run lacks, and why. */
  leftOut: { setting: string; value: string; why: string }[];
}

/** The queue manager's own timing as derived from the log, in microseconds. Nothing here is assumed. */
export interface RunTimes {
  /**
   * Scans of the deferred queue. `every`: the interval in the settings. `lives`: per life of the queue manager (from
   * 1), how many scans that reactivated mail are on one time grid and how many are off it, the phase of the grid
   * (since 1970, modulo `every`), and the largest deviation from it.
   */
  scans: {
    every: Micros;
    lives: { life: number; on: number; off: number; phase: Micros; residual: Micros }[];
  };
  /**
   * Processes that began with a message on its first pass, and the median time of these messages in the queue manager.
   */
  starts: { processes: number; median: Micros };
}

/** Progress of a replay in facts. */
export interface FollowProgress {
  done: number;
  total: number;
}

/** One kind of event: how many the record has, how many could be compared with the run, how many were equal. */
export interface Compared {
  recorded: number;
  compared: number;
  equal: number;
}

/** One difference between run and record. Lines count from 1. */
export interface ReplayDifference {
  file: FilePlace;
  line: LineNumber;
  what: string;
  recorded: string;
  predicted: string;
}

/** The result of comparing a run with the record that it follows. */
export interface ReplayScore {
  selections: Compared;
  preemptions: Compared;
  windows: Compared;
  deaths: Compared;
  retries: Compared & { flushes: number };
  attempts: { recorded: number; replayed: number };
  b: { compared: number; within: number };
  /** Number of differences by kind. `order` counts events that could not be compared. */
  differences: Record<RecordedDifference['what'], number>;
  first: ReplayDifference | null;
}

/**
 * Every delivery of the run in order (row i is delivery i + 1): the message that had the turn in the record, and the one that the run's
 * queue manager chose. Where the log does not state hand-overs, the recorded turn is inferred from delivery lines.
 */
export interface ReplayTurns {
  transports: string[];
  /** Transport of each delivery, as an index in `transports`. */
  transport: Uint16Array<ArrayBuffer>;
  /** Number of the message that had the turn in the record (`recorded`) and in the run. 0 = none. */
  recorded: Uint32Array<ArrayBuffer>;
  predicted: Uint32Array<ArrayBuffer>;
  /** Start of each delivery, in microseconds of the run. */
  at: Float64Array<ArrayBuffer>;
  /** Log line of the hand-over or, where the log has none, of the end of the delivery. 0 = neither. */
  line: Uint32Array<ArrayBuffer>;
  file: Uint16Array<ArrayBuffer>;
}

/** A replay that reached its end or was cancelled. */
export interface ReplayResult {
  score: ReplayScore;
  turns: ReplayTurns;
  /** Differences in the order of the run, at most 1,000. `at` is in microseconds of the run. */
  differences: (ReplayDifference & { at: Micros })[];
  done: boolean;
}

/** A line of the log as written in its file. */
export interface LogLine {
  line: LineNumber;
  text: string;
}
