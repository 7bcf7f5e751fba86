import type { LineNumber } from '../../protocol/ids.ts';
import type { EpochMicros, Seconds } from '../../protocol/units.ts';
import type { MailClass } from './classes.ts';
import type { Finding, LateReport } from './findings.ts';
import type { InstanceName } from './instance-name.ts';
import type { LintReport } from './lint.ts';
import type { Result } from '../../protocol/result.ts';
import type { SharedRecord, ShareQuestion } from './share.ts';

/** Questions of the page about a record that is open. Times are whole microseconds since 1970, UTC; durations are seconds. */

/** What the lanes of the overview stand for. */
export type LaneKind = 'destination' | 'transport' | 'relay' | 'class';

export interface OverviewQuestion extends InstanceName {
  from: EpochMicros;
  to: EpochMicros;
  bins: number;
  lanes: LaneKind;
  /** Classes of mail, used when lanes are classes. */
  classes: readonly MailClass[];
  /** Predicate of the mail that is counted; absent or '' = all mail. */
  only?: string;
  /**
   * Subjects of findings, each one or several names joined by `, `. Lanes of these subjects come first, in this order.
   */
  first?: readonly string[];
}

/** Highest and mean value in each bin of a number that changes over time, such as concurrent deliveries. */
export interface Steps {
  most: Int32Array;
  mean: Float64Array;
}

export interface OverviewLane {
  name: string;
  label: string;
  /** Subject in the question's `first` that this lane belongs to, as index + 1; 0 = none. */
  subject: number;
  /** Sum of the seconds that the lane's recipients waited on their first pass through the queue manager. */
  cost: number;
  /** Number of recipients attempted in the time range. */
  tries: number;
  inFlight: Steps;
  /** Highest number of concurrent deliveries that the settings allow. 0 = unknown. */
  limit: number;
  limitName: string;
  /**
   * Number of recipients deferred in each bin: `refused` in or before a session, `dead` without an attempt because
   * the destination was dead.
   */
  refused: Uint32Array;
  dead: Uint32Array;
}

/** All series of one time range, on one time axis. */
export interface Overview {
  from: EpochMicros;
  to: EpochMicros;
  bins: number;
  /** Per bin: messages that became active for the first time, and recipients sent, deferred and bounced. */
  arrivals: Uint32Array;
  sent: Uint32Array;
  deferred: Uint32Array;
  bounced: Uint32Array;
  /**
   * Histogram of the time in the queue manager on the first pass. The count of bin x and step y is at x · steps + y;
   * `edges` has the lower edge of each step.
   */
  waits: Uint32Array;
  steps: number;
  edges: Float64Array;
  median: Float64Array;
  ninety: Float64Array;
  /** Lanes by falling `cost`. The last lane sums up all lanes not listed. */
  lanes: OverviewLane[];
  inQueue: Steps;
  waiting: Steps;
  /** Lines that Postfix logged about itself: warnings, failures, restarts. One for each bin and text. */
  warnings: { time: EpochMicros; text: string; count: number }[];
}

/** Number of bins in the small picture of a finding. */
export const PICTURE_BINS = 44;

/** The findings to draw. The rule of a finding decides which events are counted, between its `from` and `to`. */
export type PictureQuestion = InstanceName & {
  findings: readonly Pick<Finding, 'rule' | 'subject' | 'from' | 'to' | 'figures' | 'words'>[];
};

/** The figures of a small picture. Parts that a picture does not have are empty. Times are shares of its width, 0 to 1. */
export interface FindingPicture {
  /** Bars above the base line, and red bars below it. */
  up: number[];
  down: number[];
  /** Bins during which the destination was dead or the finding lasted. */
  shaded: number[];
  /** A limit of the bars; 0 = none. */
  limit: number;
  /** Each recipient's deferral and next attempt. */
  pairs: { from: number; to: number }[];
  /** Waits by arrival. `height` is a share of the picture's height. */
  dots: { at: number; height: number }[];
  /** Instants of warnings. */
  marks: number[];
}

/** A selection by time, waiting time, lane and predicate. All given conditions must hold. */
export interface Selection {
  from: EpochMicros;
  to: EpochMicros;
  /** Selects recipients whose b is in this range, in seconds. `over` 0 and `under` Infinity = any. */
  over: Seconds;
  under: Seconds;
  /** Selects recipients of the lane with this name. "" = all lanes. */
  lane: string;
  lanes: LaneKind;
  predicate: string;
}

export interface DifferQuestion extends InstanceName {
  selection: Selection;
  classes: readonly MailClass[];
  /** How many messages to list, longest first. Default 100. */
  most?: number;
}

/** One value of an attribute: its share of the selected and of the other recipients, and the test that selects it ("" = none). */
interface AttributeValue {
  value: string;
  selected: number;
  rest: number;
  predicate: string;
}

export interface AttributeRow {
  attribute: string;
  /**
   * Half the sum of the differences between the shares in both parts: 0 = same distribution, 1 = no value in common.
   */
  differs: number;
  values: AttributeValue[];
}

/** Figures of one part: the selected recipients, or all others. */
export interface PartFigures {
  recipients: number;
  messages: number;
  sent: number;
  deferred: number;
  bounced: number;
  /** Medians of a, b, c, d and the 90th percentile of b, in seconds. */
  a: Seconds;
  b: Seconds;
  b90: Seconds;
  c: Seconds;
  d: Seconds;
  waited: number;
  perMinute: number;
}

export interface Differences {
  selected: PartFigures;
  rest: PartFigures;
  /** Attributes whose values differ most between the two parts come first. */
  attributes: AttributeRow[];
  /** Messages of the selection, longest b first. */
  messages: FoundMessage[];
}

/** The lane and time range to examine (other conditions are ignored), and the desired maximum per minute. */
export interface RatesQuestion extends InstanceName {
  selection: Selection;
  classes: readonly MailClass[];
  wanted: number;
}

/** Deliveries per minute of a lane. A delivery is one request to one agent, for one message. */
export interface LaneRates {
  deliveries: number;
  recipients: number;
  /** Mean number of deliveries per minute, and the highest number that began within one minute. */
  perMinute: number;
  busiest: number;
  /** Mean duration of a delivery, and the highest number of concurrent deliveries. */
  seconds: Seconds;
  most: number;
  /** Transport of most of the deliveries, and the number of destinations to which this transport delivered. */
  transport: string;
  destinations: number;
  /** What the settings allow: processes, concurrent deliveries to a destination (0 = no limit), and rate delay in seconds. */
  agents: number;
  limit: number;
  rateDelay: Seconds;
  /** Recipient limit 1 makes each recipient a destination of its own, so neither `limit` nor `rateDelay` slows the lane. */
  eachRecipient: boolean;
  /** Most deliveries per minute under these settings if each takes as long as here, and which setting is the bottleneck. */
  possible: number;
  bound: 'processes' | 'limit' | 'rate delay' | 'none';
  /** Concurrency limit with which the lane stays within `wanted`. 0 = even one concurrent delivery exceeds it. */
  byLimit: number;
  /** Shortest rate delay (whole seconds) with which the lane stays within `wanted`, and the resulting rates. */
  byDelay: { delay: Seconds; least: number; most: number };
  /** True if the transport carried other mail in the record. */
  others: boolean;
  /** Commands with which the lane stays within `wanted`, and the sentence that explains them. */
  lines: string[];
  linesSay: string;
}

export interface FoundMessage {
  id: string;
  time: EpochMicros;
  sender: string;
  recipients: number;
  /** The first recipient of the message. */
  to: string;
  b: Seconds;
  delay: Seconds;
  state: 'sent' | 'deferred' | 'bounced' | 'deleted' | 'open';
}

export interface SearchQuestion extends InstanceName {
  text: string;
  /** Kind of lane. Each message found names the lanes in which it was attempted. */
  lanes: LaneKind;
  classes: readonly MailClass[];
}

/** A search result, with the lanes in which the message was attempted. */
export interface MarkedMessage extends FoundMessage {
  lanes: string[];
}

export interface SearchResult {
  /** The predicate as understood, or how the text was interpreted. */
  as: string;
  count: number;
  messages: MarkedMessage[];
  completions: { text: string; what: string; count: number }[];
  error: string;
}

/** One attempt for a recipient. Times are seconds after the arrival. */
export interface LifeTry {
  /** One recipient of the attempt, and the number of recipients of this message and destination in the same attempt. */
  to: string;
  recipients: number;
  status: string;
  /** True if no attempt was made because the destination was dead. */
  putOff: boolean;
  ordinal: number;
  active: Seconds;
  start: Seconds;
  end: Seconds;
  a: Seconds;
  b: Seconds;
  c: Seconds;
  d: Seconds;
  relay: string;
  reply: string;
  line: LineNumber;
  file: string;
  agent: string;
}

/** Recipients of one destination, drawn as one lane, with counts by outcome. */
export interface LifeGroup {
  destination: string;
  recipients: string[];
  count: number;
  parts: { fate: 'sent' | 'deferred' | 'bounced'; count: number }[];
  tries: LifeTry[];
  /**
   * Pauses after deferrals. By Postfix's rule the next attempt comes at `notBefore` at the earliest, and at `latest`
   * one queue scan later. `came` = time of the actual next attempt; −1 = none, as for a message that is still deferred.
   */
  next: { notBefore: Seconds; latest: Seconds; came: Seconds }[];
}

export interface MessageLife {
  id: string;
  sender: string;
  size: number;
  nrcpt: number;
  client: string;
  user: string;
  messageId: string;
  arrived: EpochMicros;
  ended: EpochMicros;
  end: string;
  activations: Seconds[];
  groups: LifeGroup[];
  links: { id: string; kind: string; to: 'parent' | 'child'; time: EpochMicros }[];
  /** Time of the recipient that took longest, divided by cause. */
  where: { cause: string; seconds: Seconds }[];
  /** Classes, senders or messages that held the agents while the message waited. */
  holders: { name: string; share: number; id: string; messages: number }[];
  sentence: { sent: number; deferred: number; bounced: number; waited: Seconds; total: Seconds };
  rule: { minimal: Seconds; maximal: Seconds; scan: Seconds };
  /** Next attempt of a deferred message by Postfix's rule, seconds after its arrival. Null if the message has ended. */
  nextTry: { notBefore: Seconds; latest: Seconds } | null;
}

/** The part of a message's life that its chart draws. */
export type LifePicture = Pick<MessageLife, 'groups' | 'nextTry'>;

/** Queued mail of one destination at the time of a snapshot. */
export interface QueueRow {
  destination: string;
  recipients: number;
  active: number;
  /** Recipients by age: up to 5, 10, 20 … 1280 minutes, and older. */
  ages: number[];
  reasons: { reason: string; count: number }[];
  /** Recipients due for the next attempt in each step of queue_run_delay after the snapshot. */
  next: number[];
  /** Earliest and latest next attempt, seconds after the snapshot. */
  earliest: Seconds;
  latest: Seconds;
}

export interface QueueView {
  /** When the snapshot was made, and the source of that time. */
  time: EpochMicros;
  timeFrom: 'file' | 'record' | 'file date' | 'qshape';
  minutes: number[];
  rows: QueueRow[];
  recipients: number;
  deferred: number;
  /** On hold: Postfix does not try it until an operator releases it (postsuper -H). */
  held: number;
  active: number;
  reasons: { reason: string; count: number }[];
  scan: Seconds;
  minimal: Seconds;
  maximal: Seconds;
  activeLimit: number;
}

/** What to retry immediately: one destination that has recovered, or '' for everything. */
export interface QueueRun {
  destination: string;
}

/** Outcome of a run that flushes the snapshot. Times are seconds after the flush. */
export interface QueueFates {
  messages: number;
  /** Messages in the run. Messages beyond the run's limit are left out. */
  listed: number;
  recipients: number;
  /** Instant at which every message had been attempted once. */
  tried: Seconds;
  /** Number of recipients delivered at the first attempt, and number delivered by a retry. */
  delivered: number;
  later: number;
  /** Number of recipients that bounced because their mail became too old. */
  returned: number;
  /** Recipients deferred again at the first attempt, by destination, most first. */
  again: { destination: string; count: number }[];
  /** When the queue was empty. Null if mail was left after `followed`. */
  empty: Seconds | null;
  followed: Seconds;
}

export interface QueueRunAnswer {
  /** Address (`#s=…`) of the run. */
  address: string;
  fates: QueueFates;
}

/** Asks for a flush of the snapshot while new messages arrive at this rate, 1 to 2000 per minute. */
export interface FlushBeside {
  perMinute: number;
}

/** Delays of new mail in seconds from arrival to acceptance: during the flush, and (`…Alone`) without it. */
export interface NewMail {
  /** Destination of the new mail. "" = a destination for which no mail waits. */
  destination: string;
  accepted: number;
  /** Number of recipients deferred at the first attempt, and number bounced because their mail became too old. */
  deferred: number;
  returned: number;
  median: Seconds;
  longest: Seconds;
  deferredAlone: number;
  medianAlone: Seconds;
  longestAlone: Seconds;
}

export interface BesideFlush extends FlushBeside {
  /** Number of messages that were flushed. */
  flushed: number;
  /** New mail for a destination with mail waiting, and for one without. */
  same: NewMail;
  elsewhere: NewMail;
  /** Address (`#s=…`) of the run. */
  address: string;
}

export interface LateQuestion extends InstanceName {
  classes: readonly MailClass[];
  from: EpochMicros;
  to: EpochMicros;
  /** Predicate of the mail that the report is about; absent or '' = all mail. */
  only?: string;
}

/** Questions that the worker of records answers. */
export interface RecordQuestions {
  late(question: LateQuestion): Promise<Result<LateReport>>;
  /**
   * As `late`, but the exact engine finds the causes of b. Null if the record does not allow this. May take seconds.
   */
  lateByReplay(question: LateQuestion): Promise<LateReport | null>;
  overview(question: OverviewQuestion): Promise<Overview | null>;
  /** Returns the senders with the most recipients, most first. */
  senders(question: InstanceName): Promise<{ sender: string; recipients: number }[]>;
  /** Returns a picture for each finding, in their order; none when the record is gone. */
  pictures(question: PictureQuestion): Promise<FindingPicture[]>;
  differ(question: DifferQuestion): Promise<Result<Differences>>;
  /** Null if the lane had no delivery in that time. */
  rates(question: RatesQuestion): Promise<LaneRates | null>;
  search(question: SearchQuestion): Promise<SearchResult>;
  message(question: InstanceName & { id: string }): Promise<MessageLife | null>;
  /** Returns what the chart of a message's life draws, with hidden names. */
  lifePicture(question: InstanceName & { id: string }): Promise<LifePicture | null>;
  /** Returns the last queue snapshot. `hidden` = with replaced names. */
  queue(question?: { hidden: boolean }): Promise<QueueView | null>;
  /** Returns the texts that replace the names of classes when names are hidden. */
  plainClassNames(names: readonly string[]): Promise<string[]>;
  /** Flushes the snapshot's mail in the engine. Null without a snapshot. */
  queueRun(question: QueueRun): Promise<QueueRunAnswer | null>;
  /** Computes the delays of new mail during a flush of the snapshot. Null without a snapshot. */
  flushBeside(question: FlushBeside): Promise<BesideFlush | null>;
  /** Checks the record's settings with the record as evidence. Null if it has no settings. */
  lint(question: InstanceName): Promise<LintReport | null>;
  /** Address (`#s=…`) of the run that shows a finding of the last report. Null if it has none. */
  lintScene(finding: number): Promise<string | null>;
  /** Makes a copy of the record with replaced names, which can be shown to others. */
  share(question: ShareQuestion): Promise<Result<SharedRecord>>;
  checkClass(text: string): Promise<Result<MailClass>>;
}
