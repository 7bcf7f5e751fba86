import type { Micros } from './units.ts';

/** One thing that would have been different. */
export type Change =
  /** A parameter of main.cf, by its name; also `smtp_fallback_relay`. */
  | { kind: 'set'; name: string; value: string }
  /** Processes of a service. */
  | { kind: 'maxproc'; service: string; count: number }
  /** A class of mail gets a service of its own, a copy of smtp. */
  | { kind: 'own'; mailClass: string; service: string; maxproc: number }
  /** `postqueue -f` at an instant of the run. */
  | { kind: 'flush'; at: Micros }
  /** Messages of more recipients are sent in pieces of so many. */
  | { kind: 'split'; recipients: number }
  /** A server that was down or refused is there all the time. */
  | { kind: 'up'; server: string };

/** Quantiles in seconds. */
export interface Quantiles {
  p10: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** What one class of mail met. Seconds; `b` = in the queue manager at the first try, `total` = arrival to acceptance. */
export interface ClassFigures {
  recipients: number;
  deliveredFirst: number;
  deferredFirst: number;
  bounced: number;
  b: Quantiles;
  total: Quantiles;
  /** Recipients that had no final outcome when the record, or the run, was over. */
  open: number;
}

/** One run, or the record itself. `empty` = seconds after the first arrival when nothing was left. */
export interface RunFigures {
  classes: ClassFigures[];
  all: ClassFigures;
  empty: number;
  /** Most deliveries at once. */
  inFlight: number;
}

/** What stands beside the record's figures. */
export interface CalibrationFigures extends Omit<ClassFigures, 'recipients'> {
  inFlight: number;
  empty: number;
}

/** Whether the model explains the record: `locked` = it does not, and nothing is predicted. */
export interface CalibrationVerdict {
  verdict: 'explains' | 'partly' | 'locked';
  /** Sentences, the gravest first. */
  reasons: string[];
}

/** A class over several runs: medians over the runs, and the lowest and highest of each figure. */
export interface ClassAnswer extends ClassFigures {
  interval: { p50: [number, number]; p90: [number, number] };
  /** Seconds of b at 0, 5, 10 … 100 per cent, medians over the runs; lowest and highest. */
  curve: number[];
  low: number[];
  high: number[];
}

/** Several runs of one variant. */
export interface Answer {
  classes: ClassAnswer[];
  all: ClassAnswer;
  empty: number;
  emptyInterval: [number, number];
  inFlight: number;
}
