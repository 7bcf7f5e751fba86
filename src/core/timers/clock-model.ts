import type { TimerEvent } from '../../protocol/events.ts';
import type { TimerId } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import type { OpenTick } from './open-tick.ts';
import { type Block, blockCapacity, createBlock, growBlock, PAGE_BITS } from './pages.ts';
import { wheelDueOf } from './wheel.ts';
import type { Wheel } from './wheel-model.ts';

/**
 * The clock of the world: every timer of the simulation on one wheel.
 *
 * Kafka runs the tasks of a bucket in list order when the bucket opens. The world runs each task at its exact
 * microsecond, and tasks of one instant in the order of their requests. So a bucket that opens moves its tasks to the
 * OPEN TICK, a heap by (due, request). `clockPop` (clock.ts) returns them one by one as they come due. A task requested
 * within the open tick joins the heap. Mail timers are first rounded up to a whole tick (`clockScheduleDeadline`), so
 * they run when their bucket opens: at most one tick late and never early, unlike on a plain wheel with a tick above 1
 * (timers/README.md §3).
 *
 * A timer id is (request number × 2^22 + record), so a stale id never matches the timer that reuses its record. Events
 * name a timer by its request number alone.
 */
export interface Clock {
  wheel: Wheel;
  /** Kind, reference and request number of each task of the wheel. */
  tasks: Block;
  open: OpenTick;
  requests: number;
  /** Kinds seen so far; a task stores the index of its kind. */
  kinds: string[];
}

export interface DueTask {
  id: TimerId;
  /** Request number: 1 for the first timer of the run. */
  number: number;
  kind: string;
  ref: number;
  due: Micros;
}

/** Receives the events of the clock. `label` names a task for people: "retry of message 4". */
export interface ClockPort {
  label(kind: string, ref: number): string;
  emit(event: TimerEvent): void;
}

/** Largest number of timers. A larger value would leave too few bits of the id for the request number. */
const RECORDS = 2 ** 22;
// A task is a record of kind, ref (integers) and request (float).
const STRIDE = 4;
const KIND = 0;
const REF = 1;
const FLOAT_STRIDE = 2;
const REQUEST = 1;

export function createTasks(length: number): Block {
  return createBlock(STRIDE, length);
}

export function clockTaskOf(c: Clock, record: number): DueTask {
  const { ints } = c.tasks;
  const number = requestOf(c, record);
  const kind = c.kinds[ints[record * STRIDE + KIND]!];
  if (kind === undefined || number === 0) throw new Error(`clock record ${record}: no timer`);
  return {
    id: number * RECORDS + record,
    number,
    kind,
    ref: ints[record * STRIDE + REF]!,
    due: wheelDueOf(c.wheel, record),
  };
}

/** Returns the request number in a timer id, as in events. A task of a wheel without a clock keeps its own small id. */
export function timerNumber(id: TimerId): number {
  return id < RECORDS ? id : Math.floor(id / RECORDS);
}

/** Returns the request number of the timer in a record; 0 = none. */
export function requestOf(c: Clock, record: number): number {
  return c.tasks.floats[record * FLOAT_STRIDE + REQUEST]!;
}

/** Returns the record of a pending timer; 0 when it has run, was cancelled or never existed. */
export function recordOf(c: Clock, id: TimerId): number {
  if (!Number.isSafeInteger(id) || id < RECORDS) return 0;
  const record = id % RECORDS;
  return record < blockCapacity(c.tasks) && requestOf(c, record) === timerNumber(id) ? record : 0;
}

/** Writes the parts of a timer that the wheel does not store. Returns the timer's id. */
export function writeTask(c: Clock, record: number, kind: string, ref: number, request: number): TimerId {
  if (record >= RECORDS) throw new Error(`clock: more than ${RECORDS - 1} timers`);
  if (record >= blockCapacity(c.tasks)) growBlock(c.tasks, record + 1);
  const { ints, floats, dirty } = c.tasks;
  ints[record * STRIDE + KIND] = kindIndex(c, kind);
  ints[record * STRIDE + REF] = ref;
  floats[record * FLOAT_STRIDE + REQUEST] = request;
  dirty[record >> PAGE_BITS] = 1;
  return request * RECORDS + record;
}

/** Makes the id of the timer in a record stale, so that it no longer finds the record. */
export function forgetTask(c: Clock, record: number): void {
  c.tasks.floats[record * FLOAT_STRIDE + REQUEST] = 0;
  c.tasks.dirty[record >> PAGE_BITS] = 1;
}

function kindIndex(c: Clock, kind: string): number {
  const known = c.kinds.indexOf(kind);
  return known >= 0 ? known : c.kinds.push(kind) - 1;
}
