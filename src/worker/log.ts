import type { Decision } from '../protocol/decisions.ts';
import type { CoreEvent, EventKind } from '../protocol/events.ts';
import type { Cursor } from '../protocol/frame.ts';
import type { MessageId, QueueId, TransportId } from '../protocol/ids.ts';
import type { Micros } from '../protocol/units.ts';
import { type Column, columnAt, createColumn, pushColumn } from './column.ts';
import { type LoggedMark, markOf } from './marks.ts';
import { createThreadTrail, noteThreads, type ThreadTrail } from './thread-trail.ts';
import { DECISION_FORMS, writeDecision } from './decision-forms.ts';
import { EVENT_FORM, EVENT_FORMS, writeEvent } from './event-forms.ts';
import { addPacked, createPackedList, type PackedList, roomForForm } from './packed-list.ts';

/** Kinds of steps that one can go to, each with an index. */
export type StepKind =
  | 'decision'
  | 'delivery'
  | 'preemption'
  | 'message'
  | 'wakeup'
  | WokeKind
  | 'purge'
  | 'cause';

/** What a wake-up found: a timer fell, a timer's tick opened, or nothing was there in any bucket. */
export type WokeKind = 'cascade' | 'ran' | 'empty';

/**
 * What happened in the steps of one branch since its fork: step `base.step + 1` is at index 0 of the columns.
 * Counts are those of the whole run after the step, so that a cursor is one read.
 *
 * Events and decisions are packed into buffers under a cap; the oldest are let go beyond it, and made again from the
 * keyframes when somebody asks (`branches.ts`).
 */
export interface LogSegment {
  readonly base: Cursor;
  /** Decision records (selections and others) before this segment. */
  readonly baseRecords: number;
  at: Column;
  events: PackedList<CoreEvent>;
  /** Kind of each event, as its number in `kindNames`: filters look here before they unpack anything. */
  kinds: Column;
  kindNames: EventKind[];
  kindIds: Map<EventKind, number>;
  /** The same by form, where an event has one: asked for nearly every event of a run. */
  kindOfForm: number[];
  eventEnd: Column;
  records: PackedList<Decision>;
  recordEnd: Column;
  selectionEnd: Column;
  /** Index in `records` of each selection of this segment. */
  selections: Column;
  steps: Record<StepKind, Column>;
  marks: LoggedMark[];
  /** The first message injected here, 0 = none was: those with lower ids are of the branch that this one left. */
  firstMessage: MessageId;
  /** Chip numbers of messages injected here whose number is not their id. */
  numbers: Map<MessageId, number>;
  /** Names of the destinations made here, and of the transports. */
  queues: Map<QueueId, string>;
  transports: Map<TransportId, string>;
  /** Who was in which state, for lanes and counts. */
  threads: ThreadTrail;
}

/**
 * Bytes of events, and of decisions, that a branch keeps: some ten million events. Everything a reader scrolls through
 * stays at hand, and a tab that is left running does not grow for ever.
 */
export const LOG_BYTES = { events: 256 * 1024 * 1024, records: 128 * 1024 * 1024 } as const;

/**
 * What one step reported, before it is known that the step ended well. All of it happened at the step's instant. The
 * lists are longer than their counts: emptying a list lets its memory go, and the next step would ask for it again.
 */
export interface StepReport {
  readonly events: CoreEvent[];
  eventCount: number;
  readonly decisions: Decision[];
  decisionCount: number;
}

/** A report of nothing yet. */
export function createReport(): StepReport {
  return { events: [], eventCount: 0, decisions: [], decisionCount: 0 };
}

/** Decisions of a report. */
export function decisionsOf({ decisions, decisionCount }: StepReport): Decision[] {
  return decisions.slice(0, decisionCount);
}

/** Events of a report. */
export function eventsOf({ events, eventCount }: StepReport): CoreEvent[] {
  return events.slice(0, eventCount);
}

/** An empty segment after `base`. */
export function createSegment(
  base: Cursor,
  baseRecords: number,
  limits: { events: number; records: number },
): LogSegment {
  return {
    base,
    baseRecords,
    at: createColumn('f64'),
    events: createPackedList(EVENT_FORMS, limits.events),
    kinds: createColumn('u8'),
    kindNames: [],
    kindIds: new Map(),
    kindOfForm: [],
    eventEnd: createColumn('u32'),
    records: createPackedList(DECISION_FORMS, limits.records),
    recordEnd: createColumn('u32'),
    selectionEnd: createColumn('u32'),
    selections: createColumn('u32'),
    steps: {
      decision: createColumn('u32'),
      delivery: createColumn('u32'),
      preemption: createColumn('u32'),
      message: createColumn('u32'),
      wakeup: createColumn('u32'),
      cascade: createColumn('u32'),
      ran: createColumn('u32'),
      empty: createColumn('u32'),
      purge: createColumn('u32'),
      cause: createColumn('u32'),
    },
    marks: [],
    firstMessage: 0,
    numbers: new Map(),
    queues: new Map(),
    transports: new Map(),
    threads: createThreadTrail(),
  };
}

/** Last step of the segment. */
export function segmentHead(segment: LogSegment): number {
  return segment.base.step + segment.at.length;
}

/** Appends the step after the head. Whole steps only: a step that threw leaves no trace in the log. */
export function appendStep(segment: LogSegment, at: Micros, report: StepReport): void {
  const step = segmentHead(segment) + 1;
  const { events } = segment;
  for (let i = 0; i < report.eventCount; i++) {
    const event = report.events[i]!;
    const words = roomForForm(events);
    const form = addPacked(events, writeEvent(words, events.used, event, events.packer), event);
    const known = form === 0 ? undefined : segment.kindOfForm[form];
    const kind = known ?? kindId(segment, event.kind);
    pushColumn(segment.kinds, kind);
    if (form === 0) noteEvent(segment, event, at, step);
    else {
      if (known === undefined) segment.kindOfForm[form] = kind;
      if (form === EVENT_FORM['delivery.ended']) noteStep(segment.steps.delivery, step);
    }
  }
  noteEmptyWake(segment.steps, step);
  appendDecisions(segment, step, report);
  pushColumn(segment.at, at);
  pushColumn(segment.eventEnd, segment.base.event + segment.events.length);
  pushColumn(segment.recordEnd, segment.baseRecords + segment.records.length);
  pushColumn(segment.selectionEnd, segment.base.decision + segment.selections.length);
}

/** Books a step of a kind, once. */
function noteStep(column: Column, step: number): void {
  if (!isLast(column, step)) pushColumn(column, step);
}

/** A wake-up for nothing is known at the end of its step: several buckets may come due at once. */
function noteEmptyWake({ wakeup, cascade, ran, empty }: LogSegment['steps'], step: number): void {
  if (isLast(wakeup, step) && !isLast(cascade, step) && !isLast(ran, step)) pushColumn(empty, step);
}

function isLast(column: Column, step: number): boolean {
  return column.length > 0 && columnAt(column, column.length - 1) === step;
}

/** What the log keeps of an event beside the event. Those of a delivery, which are most, have nothing of it. */
function noteEvent(segment: LogSegment, event: CoreEvent, at: Micros, step: number): void {
  const kind = STEP_KINDS[event.kind];
  if (kind !== undefined) noteStep(segment.steps[kind], step);
  if (noteThreads(segment.threads, at, segment.base.event + segment.events.length, event)) {
    noteStep(segment.steps.cause, step);
  }
  if (event.kind === 'bucket.opened') {
    if (event.moved > 0) noteStep(segment.steps.cascade, step);
    if (event.ran > 0) noteStep(segment.steps.ran, step);
  }
  if (event.kind === 'queue.created') segment.queues.set(event.queue, event.name);
  if (event.kind === 'transport.created') segment.transports.set(event.transport, event.name);
  if (event.kind === 'message.injected') noteNumber(segment, event.msg, event.name);
  const mark = markOf(event, at, step);
  if (mark !== null) segment.marks.push(mark);
}

/** Kinds of events that make a step one that one can go to. */
const STEP_KINDS: Partial<Record<EventKind, StepKind>> = {
  'message.done': 'message',
  'bucket.opened': 'wakeup',
  'purgatory.purged': 'purge',
  'lab.purged': 'purge',
  'lab.collected': 'purge',
  'delivery.ended': 'delivery',
  'job.preempted': 'preemption',
};

function kindId(segment: LogSegment, kind: EventKind): number {
  const known = segment.kindIds.get(kind);
  if (known !== undefined) return known;
  segment.kindIds.set(kind, segment.kindNames.length);
  return segment.kindNames.push(kind) - 1;
}

/** Messages are named after their number: `M12`. */
function noteNumber(segment: LogSegment, msg: MessageId, name: string): void {
  if (segment.firstMessage === 0) segment.firstMessage = msg;
  const number = Number(name.replace(/^\D+/, ''));
  if (Number.isInteger(number) && number > 0 && number !== msg) segment.numbers.set(msg, number);
}

function appendDecisions(segment: LogSegment, step: number, report: StepReport): void {
  const { records } = segment;
  for (let i = 0; i < report.decisionCount; i++) {
    const decision = report.decisions[i]!;
    if (decision.rule === 'selection') {
      noteStep(segment.steps.decision, step);
      pushColumn(segment.selections, records.length);
    }
    const words = roomForForm(records);
    addPacked(records, writeDecision(words, records.used, decision, records.packer), decision);
  }
}

/** The cursor after `step`, which the segment holds (or is its base). */
export function segmentCursor(segment: LogSegment, step: number): Cursor {
  if (step === segment.base.step) return segment.base;
  const index = step - segment.base.step - 1;
  return {
    at: columnAt(segment.at, index),
    step,
    event: columnAt(segment.eventEnd, index),
    decision: columnAt(segment.selectionEnd, index),
  };
}

/** Events before and up to `step`, counted over the run. */
export function segmentEventEnd(segment: LogSegment, step: number): number {
  if (step === segment.base.step) return segment.base.event;
  return columnAt(segment.eventEnd, step - segment.base.step - 1);
}

/** Decision records before and up to `step`, counted over the run. */
export function segmentRecordEnd(segment: LogSegment, step: number): number {
  if (step === segment.base.step) return segment.baseRecords;
  return columnAt(segment.recordEnd, step - segment.base.step - 1);
}
