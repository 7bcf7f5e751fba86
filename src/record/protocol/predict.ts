import type { MessageNumber } from '../../protocol/ids.ts';
import type { SavedRun } from '../../protocol/session-api.ts';
import type { Micros, Millis, Seconds } from '../../protocol/units.ts';

/** A line of `StudyOptions.servers` that begins with this word is about processes. Other lines begin with a server's name. */
export const PROCESS_LINE = 'processes';

/** One change whose effect a prediction computes. */
export type Change =
  /** Sets a parameter of main.cf by its name; `smtp_fallback_relay` is accepted too. */
  | { kind: 'set'; name: string; value: string }
  /** Sets the process limit of a service. */
  | { kind: 'maxproc'; service: string; count: number }
  /** A class of mail, or the recipients of a domain (`@DOMAIN`), gets its own service: a copy of smtp. */
  | { kind: 'own'; mailClass: string; service: string; maxproc: number }
  /** A class of mail is sent by a second Postfix instance on the same machine. */
  | { kind: 'instance'; mailClass: string; service: string; maxproc: number }
  /** Runs `postqueue -f` at an instant of the run. */
  | { kind: 'flush'; at: Micros }
  /** Splits each message that has more recipients than this into messages of at most this many. */
  | { kind: 'split'; recipients: number }
  /** A server that was down or refused mail is available all the time. */
  | { kind: 'up'; server: string };

export interface Quantiles {
  p10: Seconds;
  p50: Seconds;
  p90: Seconds;
  p99: Seconds;
  max: Seconds;
}

/** Figures of one class of mail in seconds. `b` = in the queue manager at the first attempt, `total` = arrival to acceptance. */
export interface ClassFigures {
  recipients: number;
  deliveredFirst: number;
  deferredFirst: number;
  /** Number of `deferredFirst` whose server was unavailable, or still marked dead after that. Always 0 for a record. */
  awayFirst: number;
  bounced: number;
  b: Quantiles;
  total: Quantiles;
  /** Recipients without a final outcome when the record or the run ended. */
  open: number;
}

/** Figures of one run, or of the record itself. `empty` = seconds from the first arrival until no mail was left. */
export interface RunFigures {
  classes: ClassFigures[];
  all: ClassFigures;
  empty: Seconds;
  /** Highest number of concurrent deliveries. */
  inFlight: number;
}

/** The model's figures that are compared with the record's. */
export interface CalibrationFigures extends Omit<ClassFigures, 'recipients' | 'awayFirst'> {
  inFlight: number;
  empty: Seconds;
}

/** Whether the model explains the record. `locked` = it does not, so nothing is predicted. */
export interface CalibrationVerdict {
  verdict: 'explains' | 'partly' | 'locked';
  /** Reasons for the verdict as sentences, most serious first. */
  reasons: string[];
  /** The verdict of each class. `small` = too few recipients to compare. Classes that are small or locked are not predicted. */
  classes: ('explains' | 'partly' | 'small' | 'locked')[];
}

/** Lowest and highest value: median and 90th percentile of b and of the total time (s), and per cent deferred at the first attempt. */
export interface Interval {
  p50: [Seconds, Seconds];
  p90: [Seconds, Seconds];
  total50: [Seconds, Seconds];
  total90: [Seconds, Seconds];
  deferred: [number, number];
}

/** One class over several runs: the median over the runs, and the lowest and highest value of each figure. */
export interface ClassAnswer extends ClassFigures {
  interval: Interval;
  /**
   * 10th to 90th percentile over runs of the same day: medians of b and of the total time in seconds, percentage
   * deferred at the first attempt. These runs differ only in what the record does not show.
   */
  spread: Range;
  /** Lowest to highest value of the figures in `spread`, over all runs. */
  reach: Range;
  /**
   * Why the record cannot decide the answer, and the possible range; the figures are then only the middle of this
   * range. Null if the record decides it.
   */
  doubt: Doubt | null;
  /** Distribution of the delays: one point for each of 0, 5, 10 … 100 % of the recipients. */
  curves: Shapes;
  /** 90th percentiles by time of arrival, in equal parts of the arrival period. NaN = no arrivals. */
  times: Shapes;
}

/** Points of a curve. Each point has the median over the runs, and the lowest and highest value. */
export interface Shape {
  middle: Seconds[];
  low: Seconds[];
  high: Seconds[];
}

/** `b`: time in the queue manager at the first attempt. `total`: time from arrival to acceptance. Both in seconds. */
export type Shapes = Record<'b' | 'total', Shape>;

/** The figures of several runs of one variant: the record's settings with or without a change. */
export interface Answer {
  classes: ClassAnswer[];
  all: ClassAnswer;
  empty: Seconds;
  emptyInterval: [Seconds, Seconds];
  inFlight: number;
  /** Highest number of recipients delivered within one minute. */
  perMinute: number;
  /** Servers that would get more sessions than the record has seen them accept, largest increase first. */
  beyond: Beyond[];
  /** The figures without events after the end of the record, so that they compare with the record's own figures. */
  known: RunFigures;
}

/** Lowest and highest value of the medians of b and of the total time (seconds), and of the percentage deferred at first. */
export interface Range {
  b: [Seconds, Seconds];
  total: [Seconds, Seconds];
  deferred: [number, number];
}

/** The uncertainty of an answer that the record cannot decide. */
export interface Doubt {
  /** Each reason why the record cannot decide, as a sentence. */
  reasons: string[];
  between: Range;
}

/** The load of one server as pairs: [in the record, with the change]. */
export interface Beyond {
  server: string;
  /** Highest number of concurrent sessions. */
  atOnce: [number, number];
  /** Highest number of new sessions in a minute. */
  inMinute: [number, number];
}

/** How an administrator applies a change to Postfix. */
export interface ToApply {
  /** Shell commands, in the order in which to run them. */
  lines: string[];
  /** What the commands require, and what happens to mail already queued. */
  needs: string;
  /** What to check after the change is made. */
  watch: string;
}

/**
 * A change that was tried. `gain`: seconds by which the class to help becomes faster. `cost`: seconds by which another
 * class becomes slower, namely the class that loses most; negative if all of them become faster.
 */
export interface PredictedChange {
  title: string;
  because: string;
  changes: Change[];
  answer: Answer;
  gain: Seconds;
  cost: Seconds;
  apply: ToApply;
}

/** A run with changes. The page opens it at the arrival of message `number`. */
export interface ChangedRun {
  run: SavedRun;
  number: MessageNumber;
  /** Class of message `number`. '' = all mail. */
  of: string;
  /** How long the message waited for its first attempt in the record (0 = under a second), and whether that attempt was deferred. */
  waited: Seconds;
  deferred: boolean;
}

export interface ServerWords {
  name: string;
  /** Time that the server takes for each message and for each recipient, in milliseconds. */
  message: Millis;
  recipient: Millis;
  /** Limits on concurrent sessions and on new sessions in a minute. 0 = none known. */
  sessions: number;
  minute: number;
  /** Outages in seconds after the first message: `60-63,92-93.5`. */
  down: string;
  /** Limits and outages in words. Empty if none was seen. */
  faults: string[];
}

/** Processes as modelled: milliseconds to start one (median of the measured starts; 0 = none seen), max_idle (s) and max_use. */
export interface ProcessWords {
  start: Millis;
  idle: Seconds;
  uses: number;
  /** Number of process starts that were measured. */
  seen: number;
}

/** The view of the What if tab. It grows while predictions are computed. */
export interface PredictView {
  names: string[];
  /** Index of the class to help. −1 = all mail. */
  helped: number;
  recorded: RunFigures;
  today: Answer;
  verdict: CalibrationVerdict;
  assumed: string[];
  servers: ServerWords[];
  processes: ProcessWords;
  /** The changes tried so far, best first. */
  tried: PredictedChange[];
  /** Seconds from the first to the last arrival. The points of `times` divide this period. */
  arriving: Seconds;
  seeds: number;
}

export interface PredictProgress {
  doing: string;
  share: number;
}

export interface StudyOptions {
  zone: string;
  year: number | null;
  /** Classes of mail, each as a line NAME=PREDICATE. */
  classes: readonly string[];
  /**
   * Lines that replace inferred values: `SERVER sessions=8 down=60-63` for a server, `processes start=20` for
   * processes (record/importers/model/edit.ts).
   */
  servers: readonly string[];
  seeds: number;
}
