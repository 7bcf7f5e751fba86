import type { BranchId, DecisionNumber, EventNumber, MessageNumber } from './ids.ts';
import type { BranchRow } from './branches.ts';
import type { LogFilter, LogPage, NamedEvents, ScanReport, ScanRequest } from './debug.ts';
import type { DecisionRecord } from './decisions.ts';
import type { DramaPage } from './dramas.ts';
import type { EventKind, EventRecord } from './events.ts';
import type { Frame, View } from './frame.ts';
import type { AgeTable, FeedbackHistory, MailQueueName, MemoryTable, MessageDetail } from './inspect.ts';
import type { LabReport } from './lab.ts';
import type { CandidateRow, TimelineSlice } from './answers.ts';
import type { CompareReport } from './studies.ts';
import type { Command } from './commands.ts';
import type { RunOutcome } from './outcome.ts';
import type { LanesQuestion, ThreadLanes } from './thread-lanes.ts';
import type { RecordPlace } from './recorded.ts';
import type { Micros, Seconds } from './units.ts';
import type { InflationReport, WaitQuestion, WaitReport } from './waits.ts';
import type { WheelDetail, WheelQuestion } from './wheel.ts';
import type { WhyAnswer, WhyQuestion } from './why.ts';

/**
 * Every question that a page may ask a session about its run, in one table: name, arguments, answer. Questions never change
 * the run. `EMPTY_ANSWERS` applies when no run is open, its kind has no such data, or the worker crashed.
 */
export interface Questions {
  /** `wakeUps` adds marks of the timing wheel's wake-ups: the first of each kind in each small part. */
  timeline(from: Micros, to: Micros, parts: number, wakeUps?: boolean): TimelineSlice;
  /** The candidates of a decision, from the state just before its step; empty for unknown decisions. */
  candidates(decision: DecisionNumber): CandidateRow[];
  /** The reasons for a state at the cursor: the rule, its figures and, if they show it, when the state changes. */
  why(question: WhyQuestion): WhyAnswer;
  /** The feedback events of a destination up to the cursor, at most `limit`; null when there are none. */
  feedback(transport: string, destination: string, limit: number): FeedbackHistory | null;
  /** Events that changed the whole picture up to the cursor, newest first, at most 24. */
  dramas(): DramaPage;
  /** Where each recipient of a message is at the cursor; null when there is no such message. */
  message(number: MessageNumber): MessageDetail | null;
  /** The latest `limit` events about a message up to the cursor, oldest first. */
  messageEvents(number: MessageNumber, limit: number): NamedEvents;
  /** Undelivered recipients by destination and age, as in qshape(1); `first` bucket in seconds. */
  ages(queues: MailQueueName[], first: Seconds): AgeTable;
  /** Which messages have recipients in memory, and which jobs use the recipient slots. */
  memory(): MemoryTable;
  /**
   * What became of each message up to the cursor. With settings: of the same mail up to its end, had they been in force from
   * the start; null when that takes more than a second.
   */
  outcome(settings: Command[]): RunOutcome | null;
  /** The whole timing wheel at the cursor; null when this run has none. */
  wheel(question: WheelQuestion): WheelDetail | null;
  /** The three designs of the timer laboratory at the cursor; null in any other run. */
  lab(): LabReport | null;
  /** States of a group's threads over a window of time, as far as this branch is known; null when there is no such group. */
  threadLanes(question: LanesQuestion): ThreadLanes | null;
  /** Selections number `from` to `to` of this branch, and the feedback decisions between them. */
  decisions(from: DecisionNumber, to: DecisionNumber): DecisionRecord[];
  events(from: EventNumber, to: EventNumber, kinds?: EventKind[]): EventRecord[];
  /** Values of expressions at the cursor; null for a missing value or an invalid expression. */
  evaluate(texts: string[]): (number | null)[];
  /** Evaluates expressions and tests over the whole known run, in the background; null when a newer scan began. */
  scan(request: ScanRequest): ScanReport | null;
  /** A page of this branch's event log. Ask again while `looked` is below `all`. */
  log(filter: LogFilter, from: number, count: number): LogPage;
  /** Hash of the event log up to the cursor. Equal runs have equal hashes on every machine. */
  hash(): string;
  /** Two branches side by side; ask again while `running`. Null when one does not exist. */
  compare(question: { a: number; b: number; transport: string }): CompareReport | null;
  /** Another branch at the instant of the cursor, as a full frame. Null when it does not exist. */
  side(question: { branch: BranchId; view: View }): Frame | null;
  /** What a message, or all messages of its size class, waited for. Null when it does not exist yet. */
  waits(question: WaitQuestion): WaitReport | null;
  inflation(question: { transport: string }): InflationReport | null;
  /** Progress along the record that the run follows or models; null in a run without a record. */
  record(): RecordPlace | null;
}

export type QuestionName = keyof Questions;
export type Asked<Name extends QuestionName> = Parameters<Questions[Name]>;
export type Answer<Name extends QuestionName> = ReturnType<Questions[Name]>;

export interface AskApi {
  ask<Name extends QuestionName>(name: Name, ...asked: Asked<Name>): Promise<Answer<Name>>;
}

const NO_EVENTS: NamedEvents = { rows: [], names: { messages: [], queues: [], transports: [] } };
const NO_BRANCHES: BranchRow[] = [];

export const EMPTY_ANSWERS: Questions = {
  timeline: (from, to) => ({ from, to, counts: [], marks: [], branches: NO_BRANCHES }),
  candidates: () => [],
  why: (question) => ({ question, reasons: [{ rule: 'unknown' }], cached: false }),
  feedback: () => null,
  dramas: () => ({ rows: [], before: 0 }),
  message: () => null,
  messageEvents: () => NO_EVENTS,
  ages: () => ({ bounds: [], rows: [], others: 0, total: { total: 0, buckets: [] } }),
  memory: () => ({ minimum: 0, messages: [], others: 0, unread: 0, pools: [] }),
  outcome: () => null,
  wheel: () => null,
  lab: () => null,
  threadLanes: () => null,
  decisions: () => [],
  events: () => [],
  evaluate: (texts) => texts.map(() => null),
  scan: () => null,
  log: () => ({ total: 0, all: 0, looked: 0, from: 0, ...NO_EVENTS, current: -1, kinds: [], marks: [] }),
  hash: () => '',
  compare: () => null,
  side: () => null,
  waits: () => null,
  inflation: () => null,
  record: () => null,
};
