import type { FilePlace, LineNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import type { RecordedDifference } from '../../protocol/recorded.ts';
import type { Scenario } from '../../protocol/scenario.ts';

/** A record that the exact engine follows, as the page sees it: what the worker of records answers. */

/** One (host, syslog_name) of the record. */
export interface ReplayOf {
  host: string;
  instance: string;
}

/** A record as a run. */
export interface ReplayView extends ReplayOf {
  scenario: Scenario;
  /** Line of the log behind each fact of the run (0 = none: it is derived), and its file among `fileNames`. */
  lines: Uint32Array<ArrayBuffer>;
  files: Uint16Array<ArrayBuffer>;
  fileNames: string[];
  /** Transports whose hand-overs the log states (`qmgr -v`). */
  selectedBy: string[];
  /** Stamps have whole seconds only. */
  wholeSeconds: boolean;
  /** Settings were among the files. */
  hasSettings: boolean;
  times: RunTimes;
  /** Settings that the run does not have, and why. */
  leftOut: { setting: string; value: string; why: string }[];
}

/** What a record shows of the queue manager's own times, microseconds. Derived from lines; nothing of it is assumed. */
export interface RunTimes {
  /**
   * Scans of the deferred queue: every so much by the settings; for each life of the queue manager (from 1) how many scans that
   * brought mail back lie on one grid and how many beside it, its phase (since 1970, modulo `every`), and how far off they lie at most.
   */
  scans: {
    every: Micros;
    lives: { life: number; on: number; off: number; phase: Micros; residual: Micros }[];
  };
  /** Processes whose first request was of a new message, and how long that was in the queue manager (median). */
  starts: { processes: number; median: Micros };
}

/** How far a replay is: facts done and in all. */
export interface FollowProgress {
  done: number;
  total: number;
}

/** Counts of one kind of thing: how many the record has, how many could be held against the run, how many were equal. */
export interface Compared {
  recorded: number;
  compared: number;
  equal: number;
}

/** Where run and record part. Lines count from 1. */
export interface ReplayDifference {
  file: FilePlace;
  line: LineNumber;
  what: string;
  recorded: string;
  predicted: string;
}

/** What came of holding a run against the record that it follows. */
export interface ReplayScore {
  selections: Compared;
  preemptions: Compared;
  windows: Compared;
  deaths: Compared;
  retries: Compared & { flushes: number };
  attempts: { recorded: number; replayed: number };
  b: { compared: number; within: number };
  /** How often they parted, by what about; `order` is what could not be compared. */
  differences: Record<RecordedDifference['what'], number>;
  first: ReplayDifference | null;
}

/**
 * Every delivery of the run, in order (row i is delivery i + 1): whose turn it was in the record, and whom the queue manager
 * of the run chose. Where the log does not state hand-overs the record's side is guessed from the lines of deliveries.
 */
export interface ReplayTurns {
  transports: string[];
  /** Index in `transports`. */
  transport: Uint16Array<ArrayBuffer>;
  /** Number of the message; 0 = none. */
  recorded: Uint32Array<ArrayBuffer>;
  predicted: Uint32Array<ArrayBuffer>;
  /** Microseconds of the run. */
  at: Float64Array<ArrayBuffer>;
  /** Line that states the hand-over, or else the end of the delivery; 0 = none. */
  line: Uint32Array<ArrayBuffer>;
  file: Uint16Array<ArrayBuffer>;
}

/** A replay to its end, or to where it was cancelled. */
export interface ReplayResult {
  score: ReplayScore;
  turns: ReplayTurns;
  /** Differences in the order in which they were met, at most 1,000; `at` in microseconds of the run. */
  differences: (ReplayDifference & { at: Micros })[];
  done: boolean;
}

/** A line of the log as it stands in its file. */
export interface LogLine {
  line: LineNumber;
  text: string;
}
