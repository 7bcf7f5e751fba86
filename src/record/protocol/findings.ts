import type { MailClass } from './classes.ts';
import type { LineNumber } from '../../protocol/ids.ts';
import type { EpochMicros, Seconds } from '../../protocol/units.ts';

/**
 * Why mail was late: what is found in a record, as figures. The sentences are made of them in one place (explain/findings/),
 * for the page and the command line. Times are whole microseconds since 1970 (UTC); durations and costs are seconds.
 */

/** The rules: each finds one kind of cause. */
const FINDING_RULES = [
  'agents-busy',
  'one-message',
  'window-full',
  'rate-delay',
  'dead',
  'sessions',
  'provider-rate',
  'greylisting',
  'unreachable',
  'put-off',
  'retries',
  'flush',
  'before-queue',
  'slow-connect',
  'slow-server',
  'reload',
  'scan',
  'incoming',
  'log-gap',
] as const;
export type FindingRule = (typeof FINDING_RULES)[number];

/** What must be reached before something is said. Data, so that a reader can see and change it. */
export interface Thresholds {
  /** Recipient-seconds of waiting below which nothing is worth a sentence. */
  cost: number;
  /** A recipient "waited" when it was longer than this in the queue manager, seconds. */
  late: Seconds;
  /** All agents busy, or a window full, with mail waiting: seconds. */
  full: Seconds;
  /** One message had more than this share of the agents, for so many seconds. */
  share: number;
  held: Seconds;
  /** Refusals, put-off recipients, greylisted ones, mail that came off the scan grid: so many. */
  count: number;
  /** c or d this many times the median of the record, and seconds at least. */
  times: number;
  slow: Seconds;
  /** Seconds before the queue manager on a first pass. */
  before: Seconds;
  /** Share of qmgr_message_active_limit. */
  active: number;
}

export const THRESHOLDS: Thresholds = {
  cost: 30,
  late: 10,
  full: 5,
  share: 0.5,
  held: 10,
  count: 5,
  times: 10,
  slow: 5,
  before: 10,
  active: 0.2,
};

/** A holder of agents, or a share of anything: a class, a sender, one message. */
export interface Share {
  name: string;
  /** 0 to 1. */
  share: number;
  messages: number;
  /** Queue id when it is one message. */
  id: string;
  recipients: number;
}

export interface Finding {
  rule: FindingRule;
  from: EpochMicros;
  to: EpochMicros;
  /** Transport, destination, relay: whom it is about. "" = all. */
  subject: string;
  /** Recipient-seconds of waiting that it explains. */
  cost: number;
  /** Recipients that waited for it, and the median and longest wait of one, seconds. */
  recipients: number;
  median: Seconds;
  longest: Seconds;
  /** Figures by name, as the sentence of the rule needs them. */
  figures: Readonly<Record<string, number>>;
  /** Words by name: what the sentence quotes. Text from outside: never HTML. */
  words: Readonly<Record<string, string>>;
  shares: Share[];
  /** What it rests on: queue ids and lines, the first of them, and how many there are. */
  rests: { count: number; ids: string[]; lines: { file: string; line: LineNumber }[] };
}

/** Where the time of a class went: recipient-seconds. */
interface TimeShares {
  before: Seconds;
  queue: Seconds;
  connect: Seconds;
  deliver: Seconds;
  /** Between tries. */
  pause: Seconds;
}

/** What b was spent on: recipient-seconds; they add up to `queue`. */
export interface QueueShares {
  /** All agents of the transport busy. */
  agents: number;
  window: number;
  rate: number;
  /** Destination dead, incoming or recipients not read yet, and what is not known. */
  dead: number;
  scan: number;
  other: number;
}

export interface Verdict {
  /** Name of the class; "" = all mail. */
  name: string;
  predicate: string;
  messages: number;
  recipients: number;
  /** Recipients whose time in the queue manager, all tries, was over `late`; its median and maximum over all. */
  waited: number;
  bMedian: Seconds;
  b90: Seconds;
  bMax: Seconds;
  /** Arrival to acceptance of what was accepted, seconds. */
  totalMedian: Seconds;
  total90: Seconds;
  totalMax: Seconds;
  deferred: number;
  sent: number;
  time: TimeShares;
  queue: QueueShares;
  /** Between tries, by what put it off: recipient-seconds. */
  pauses: { dead: number; refused: number; greylisting: number; other: number; scan: number };
  /** Who had the agents while the class waited for one, most first. */
  holders: Share[];
  /** `replay`: b was divided by the exact engine that follows the record; `counts`: from what was busy meanwhile. */
  method: 'replay' | 'counts';
}

/** Of one (host, instance). */
export interface LateReport {
  host: string;
  instance: string;
  from: EpochMicros;
  to: EpochMicros;
  /** Recipient-seconds of all mail. */
  cost: number;
  verdicts: Verdict[];
  findings: Finding[];
  /** Found, but not among them: they cost less than each of them. */
  more: number;
  /** Why the replay was not used; "" when it was. */
  whyCounts: string;
  thresholds: Thresholds;
}

/** What one asks. */
export interface LateOptions {
  classes: readonly MailClass[];
  /** Only mail that was in the queue between; 0 = no end. */
  from: EpochMicros;
  to: EpochMicros;
  thresholds: Partial<Thresholds>;
}
