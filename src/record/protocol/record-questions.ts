import type { LineNumber } from '../../protocol/ids.ts';
import type { EpochMicros, Seconds } from '../../protocol/units.ts';
import type { MailClass } from './classes.ts';
import type { LateReport } from './findings.ts';
import type { InstanceName } from './instance-name.ts';
import type { LintReport } from './lint.ts';
import type { Result } from '../../protocol/result.ts';
import type { SharedRecord, ShareQuestion } from './share.ts';

/** What the page asks about a record that is read. Times are whole microseconds since 1970, UTC; durations seconds. */

/** By what the lanes of the overview are put together. */
export type LaneKind = 'destination' | 'transport' | 'relay' | 'class';

export interface OverviewQuestion extends InstanceName {
  from: EpochMicros;
  to: EpochMicros;
  bins: number;
  lanes: LaneKind;
  /** Classes of mail, for lanes of classes. */
  classes: readonly MailClass[];
}

/** The most and the least at once in each bin. */
export interface Steps {
  most: Int32Array;
  mean: Float64Array;
}

export interface OverviewLane {
  name: string;
  /** What a person calls it. */
  label: string;
  /** Seconds that recipients of the first pass waited in it. */
  cost: number;
  /** Recipients tried in the range. */
  tries: number;
  inFlight: Steps;
  /** Most at once that the settings allow; 0 = none known. */
  limit: number;
  limitName: string;
  /** For each bin: put off in a session or before one began; put off without a try, the destination being dead. */
  refused: Uint32Array;
  dead: Uint32Array;
}

/** Everything of one range on one axis of time. */
export interface Overview {
  from: EpochMicros;
  to: EpochMicros;
  bins: number;
  /** Messages that became active for the first time, and recipients sent, put off and returned, for each bin. */
  arrivals: Uint32Array;
  sent: Uint32Array;
  deferred: Uint32Array;
  bounced: Uint32Array;
  /** Time in the queue manager of first passes: count of bin x and step y at x · steps + y; lower edge of each step. */
  waits: Uint32Array;
  steps: number;
  edges: Float64Array;
  median: Float64Array;
  ninety: Float64Array;
  /** Costliest first; what is left over is summed in the last one. */
  lanes: OverviewLane[];
  inQueue: Steps;
  waiting: Steps;
}

/** What is selected: a time, a band of waiting, a lane, a predicate. All that is given must hold. */
export interface Selection {
  from: EpochMicros;
  to: EpochMicros;
  /** Seconds of b; `over` 0 and `under` Infinity = any. */
  over: Seconds;
  under: Seconds;
  /** A lane's name; "" = all. */
  lane: string;
  lanes: LaneKind;
  predicate: string;
}

export interface DifferQuestion extends InstanceName {
  selection: Selection;
  classes: readonly MailClass[];
  /** How many messages are listed, longest first; absent = 100. */
  most?: number;
}

/** One value of an attribute: its shares of the selected and of the rest, and the test that selects it ("" = none). */
interface AttributeValue {
  value: string;
  selected: number;
  rest: number;
  predicate: string;
}

export interface AttributeRow {
  attribute: string;
  /** 0 = alike, 1 = nothing in common: half the sum of the differences of shares. */
  differs: number;
  values: AttributeValue[];
}

/** Figures of the selected and of the rest. */
export interface PartFigures {
  recipients: number;
  messages: number;
  sent: number;
  deferred: number;
  bounced: number;
  /** Medians and 90 % of a, b, c, d, seconds. */
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
  /** What differs most, first. */
  attributes: AttributeRow[];
  /** Messages of the selection, longest b first: queue ids. */
  messages: FoundMessage[];
}

/** A lane and a time of it (its band and filter are not asked for), and how many deliveries a minute there shall be at most. */
export interface RatesQuestion extends InstanceName {
  selection: Selection;
  classes: readonly MailClass[];
  wanted: number;
}

/** Deliveries a minute of a lane: requests of one agent each, for one message. */
export interface LaneRates {
  deliveries: number;
  recipients: number;
  /** On average, and most that began within a minute. */
  perMinute: number;
  busiest: number;
  /** Mean time of one, and most at once. */
  seconds: Seconds;
  most: number;
  /** The transport of most of them, and how many of its destinations they went to. */
  transport: string;
  destinations: number;
  /** What the settings allow: processes and deliveries at once to a destination (0 = no limit), seconds of delay. */
  agents: number;
  limit: number;
  rateDelay: Seconds;
  /** Recipient limit 1: each recipient is a destination, and neither of the two holds the lane back. */
  eachRecipient: boolean;
  /** At most a minute by them, each taking as long as here, and which one bounds it. */
  possible: number;
  bound: 'processes' | 'limit' | 'rate delay' | 'none';
  /** Deliveries at once that stay within what is wanted; 0 = even one makes more. */
  byLimit: number;
  /** Shortest delay, whole seconds, that stays within it, and what it makes a minute. */
  byDelay: { delay: Seconds; least: number; most: number };
  /** Whether its transport had other mail in the record. */
  others: boolean;
  /** What to type to keep it to what is wanted, and what it rests on. */
  lines: string[];
  linesSay: string;
}

export interface FoundMessage {
  id: string;
  time: EpochMicros;
  sender: string;
  recipients: number;
  /** First recipient. */
  to: string;
  b: Seconds;
  delay: Seconds;
  state: 'sent' | 'deferred' | 'bounced' | 'deleted' | 'open';
}

export interface SearchQuestion extends InstanceName {
  text: string;
  /** What lanes are put together by: each message found says in which it was tried. */
  lanes: LaneKind;
  classes: readonly MailClass[];
}

/** A message of a search, with the names of the lanes that it was tried in. */
export interface MarkedMessage extends FoundMessage {
  lanes: string[];
}

export interface SearchResult {
  /** A predicate that was understood, or what the text was taken for. */
  as: string;
  count: number;
  messages: MarkedMessage[];
  completions: { text: string; what: string; count: number }[];
  error: string;
}

/** One try of a recipient, seconds after the arrival. */
export interface LifeTry {
  /** One of its recipients, and how many of this message and destination were tried with it. */
  to: string;
  recipients: number;
  status: string;
  /** Not tried: the destination was dead. */
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

/** Recipients of one destination: one lane, with what became of how many. */
export interface LifeGroup {
  destination: string;
  recipients: string[];
  count: number;
  parts: { fate: 'sent' | 'deferred' | 'bounced'; count: number }[];
  tries: LifeTry[];
  /** Between tries by the rule: not before, then within a scan; of the last one when it waits still. */
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
  /** Seconds, of the recipient that took longest. */
  where: { cause: string; seconds: Seconds }[];
  /** Who had the agents while it waited. */
  holders: { name: string; share: number; id: string; messages: number }[];
  sentence: { sent: number; deferred: number; bounced: number; waited: Seconds; total: Seconds };
  rule: { minimal: Seconds; maximal: Seconds; scan: Seconds };
  /** Of a message that waits still: its next try by the rule, seconds after its arrival; null = it has ended. */
  nextTry: { notBefore: Seconds; latest: Seconds } | null;
}

/** What the picture of a life shows. */
export type LifePicture = Pick<MessageLife, 'groups' | 'nextTry'>;

/** Deferred mail of one destination at the time of a snapshot. */
export interface QueueRow {
  destination: string;
  recipients: number;
  active: number;
  /** Recipients by age: up to 5, 10, 20 … 1280 minutes, and older. */
  ages: number[];
  reasons: { reason: string; count: number }[];
  /** Recipients that may be tried next, in `scans` steps of queue_run_delay from the snapshot on. */
  next: number[];
  /** Earliest and latest next try, seconds after the snapshot. */
  earliest: Seconds;
  latest: Seconds;
}

export interface QueueView {
  /** When the snapshot was made, and from where that is known. */
  time: EpochMicros;
  timeFrom: 'file' | 'record' | 'file date' | 'qshape';
  minutes: number[];
  rows: QueueRow[];
  recipients: number;
  deferred: number;
  active: number;
  reasons: { reason: string; count: number }[];
  scan: Seconds;
  minimal: Seconds;
  maximal: Seconds;
  activeLimit: number;
}

/** What is tried at once of a snapshot: everything (''), or one destination that has recovered. */
export interface QueueRun {
  destination: string;
}

/** What the engine makes of that, in figures; seconds after the flush. */
export interface QueueFates {
  messages: number;
  /** Messages of the snapshot: above so many the rest is left out. */
  listed: number;
  recipients: number;
  /** Everything has been tried once. */
  tried: Seconds;
  /** Recipients that had their mail at the first try, and with a retry. */
  delivered: number;
  later: number;
  /** Recipients that were returned to their senders when their mail was too old. */
  returned: number;
  /** Recipients that were put off again at it, by destination, most first. */
  again: { destination: string; count: number }[];
  /** Nothing is left; null = something still is after `followed`. */
  empty: Seconds | null;
  followed: Seconds;
}

export interface QueueRunAnswer {
  /** Address (`#s=…`) of the run. */
  address: string;
  fates: QueueFates;
}

/** The queue of a snapshot is flushed while so many new messages come within a minute, 1 to 2000. */
export interface FlushBeside {
  perMinute: number;
}

/** What new mail took, arrival to acceptance, seconds: beside the flush, and without it. */
export interface NewMail {
  /** "" = one for which nothing waits. */
  destination: string;
  accepted: number;
  /** Put off at the first try, and returned to their senders when they were too old. */
  deferred: number;
  returned: number;
  median: Seconds;
  longest: Seconds;
  deferredAlone: number;
  medianAlone: Seconds;
  longestAlone: Seconds;
}

export interface BesideFlush extends FlushBeside {
  /** Messages that were flushed. */
  flushed: number;
  /** New mail for a destination that has mail waiting, and for one that has none. */
  same: NewMail;
  elsewhere: NewMail;
  /** Address (`#s=…`) of the run. */
  address: string;
}

export interface LateQuestion extends InstanceName {
  classes: readonly MailClass[];
  from: EpochMicros;
  to: EpochMicros;
}

/** The questions that the worker of records answers. */
export interface RecordQuestions {
  late(question: LateQuestion): Promise<Result<LateReport>>;
  /** The same, b divided by the exact engine; null when the record does not allow it. May take seconds. */
  lateByReplay(question: LateQuestion): Promise<LateReport | null>;
  overview(question: OverviewQuestion): Promise<Overview | null>;
  differ(question: DifferQuestion): Promise<Result<Differences>>;
  /** Null without a delivery of the lane in that time. */
  rates(question: RatesQuestion): Promise<LaneRates | null>;
  search(question: SearchQuestion): Promise<SearchResult>;
  message(question: InstanceName & { id: string }): Promise<MessageLife | null>;
  /** The same picture with hidden names. */
  lifePicture(question: InstanceName & { id: string }): Promise<LifePicture | null>;
  /** `hidden`: with hidden names. */
  queue(question?: { hidden: boolean }): Promise<QueueView | null>;
  /** Names of classes where names are hidden. */
  plainClassNames(names: readonly string[]): Promise<string[]>;
  /** What the engine makes of what waited in the snapshot; null without one. */
  queueRun(question: QueueRun): Promise<QueueRunAnswer | null>;
  /** What new mail waits beside a flush of the snapshot; null without one. */
  flushBeside(question: FlushBeside): Promise<BesideFlush | null>;
  /** The settings of the record checked, the record as evidence; null when it has none. */
  lint(question: InstanceName): Promise<LintReport | null>;
  /** Address (`#s=…`) of the run that shows a finding of the last such report; null when it has none. */
  lintScene(finding: number): Promise<string | null>;
  /** The record with other names, as it may be shown to others. */
  share(question: ShareQuestion): Promise<Result<SharedRecord>>;
  /** Whether a predicate can be read. */
  checkClass(text: string): Promise<Result<MailClass>>;
}
