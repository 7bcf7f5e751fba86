import type { TimerId, TimerNumber } from '../../protocol/ids.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { assertWholeNumber } from './checks.ts';
import {
  type Clock,
  type ClockPort,
  clockTaskOf,
  createTasks,
  type DueTask,
  forgetTask,
  recordOf,
  requestOf,
  writeTask,
} from './clock-model.ts';
import { createOpenTick, openTickAdd, openTickPeek, openTickRemove, openTickTake } from './open-tick.ts';
import {
  createWheel,
  wheelAddAt,
  wheelCancel,
  wheelDueOf,
  wheelLag,
  wheelNextExpiration,
  wheelPoll,
  wheelRelease,
  wheelTake,
} from './wheel.ts';
import type { FlushLog } from './wheel-model.ts';
import { wheelBucketOf, wheelBucketCount, wheelPlaceOf } from './wheel-read.ts';

/** Creates a clock at instant 0, with 20 buckets of 1 s by default. Throws on values that `wheelParamErrors` refuses. */
export function createClock(params: { tick?: Micros; size?: number } = {}): Clock {
  const wheel = createWheel({ tick: params.tick ?? MICROS_PER_SECOND, size: params.size ?? 20 });
  return { wheel, tasks: createTasks(wheel.length), open: createOpenTick(), requests: 0, kinds: [] };
}

/**
 * Schedules `kind`, `ref` at exactly `due`, now or later. `ref` is a 32-bit number, usually the id of a row. Throws on
 * an instant in the past, because the run would be out of order.
 */
export function clockSchedule(
  c: Clock,
  due: Micros,
  kind: string,
  ref: number,
  port: ClockPort | null = null,
): TimerId {
  const { wheel } = c;
  assertWholeNumber('due', due);
  if (ref !== (ref | 0)) throw new Error(`clockSchedule: ${kind} ref ${ref} is not a 32-bit number`);
  if (due < wheel.now) throw new Error(`clockSchedule: ${kind} due at ${due}, before now ${wheel.now}`);
  const levels = wheel.levels;
  const record = wheelAddAt(wheel, due);
  const id = writeTask(c, record, kind, ref, ++c.requests);
  if (wheelBucketOf(wheel, record) === 0) collectReady(c);
  if (port !== null) reportAdded(c, record, levels, port);
  return id;
}

/** `clockSchedule` for a mail timer: rounds `deadline` up to a whole tick, so the timer runs when its bucket opens. */
export function clockScheduleDeadline(
  c: Clock,
  deadline: Micros,
  kind: string,
  ref: number,
  port: ClockPort | null = null,
): TimerId {
  return clockSchedule(c, Math.ceil(deadline / c.wheel.tick) * c.wheel.tick, kind, ref, port);
}

/** Cancels a timer in its bucket or in the open tick. False when it has run, was cancelled or never existed. */
export function clockCancel(c: Clock, id: TimerId, port: ClockPort | null = null): boolean {
  const record = recordOf(c, id);
  if (record === 0) return false;
  if (port !== null) reportCancelled(c, record, port);
  if (!wheelCancel(c.wheel, record)) {
    openTickRemove(c.open, record);
    wheelRelease(c.wheel, record);
  }
  forgetTask(c, record);
  return true;
}

export function clockHas(c: Clock, id: TimerId): boolean {
  return recordOf(c, id) !== 0;
}

/**
 * Returns the earliest instant at which a task of the open tick is due or a bucket opens (which may only move its tasks
 * down, or be empty). Null if no bucket is armed and no task is open: the clock may sleep until the next request.
 */
export function clockNextDue(c: Clock): Micros | null {
  const opening = wheelNextExpiration(c.wheel);
  const task = openTickPeek(c.open);
  let next = opening;
  if (task !== 0) {
    const due = wheelDueOf(c.wheel, task);
    if (next === null || due < next) next = due;
  }
  return next === null ? null : Math.max(next, c.wheel.now);
}

/**
 * Moves the clock to `now`, opens due buckets and returns the next task due by `now`, in the order (due, request), or
 * null. Call it until null before the next instant. A bucket opens only after the tasks due before its opening have
 * been returned, so a jump over many ticks gives the same order as many small steps.
 */
export function clockPop(c: Clock, now: Micros, port: ClockPort | null = null): DueTask | null {
  const { wheel } = c;
  if (now < wheel.now) throw new Error(`clockPop: ${now} is before now ${wheel.now}`);
  wheelLag(wheel, now);
  for (;;) {
    const task = openTickPeek(c.open);
    const opening = wheelNextExpiration(wheel);
    if (opening !== null && opening <= now && (task === 0 || opening <= wheelDueOf(wheel, task))) {
      openBucket(c, port);
      continue;
    }
    if (task === 0 || wheelDueOf(wheel, task) > now) return null;
    return takeTask(c, task, port);
  }
}

function openBucket(c: Clock, port: ClockPort | null): void {
  if (port === null) {
    wheelPoll(c.wheel);
    collectReady(c);
    return;
  }
  const log: FlushLog = { level: 0, bucket: 0, expiration: 0, ran: [], moved: [] };
  wheelPoll(c.wheel, log);
  collectReady(c);
  reportOpened(c, log, port);
}

function collectReady(c: Clock): void {
  for (let record = wheelTake(c.wheel); record !== 0; record = wheelTake(c.wheel)) {
    openTickAdd(c.open, record, wheelDueOf(c.wheel, record), requestOf(c, record));
  }
}

function takeTask(c: Clock, record: number, port: ClockPort | null): DueTask {
  openTickTake(c.open);
  const task = clockTaskOf(c, record);
  wheelRelease(c.wheel, record);
  forgetTask(c, record);
  if (port !== null) reportExpired(task, port);
  return task;
}

/** Reports requests, cancels and openings as events. These functions are called only with a listener. */

interface Place {
  level: number;
  bucket: number;
  opens: number;
  /** Number of tasks in the bucket; 0 for the open tick. */
  count: number;
}

/** Returns the place of a record. Bucket −1 means the open tick. */
function placeOf(c: Clock, record: number): Place {
  const { wheel } = c;
  const place = wheelPlaceOf(wheel, record);
  if (place === null) return { level: 0, bucket: -1, opens: wheel.levelTime[0]!, count: 0 };
  const root = wheelBucketOf(wheel, record);
  return {
    level: place[0],
    bucket: place[1],
    opens: wheelDueOf(wheel, root),
    count: wheelBucketCount(wheel, root),
  };
}

/** Reports new levels first, then the place of the task. */
function reportAdded(c: Clock, record: number, levelsBefore: number, port: ClockPort): void {
  const { wheel } = c;
  const task = clockTaskOf(c, record);
  for (let level = levelsBefore; level < wheel.levels; level++) {
    port.emit({ kind: 'wheel.overflowed', level, tick: wheel.levelTick[level]!, timer: task.number });
  }
  const { level, bucket, opens } = placeOf(c, record);
  const wheelTime = wheel.levelTime[level]!;
  port.emit({ kind: 'timer.added', ...named(task, port), due: task.due, level, bucket, opens, wheelTime });
}

/** Reports a cancelled task. Call this while the task is still in its place. */
function reportCancelled(c: Clock, record: number, port: ClockPort): void {
  const { level, bucket, opens, count } = placeOf(c, record);
  port.emit({
    kind: 'timer.cancelled',
    ...named(clockTaskOf(c, record), port),
    level,
    bucket,
    opens,
    emptied: count === 1,
  });
}

/** Reports the bucket that opened, then each task that moved to a lower level, in list order. */
function reportOpened(c: Clock, log: FlushLog, port: ClockPort): void {
  const { level: fromLevel, bucket: fromBucket, expiration, ran, moved } = log;
  port.emit({
    kind: 'bucket.opened',
    level: fromLevel,
    bucket: fromBucket,
    opens: expiration,
    ran: ran.length,
    moved: moved.length,
  });
  for (const record of moved) {
    const task = clockTaskOf(c, record);
    const { level, bucket, opens } = placeOf(c, record);
    port.emit({
      kind: 'timer.cascaded',
      ...named(task, port),
      due: task.due,
      fromLevel,
      fromBucket,
      toLevel: level,
      bucket,
      opens,
    });
  }
}

function reportExpired(task: DueTask, port: ClockPort): void {
  port.emit({ kind: 'timer.expired', ...named(task, port), due: task.due });
}

function named(task: DueTask, port: ClockPort): { timer: TimerNumber; label: string } {
  return { timer: task.number, label: port.label(task.kind, task.ref) };
}
