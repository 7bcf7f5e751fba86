import type { MessageNumber } from '../../protocol/ids.ts';
import type { SavedRun } from '../../protocol/session-api.ts';
import type { Micros, Millis, Seconds } from '../../protocol/units.ts';

/** What begins a line about the processes of all services, where others begin with the name of a server. */
export const PROCESS_LINE = 'processes';

/** One thing that would have been different. */
export type Change =
  /** A parameter of main.cf, by its name; also `smtp_fallback_relay`. */
  | { kind: 'set'; name: string; value: string }
  /** Processes of a service. */
  | { kind: 'maxproc'; service: string; count: number }
  /** A class of mail, or (`@DOMAIN`) the recipients of a domain, gets a service of its own, a copy of smtp. */
  | { kind: 'own'; mailClass: string; service: string; maxproc: number }
  /** A class of mail is sent by a second instance of Postfix on the same machine. */
  | { kind: 'instance'; mailClass: string; service: string; maxproc: number }
  /** `postqueue -f` at an instant of the run. */
  | { kind: 'flush'; at: Micros }
  /** Messages of more recipients are sent in pieces of so many. */
  | { kind: 'split'; recipients: number }
  /** A server that was down or refused is there all the time. */
  | { kind: 'up'; server: string };

export interface Quantiles {
  p10: Seconds;
  p50: Seconds;
  p90: Seconds;
  p99: Seconds;
  max: Seconds;
}

/** What one class of mail met. Seconds; `b` = in the queue manager at the first try, `total` = arrival to acceptance. */
export interface ClassFigures {
  recipients: number;
  deliveredFirst: number;
  deferredFirst: number;
  /** Of them, those whose server was away at that try, or dead for the queue manager because it had been; 0 of a record, which does not say. */
  awayFirst: number;
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
  empty: Seconds;
  /** Most deliveries at once. */
  inFlight: number;
}

/** What stands beside the record's figures. */
export interface CalibrationFigures extends Omit<ClassFigures, 'recipients' | 'awayFirst'> {
  inFlight: number;
  empty: Seconds;
}

/** Whether the model explains the record: `locked` = it does not, and nothing is predicted. */
export interface CalibrationVerdict {
  verdict: 'explains' | 'partly' | 'locked';
  /** Sentences, the gravest first. */
  reasons: string[];
}

/** A class over several runs: medians over the runs, and the lowest and highest of each figure. */
export interface ClassAnswer extends ClassFigures {
  interval: { p50: [Seconds, Seconds]; p90: [Seconds, Seconds] };
  /**
   * How far the runs of the same day differ (a tenth to nine tenths of them): medians of b and of the total time in seconds, per
   * cent deferred at the first try. What differs between them is what the record does not show.
   */
  spread: Range;
  /** The same, lowest to highest of all runs. */
  reach: Range;
  /** Why the record cannot tell, and between what it may lie; null = it can. The figures are then only the middle of what may be. */
  doubt: Doubt | null;
  /** At 0, 5, 10 … 100 per cent of the recipients. */
  curves: Shapes;
  /** 0.9 quantiles by the time of arrival, in equal pieces of the time in which mail arrived; NaN = nothing arrived. */
  times: Shapes;
}

/** A figure as points: medians over the runs, lowest and highest. */
export interface Shape {
  middle: Seconds[];
  low: Seconds[];
  high: Seconds[];
}

/** b at the first try, and the time from arrival until a recipient's mail is there. */
export type Shapes = Record<'b' | 'total', Shape>;

/** Several runs of one variant. */
export interface Answer {
  classes: ClassAnswer[];
  all: ClassAnswer;
  empty: Seconds;
  emptyInterval: [Seconds, Seconds];
  inFlight: number;
  /** Most recipients whose mail was there within one minute. */
  perMinute: number;
  /** Servers that would be asked for more than the record has ever seen them take, the greatest step first. */
  beyond: Beyond[];
}

/** Lowest and highest: medians of b and of the total time in seconds, per cent deferred at the first try. */
export interface Range {
  b: [Seconds, Seconds];
  total: [Seconds, Seconds];
  deferred: [number, number];
}

/** What the record cannot tell of a change. */
export interface Doubt {
  /** Sentences. */
  reasons: string[];
  between: Range;
}

/** A server of an answer: [in the record, with the change]. */
export interface Beyond {
  server: string;
  /** Most sessions at once. */
  atOnce: [number, number];
  /** Most new sessions in a minute. */
  inMinute: [number, number];
}

/** What an administrator does to make a change real. */
export interface ToApply {
  /** Shell lines, in order. */
  lines: string[];
  /** What is needed for them to hold, and what happens to mail in the queue. */
  needs: string;
  /** What to look at afterwards. */
  watch: string;
}

/** A change that was tried. Seconds: less waiting of the class that is helped; more of the other class that pays most, or gains least. */
export interface PredictedChange {
  title: string;
  because: string;
  changes: Change[];
  answer: Answer;
  gain: Seconds;
  cost: Seconds;
  apply: ToApply;
}

/** A change as a run for the page, with the place where it is opened: when the message with this number arrives. */
export interface ChangedRun {
  run: SavedRun;
  number: MessageNumber;
  /** The class that the message is of; '' = all mail. */
  of: string;
  /** How long it waited for its first try in the record (0 = under a second), and whether that try was put off. */
  waited: Seconds;
  deferred: boolean;
}

/** A server as the model has it. */
export interface ServerWords {
  name: string;
  /** What a message and what a recipient takes. */
  message: Millis;
  recipient: Millis;
  /** At once, and new ones in a minute; 0 = no limit is known. */
  sessions: number;
  minute: number;
  /** Outages in seconds after the first message, as `60-63,92-93.5`. */
  down: string;
  /** Limits and outages, in words; empty = none was seen. */
  faults: string[];
}

/** The processes of a model: milliseconds that starting one takes (middle of what was measured; 0 = not seen), max_idle (s), max_use. */
export interface ProcessWords {
  start: Millis;
  idle: Seconds;
  uses: number;
  /** Starts that were measured. */
  seen: number;
}

/** The page of predictions, as far as it is computed. */
export interface PredictView {
  names: string[];
  /** Class that is helped; −1 = all mail. */
  helped: number;
  recorded: RunFigures;
  today: Answer;
  verdict: CalibrationVerdict;
  assumed: string[];
  servers: ServerWords[];
  processes: ProcessWords;
  /** The best first; grows while more are tried. */
  tried: PredictedChange[];
  /** Seconds over which mail arrived: what the points of `times` are spread over. */
  arriving: Seconds;
  seeds: number;
}

export interface PredictProgress {
  doing: string;
  share: number;
}

/** How a record is studied. */
export interface StudyOptions {
  zone: string;
  year: number | null;
  /** Lines NAME=PREDICATE. */
  classes: readonly string[];
  /** Servers as the reader says they are, instead of what was inferred: lines `SERVER sessions=8 down=60-63`, and of processes `processes start=20` (record/importers/model/edit.ts). */
  servers: readonly string[];
  seeds: number;
}
