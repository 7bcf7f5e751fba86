import type { Decision } from '../protocol/decisions.ts';
import type { CoreEvent, EventKind } from '../protocol/events.ts';
import type { Cursor } from '../protocol/frame.ts';
import type { MessageId, QueueId } from '../protocol/ids.ts';
import type { Micros } from '../protocol/units.ts';
import { type Column, columnAt, createColumn, pushColumn } from './column.ts';
import { type LoggedMark, markOf } from './marks.ts';
import { createThreadTrail, noteThreads, type ThreadTrail } from './thread-trail.ts';
import { createPackedList, type PackedList, pushPacked } from './packed-list.ts';

/** Kinds of steps that one can go to, each with an index. */
export type StepKind = 'decision' | 'delivery' | 'preemption' | 'message' | 'wakeup' | 'purge' | 'cause';

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
  eventEnd: Column;
  records: PackedList<Decision>;
  recordEnd: Column;
  selectionEnd: Column;
  /** Index in `records` of each selection of this segment. */
  selections: Column;
  steps: Record<StepKind, Column>;
  marks: LoggedMark[];
  /** Chip numbers of messages injected here whose number is not their id. */
  numbers: Map<MessageId, number>;
  /** Names of the destinations made here. */
  queues: Map<QueueId, string>;
  /** Who was in which state, for lanes and counts. */
  threads: ThreadTrail;
}

/**
 * Bytes of events, and of decisions, that a branch keeps: some ten million events. Everything a reader scrolls through
 * stays at hand, and a tab that is left running does not grow for ever.
 */
export const LOG_BYTES = { events: 256 * 1024 * 1024, records: 128 * 1024 * 1024 } as const;

/** What one step reported, before it is known that the step ended well. */
export interface StepReport {
  events: { at: Micros; event: CoreEvent }[];
  decisions: { at: Micros; decision: Decision }[];
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
    events: createPackedList(limits.events),
    kinds: createColumn('u8'),
    kindNames: [],
    kindIds: new Map(),
    eventEnd: createColumn('u32'),
    records: createPackedList(limits.records),
    recordEnd: createColumn('u32'),
    selectionEnd: createColumn('u32'),
    selections: createColumn('u32'),
    steps: {
      decision: createColumn('u32'),
      delivery: createColumn('u32'),
      preemption: createColumn('u32'),
      message: createColumn('u32'),
      wakeup: createColumn('u32'),
      purge: createColumn('u32'),
      cause: createColumn('u32'),
    },
    marks: [],
    numbers: new Map(),
    queues: new Map(),
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
  let delivered = false;
  let preempted = false;
  let done = false;
  let woke = false;
  let purged = false;
  let counted = false;
  for (const { at: eventAt, event } of report.events) {
    pushPacked(segment.events, eventAt, step, event);
    pushColumn(segment.kinds, kindId(segment, event.kind));
    counted =
      noteThreads(segment.threads, eventAt, segment.base.event + segment.events.length, event) || counted;
    done ||= event.kind === 'message.done';
    woke ||= event.kind === 'bucket.opened';
    purged ||=
      event.kind === 'purgatory.purged' || event.kind === 'lab.purged' || event.kind === 'lab.collected';
    if (event.kind === 'queue.created') segment.queues.set(event.queue, event.name);
    delivered ||= event.kind === 'delivery.ended';
    preempted ||= event.kind === 'job.preempted';
    if (event.kind === 'message.injected') noteNumber(segment, event.msg, event.name);
    const mark = markOf(event, eventAt, step);
    if (mark !== null) segment.marks.push(mark);
  }
  const selected = appendDecisions(segment, step, report);
  pushColumn(segment.at, at);
  pushColumn(segment.eventEnd, segment.base.event + segment.events.length);
  pushColumn(segment.recordEnd, segment.baseRecords + segment.records.length);
  pushColumn(segment.selectionEnd, segment.base.decision + segment.selections.length);
  if (selected) pushColumn(segment.steps.decision, step);
  if (delivered) pushColumn(segment.steps.delivery, step);
  if (preempted) pushColumn(segment.steps.preemption, step);
  if (done) pushColumn(segment.steps.message, step);
  if (woke) pushColumn(segment.steps.wakeup, step);
  if (purged) pushColumn(segment.steps.purge, step);
  if (counted) pushColumn(segment.steps.cause, step);
}

function kindId(segment: LogSegment, kind: EventKind): number {
  const known = segment.kindIds.get(kind);
  if (known !== undefined) return known;
  segment.kindIds.set(kind, segment.kindNames.length);
  return segment.kindNames.push(kind) - 1;
}

/** Messages are named after their number: `M12`. */
function noteNumber(segment: LogSegment, msg: MessageId, name: string): void {
  const number = Number(name.replace(/^\D+/, ''));
  if (Number.isInteger(number) && number > 0 && number !== msg) segment.numbers.set(msg, number);
}

function appendDecisions(segment: LogSegment, step: number, report: StepReport): boolean {
  let selected = false;
  for (const { at, decision } of report.decisions) {
    if (decision.rule === 'selection') {
      selected = true;
      pushColumn(segment.selections, segment.records.length);
    }
    pushPacked(segment.records, at, step, decision);
  }
  return selected;
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

/** Decision records before and up to `step`, counted over the run. */
export function segmentRecordEnd(segment: LogSegment, step: number): number {
  if (step === segment.base.step) return segment.baseRecords;
  return columnAt(segment.recordEnd, step - segment.base.step - 1);
}
