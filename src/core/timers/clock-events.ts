import type { TimerNumber } from '../../protocol/ids.ts';
import { type Clock, type ClockPort, clockTaskOf, type DueTask } from './clock-model.ts';
import { wheelDueOf } from './wheel.ts';
import type { FlushLog } from './wheel-model.ts';
import { wheelBucketCount, wheelBucketOf, wheelPlaceOf } from './wheel-read.ts';

/** What the clock tells of a request, a cancel and an opening. Called only where there is a listener. */

interface Place {
  level: number;
  bucket: number;
  opens: number;
  /** Tasks in the bucket; 0 outside. */
  count: number;
}

/** Where a record is. Bucket −1: in the open tick, that is, in no bucket. */
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

/** The levels that a request made, then where it went. */
export function reportAdded(c: Clock, record: number, levelsBefore: number, port: ClockPort): void {
  const { wheel } = c;
  const task = clockTaskOf(c, record);
  for (let level = levelsBefore; level < wheel.levels; level++) {
    port.emit({ kind: 'wheel.overflowed', level, tick: wheel.levelTick[level]!, timer: task.number });
  }
  const { level, bucket, opens } = placeOf(c, record);
  const wheelTime = wheel.levelTime[level]!;
  port.emit({ kind: 'timer.added', ...named(task, port), due: task.due, level, bucket, opens, wheelTime });
}

/** A cancel, told while the task is still in its place. */
export function reportCancelled(c: Clock, record: number, port: ClockPort): void {
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

/** A bucket that opened, then each task that fell to a lower level, in list order. */
export function reportOpened(c: Clock, log: FlushLog, port: ClockPort): void {
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

/** A task handed out to run. */
export function reportExpired(task: DueTask, port: ClockPort): void {
  port.emit({ kind: 'timer.expired', ...named(task, port), due: task.due });
}

function named(task: DueTask, port: ClockPort): { timer: TimerNumber; label: string } {
  return { timer: task.number, label: port.label(task.kind, task.ref) };
}
