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

/** Kinds of steps that the user can go to. Each kind has an index. */
export type StepKind =
  | 'decision'
  | 'delivery'
  | 'preemption'
  | 'message'
  | 'wakeup'
  | WokeKind
  | 'purge'
  | 'cause';

/** The result of a wake-up: a timer moved down, a timer expired, or all buckets were empty. */
export type WokeKind = 'cascade' | 'ran' | 'empty';

/**
 * The events of one branch since its fork: step `base.step + 1` is at index 0 of the columns. The counts in the columns are
 * from the start of the run up to and including each step, so one read gives a cursor.
 *
 * Events and decisions are in pages that are written when read (`log-pages.ts`). This record has the data that is needed for
 * all steps: instants, counts, kinds and indexes.
 */
export interface LogSegment {
  readonly base: Cursor;
  /** Number of decision records (selections and others) before this segment. */
  readonly baseRecords: number;
  at: FloatColumn;
  readonly pages: LogPages;
  /** Kind of each event, as an index into `kindNames`. Filters check it before reading events. */
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
  /** The first message injected on this branch, 0 = none. Messages with lower ids belong to its ancestors. */
  firstMessage: MessageId;
  /** Numbers of messages injected in this segment, if they differ from the id. */
  numbers: Map<MessageId, number>;
  /** Names of destinations and transports created in this segment. */
  queues: Map<QueueId, string>;
  transports: Map<TransportId, string>;
  threads: ThreadTrail;
}

/**
 * Largest number of bytes of written pages that a branch keeps: about ten million events, more than a user scrolls through.
 * The limit keeps an unattended tab from growing for ever.
 */
export const LOG_BYTES = 256 * 1024 * 1024;

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

/** Estimated bytes of a step in the columns, of a mark with its text, and of a thread's change. */
const STEP_BYTES = 28;
const MARK_BYTES = 80;
const TRAIL_BYTES = 25;

export function segmentBytes({ at, kinds, marks, pages, threads }: LogSegment): number {
  const trail = threads.at.length + threads.counts.at.length;
  const columns = at.length * STEP_BYTES + kinds.length + trail * TRAIL_BYTES;
  return columns + marks.length * MARK_BYTES + pagesBytes(pages);
}

export function segmentHead(segment: LogSegment): number {
  return segment.base.step + segment.at.length;
}

/** Appends the step after the head. Only complete steps are appended, so a step that threw is not in the log. */
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

/** Kinds of events that each message and delivery causes: nearly all events of a long run. Only their kind is recorded. */
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

/** Index of an event's kind in PLAIN, −1 for other kinds. Testing frequent kinds first is faster than any table. */
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
      // The event of an agent that is a thread is recorded in the trail of threads, so it is not plain.
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

/** Records the selections of a step. Returns the number of decision records in the segment, including those of this step. */
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

function noteStep(column: WordColumn, step: StepNumber): void {
  if (!isLast(column, step)) pushWord(column, step);
}

/** An empty wake-up is known only at the end of its step, because several buckets may be due together. */
function noteEmptyWake({ wakeup, cascade, ran, empty }: LogSegment['steps'], step: StepNumber): void {
  if (isLast(wakeup, step) && !isLast(cascade, step) && !isLast(ran, step)) pushWord(empty, step);
}

function isLast({ data, length }: WordColumn, step: StepNumber): boolean {
  return length > 0 && data[length - 1] === step;
}

/**
 * Records the parts of an event that the log keeps in addition to the event. Not called for the most frequent kinds (`PLAIN`).
 */
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
  // A herd makes one event for each woken thread, but only one mark.
  const herd = mark?.woken === undefined ? undefined : herdOf(segment, step);
  if (herd?.woken !== undefined) herd.woken++;
  else if (mark !== null) segment.marks.push(mark);
}

/** Returns the mark of this step's herd. It may not be the last mark: a mark for a group above its limit may follow. */
function herdOf({ marks }: LogSegment, step: StepNumber): LoggedMark | undefined {
  for (let i = marks.length - 1; i >= 0 && marks[i]!.step === step; i--)
    if (marks[i]!.woken !== undefined) return marks[i];
  return undefined;
}

/** Kinds of steps that the user can go to, by the kind of an event in the step. */
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

/** Returns the cursor after `step`, which is in the segment or its base. */
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

/** Returns the number of events up to `step`, from the start of the run. */
export function segmentEventEnd(segment: LogSegment, step: StepNumber): number {
  if (step === segment.base.step) return segment.base.event;
  return columnAt(segment.eventEnd, step - segment.base.step - 1);
}

/** Returns the number of decision records up to `step`, from the start of the run. */
export function segmentRecordEnd(segment: LogSegment, step: StepNumber): number {
  if (step === segment.base.step) return segment.baseRecords;
  return columnAt(segment.recordEnd, step - segment.base.step - 1);
}
