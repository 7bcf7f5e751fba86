import type { CoreEvent, EventKind } from '../../protocol/events.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { MessageId, QueueId, TransportId, StepNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import { numberInName } from './number-in-name.ts';
import {
  type ByteColumn,
  type FloatColumn,
  columnAt,
  createBytes,
  createFloats,
  createWords,
  pushByte,
  pushFloat,
  pushWord,
  type WordColumn,
} from './column.ts';
import { addToPages, createPages, type LogPages, pagesBytes } from './log-pages.ts';
import type { LoggedMark } from '../kinds/marks.ts';
import { markOf } from '../kinds/marks.ts';
import type { StepReport } from '../track/step-report.ts';
import { createThreadTrail, noteThreads, type ThreadTrail } from './thread-trail.ts';

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
 * What the events and decisions say is in pages that are written when they are read (`log-pages.ts`). Here is what
 * must be at hand for all steps: instants, counts, kinds, and where things are.
 */
export interface LogSegment {
  readonly base: Cursor;
  /** Decision records (selections and others) before this segment. */
  readonly baseRecords: number;
  at: FloatColumn;
  readonly pages: LogPages;
  /** Kind of each event, as its number in `kindNames`: filters look here before they read anything. */
  kinds: ByteColumn;
  kindNames: EventKind[];
  kindIds: Map<EventKind, number>;
  eventEnd: WordColumn;
  recordEnd: WordColumn;
  selectionEnd: WordColumn;
  /** Index of each selection among the decision records of this segment. */
  selections: WordColumn;
  steps: Record<StepKind, WordColumn>;
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
 * Bytes of written pages that a branch keeps: some ten million events. Everything a reader scrolls through stays at hand,
 * and a tab that is left running does not grow for ever.
 */
export const LOG_BYTES = 256 * 1024 * 1024;

/** An empty segment after `base`. */
export function createSegment(base: Cursor, baseRecords: number, limit: number): LogSegment {
  return {
    base,
    baseRecords,
    at: createFloats(),
    pages: createPages(base.step, limit),
    kinds: createBytes(),
    kindNames: [...PLAIN],
    kindIds: new Map(PLAIN.map((kind, i) => [kind, i])),
    eventEnd: createWords(),
    recordEnd: createWords(),
    selectionEnd: createWords(),
    selections: createWords(),
    steps: {
      decision: createWords(),
      delivery: createWords(),
      preemption: createWords(),
      message: createWords(),
      wakeup: createWords(),
      cascade: createWords(),
      ran: createWords(),
      empty: createWords(),
      purge: createWords(),
      cause: createWords(),
    },
    marks: [],
    firstMessage: 0,
    numbers: new Map(),
    queues: new Map(),
    transports: new Map(),
    threads: createThreadTrail(),
  };
}

/** Memory of a step in the columns, of a mark with its words, and of what a thread did, about. */
const STEP_BYTES = 28;
const MARK_BYTES = 80;
const TRAIL_BYTES = 25;

/** Memory that a segment takes, about. */
export function segmentBytes({ at, kinds, marks, pages, threads }: LogSegment): number {
  const trail = threads.at.length + threads.counts.at.length;
  const columns = at.length * STEP_BYTES + kinds.length + trail * TRAIL_BYTES;
  return columns + marks.length * MARK_BYTES + pagesBytes(pages);
}

/** Last step of the segment. */
export function segmentHead(segment: LogSegment): number {
  return segment.base.step + segment.at.length;
}

/** Appends the step after the head. Whole steps only: a step that threw leaves no trace in the log. */
export function appendStep(segment: LogSegment, at: Micros, report: StepReport): void {
  const step = segmentHead(segment) + 1;
  const { kinds } = segment;
  for (let i = 0; i < report.eventCount; i++) {
    const event = report.events[i]!;
    const plain = plainKind(event);
    pushByte(kinds, plain < 0 ? kindId(segment, event.kind) : plain);
    if (plain < 0) noteEvent(segment, event, at, step);
    else if (plain === ENDED) noteStep(segment.steps.delivery, step);
  }
  noteEmptyWake(segment.steps, step);
  const records = countDecisions(segment, step, report);
  addToPages(segment.pages, step, report);
  pushFloat(segment.at, at);
  pushWord(segment.eventEnd, segment.base.event + kinds.length);
  pushWord(segment.recordEnd, segment.baseRecords + records);
  pushWord(segment.selectionEnd, segment.base.decision + segment.selections.length);
}

/** The kinds that come with every message and delivery, nearly all events of a long run: nothing but their kind is noted. */
const PLAIN = [
  'timer.added',
  'timer.expired',
  'timer.cancelled',
  'operation.completed',
  'delivery.ended',
  'entry.done',
  'entry.selected',
  'delivery.started',
  'operation.watched',
  'message.read',
  'message.assigned',
  'job.linked',
  'job.retired',
] as const satisfies readonly EventKind[];
const ENDED = PLAIN.indexOf('delivery.ended');

/** Place of an event's kind in PLAIN, −1 for all others. Comparing with the most frequent first is quicker than any table. */
function plainKind(event: CoreEvent): number {
  switch (event.kind) {
    case 'timer.added':
      return 0;
    case 'timer.expired':
      return 1;
    case 'timer.cancelled':
      return 2;
    case 'operation.completed':
      return 3;
    case 'delivery.ended':
      return 4;
    case 'entry.done':
      return 5;
    case 'entry.selected':
      return 6;
    case 'delivery.started':
      // An agent that is a thread says more, and is noted in the threads' trail.
      return event.thread === undefined && event.item === undefined ? 7 : -1;
    case 'operation.watched':
      return 8;
    case 'message.read':
      return 9;
    case 'message.assigned':
      return 10;
    case 'job.linked':
      return 11;
    case 'job.retired':
      return 12;
    default:
      return -1;
  }
}

/** Notes the selections of a step; the decision records of the segment, this step's included. */
function countDecisions(segment: LogSegment, step: StepNumber, report: StepReport): number {
  let count = segmentRecordEnd(segment, step - 1) - segment.baseRecords;
  for (let i = 0; i < report.decisionCount; i++) {
    if (report.decisions[i]!.rule === 'selection') {
      noteStep(segment.steps.decision, step);
      pushWord(segment.selections, count);
    }
    count++;
  }
  return count;
}

/** Books a step of a kind, once. */
function noteStep(column: WordColumn, step: StepNumber): void {
  if (!isLast(column, step)) pushWord(column, step);
}

/** A wake-up for nothing is known at the end of its step: several buckets may come due at once. */
function noteEmptyWake({ wakeup, cascade, ran, empty }: LogSegment['steps'], step: StepNumber): void {
  if (isLast(wakeup, step) && !isLast(cascade, step) && !isLast(ran, step)) pushWord(empty, step);
}

function isLast({ data, length }: WordColumn, step: StepNumber): boolean {
  return length > 0 && data[length - 1] === step;
}

/** What the log keeps of an event beside the event. Those of a delivery, which are most, have nothing of it. */
function noteEvent(segment: LogSegment, event: CoreEvent, at: Micros, step: StepNumber): void {
  const kind = STEP_KINDS[event.kind];
  if (kind !== undefined) noteStep(segment.steps[kind], step);
  if (noteThreads(segment.threads, at, segment.base.event + segment.kinds.length, event)) {
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
  // A herd is one event a thread, and one mark.
  const herd = mark?.woken === undefined ? undefined : herdOf(segment, step);
  if (herd?.woken !== undefined) herd.woken++;
  else if (mark !== null) segment.marks.push(mark);
}

/** The herd that wakes in this step; its group may have gone over its limit meanwhile, which is marked too. */
function herdOf({ marks }: LogSegment, step: StepNumber): LoggedMark | undefined {
  for (let i = marks.length - 1; i >= 0 && marks[i]!.step === step; i--)
    if (marks[i]!.woken !== undefined) return marks[i];
  return undefined;
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

function noteNumber(segment: LogSegment, msg: MessageId, name: string): void {
  if (segment.firstMessage === 0) segment.firstMessage = msg;
  const number: number = numberInName(name);
  if (number > 0 && number !== msg) segment.numbers.set(msg, number);
}

/** The cursor after `step`, which the segment holds (or is its base). */
export function segmentCursor(segment: LogSegment, step: StepNumber): Cursor {
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
export function segmentEventEnd(segment: LogSegment, step: StepNumber): number {
  if (step === segment.base.step) return segment.base.event;
  return columnAt(segment.eventEnd, step - segment.base.step - 1);
}

/** Decision records before and up to `step`, counted over the run. */
export function segmentRecordEnd(segment: LogSegment, step: StepNumber): number {
  if (step === segment.base.step) return segment.baseRecords;
  return columnAt(segment.recordEnd, step - segment.base.step - 1);
}
