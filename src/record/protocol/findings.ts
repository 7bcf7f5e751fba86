import type { MailClass } from './classes.ts';
import type { LineNumber } from '../../protocol/ids.ts';
import type { EpochMicros, Seconds } from '../../protocol/units.ts';

/**
 * The report on why mail was late, as figures. explain/findings/ turns them into sentences for the page and the
 * command line. Times are whole microseconds since 1970 (UTC); durations and costs are seconds.
 */

/** Each rule finds one kind of cause. */
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
  'transport-failed',
  'login-refused',
  'tls-failed',
  'mail-loop',
  'own-failure',
  'mailbox-full',
  'recipient-limit',
  'resolver',
  'network',
  'ipv6',
  'clog',
  'process-limit',
  'corrupt-file',
  'watchdog',
  'bounce-failed',
  'no-space',
  'untried',
  'excerpt',
  'log-gap',
] as const;
export type FindingRule = (typeof FINDING_RULES)[number];

/** Thresholds of the rules. They are data so that users can read and change them. */
export interface Thresholds {
  /** A finding that explains fewer recipient-seconds of waiting than this is not reported. */
  cost: number;
  /** A recipient counts as "waited" after more seconds than this in the queue manager. */
  late: Seconds;
  /** All agents were busy, or a window was full, for at least this many seconds while mail waited. */
  full: Seconds;
  /** One message held more than this share of the agents, for at least `held` seconds. */
  share: number;
  held: Seconds;
  /** Minimum number of events: refusals, suspended recipients, greylisted recipients, or retries off the scan grid. */
  count: number;
  /** A server is slow if c or d is at least this many times the record's median, and at least `slow` seconds. */
  times: number;
  slow: Seconds;
  /** Before its first activation, mail spent at least this many seconds before the queue manager (`a` of delays=). */
  before: Seconds;
  /** The active queue held at least this share of qmgr_message_active_limit. */
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

/** The share of the agents, or of another resource, that a class, a sender or one message held. */
export interface Share {
  name: string;
  /** Part of the whole, from 0 to 1. */
  share: number;
  messages: number;
  /** Queue id if the share belongs to one message, otherwise "". */
  id: string;
  recipients: number;
}

export interface Finding {
  rule: FindingRule;
  from: EpochMicros;
  to: EpochMicros;
  /** Transport, destination or relay that the finding is about. "" = all. */
  subject: string;
  /** Recipient-seconds of waiting that the finding explains. */
  cost: number;
  /** Recipients that waited for this cause, and their median and longest wait in seconds. */
  recipients: number;
  median: Seconds;
  longest: Seconds;
  /** Figures that the sentence of the rule contains, by name. */
  figures: Readonly<Record<string, number>>;
  /** Words that the sentence of the rule quotes, by name. They come from outside: never use them as HTML. */
  words: Readonly<Record<string, string>>;
  shares: Share[];
  /** Evidence of the finding: the number of log lines, and the first queue ids and lines. */
  rests: { count: number; ids: string[]; lines: { file: string; line: LineNumber }[] };
}

/** Where a class spent its time, in recipient-seconds. */
interface TimeShares {
  before: Seconds;
  queue: Seconds;
  connect: Seconds;
  deliver: Seconds;
  /** Time deferred between two attempts. */
  pause: Seconds;
  /** Time active without an attempt. Counted only if it is too long for a message that merely waits for its turn. */
  untried: Seconds;
}

/** Time in the queue manager (b of delays=) by cause, in recipient-seconds. The causes add up to `TimeShares.queue`. */
export interface QueueShares {
  /** Mail waited because all agents of its transport were busy. */
  agents: number;
  window: number;
  rate: number;
  /** `dead`: the destination was dead. `scan`: in incoming, or recipients not read yet. `other`: the cause is unknown. */
  dead: number;
  scan: number;
  other: number;
}

export interface Verdict {
  /** Name of the class. "" = all mail. */
  name: string;
  predicate: string;
  messages: number;
  recipients: number;
  /**
   * Number of recipients that spent over `late` seconds in the queue manager in all attempts together. Median, 90th percentile
   * and maximum are over all recipients.
   */
  waited: number;
  bMedian: Seconds;
  b90: Seconds;
  bMax: Seconds;
  /** Seconds from arrival to acceptance, accepted recipients only. */
  totalMedian: Seconds;
  total90: Seconds;
  totalMax: Seconds;
  /** Deferred attempts, and recipients whose first attempt was deferred. */
  deferred: number;
  firstDeferred: number;
  sent: number;
  /** Messages that were active without an attempt, and the longest time of one. */
  untried: { messages: number; recipients: number; longest: Seconds };
  time: TimeShares;
  queue: QueueShares;
  /** Time between attempts by cause of the deferral, in recipient-seconds. */
  pauses: {
    dead: number;
    refused: number;
    /** Something of this machine failed: a program, a login, its resolver or its network. */
    own: number;
    greylisting: number;
    other: number;
    scan: number;
  };
  /** Shares of the agents that mail held while the class waited for an agent, largest first. */
  holders: Share[];
  /** How the causes of b were found: `replay` = by the exact engine, `counts` = from counts of busy resources. */
  method: 'replay' | 'counts';
}

export interface LateReport {
  host: string;
  instance: string;
  from: EpochMicros;
  to: EpochMicros;
  /** Recipient-seconds that all mail waited. */
  cost: number;
  verdicts: Verdict[];
  findings: Finding[];
  /** Number of findings left out because each cost less than those listed. */
  more: number;
  /** Why the exact engine could not find the causes of b. "" when it did. */
  whyCounts: string;
  thresholds: Thresholds;
}

export interface LateOptions {
  classes: readonly MailClass[];
  /** The report covers only mail that was in the queue between `from` and `to`. `to` 0 = no end. */
  from: EpochMicros;
  to: EpochMicros;
  thresholds: Partial<Thresholds>;
}
