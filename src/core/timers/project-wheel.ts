import type { TimerId } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import { type Clock, clockTaskOf } from './clock-model.ts';
import { clockNextDue } from './clock.ts';
import { wheelDueOf } from './wheel.ts';
import type { Wheel, WheelCounters } from './wheel-model.ts';
import { wheelBucketCount, wheelLevelOf, wheelTasksOf } from './wheel-read.ts';

export interface WheelProjection {
  tick: Micros;
  size: number;
  now: Micros;
  /** Only armed buckets; `count` 0 = armed but empty. `due`: when the bucket opens. */
  levels: LevelRow[];
  /** Armed buckets in the order in which they open; ties in heap order. */
  queue: { level: number; bucket: number; due: Micros; count: number }[];
  /** Timers in buckets and in the open tick. */
  pending: number;
  /** Earliest instant at which something happens; −1 = nothing armed. */
  nextWakeUp: Micros;
  /** First the open tick, with bucket −1; then the buckets by opening, each in list order. */
  tasks: ProjectedTask[];
  counters: WheelCounters;
}

/** One level: its current time, and its armed buckets by index. */
export interface LevelRow {
  tick: number;
  currentTime: number;
  buckets: { index: number; count: number; due: number }[];
}

interface ProjectedTask {
  id: TimerId;
  number: number;
  due: Micros;
  level: number;
  bucket: number;
  kind: string;
  ref: number;
}

/** Returns the rows of the clock with at most `limit` tasks. The cost depends on the armed buckets and listed tasks. */
export function projectWheel(c: Clock, limit: number): WheelProjection {
  const { wheel } = c;
  const order = armedInOrder(wheel);
  return {
    tick: wheel.tick,
    size: wheel.size,
    now: wheel.now,
    levels: levelRows(wheel, order),
    queue: order.map(({ level, bucket, due, count }) => ({ level, bucket, due, count })),
    pending: wheel.count + c.open.length,
    nextWakeUp: clockNextDue(c) ?? -1,
    tasks: soonestTasks(c, order, limit),
    counters: { ...wheel.counters },
  };
}

/** Levels of any wheel, in its own unit of time. */
export function projectLevels(wheel: Wheel): LevelRow[] {
  return levelRows(wheel, armedInOrder(wheel));
}

function levelRows(wheel: Wheel, order: readonly ArmedBucket[]): LevelRow[] {
  return Array.from({ length: wheel.levels }, (_, level) => ({
    tick: wheel.levelTick[level]!,
    currentTime: wheel.levelTime[level]!,
    buckets: order
      .filter((b) => b.level === level)
      .map((b) => ({ index: b.bucket, count: b.count, due: b.due }))
      .toSorted((a, b) => a.index - b.index),
  }));
}

interface ArmedBucket {
  root: number;
  level: number;
  bucket: number;
  due: Micros;
  count: number;
}

function armedInOrder(wheel: Wheel): ArmedBucket[] {
  return Array.from(wheel.queue.ids.subarray(0, wheel.queue.length), (root) => {
    const level = wheelLevelOf(wheel, root);
    const bucket = root - wheel.levelBase[level]!;
    return { root, level, bucket, due: wheelDueOf(wheel, root), count: wheelBucketCount(wheel, root) };
  }).toSorted((a, b) => a.due - b.due);
}

function soonestTasks(c: Clock, order: readonly ArmedBucket[], limit: number): ProjectedTask[] {
  const open = Array.from(c.open.records.subarray(0, c.open.length), (record) =>
    projectTask(c, record, 0, -1),
  );
  const tasks = open.toSorted((a, b) => a.due - b.due || a.number - b.number).slice(0, limit);
  for (const { root, level, bucket } of order) {
    if (tasks.length >= limit) break;
    for (const record of wheelTasksOf(c.wheel, root, limit - tasks.length)) {
      tasks.push(projectTask(c, record, level, bucket));
    }
  }
  return tasks;
}

function projectTask(c: Clock, record: number, level: number, bucket: number): ProjectedTask {
  const { id, number, due, kind, ref } = clockTaskOf(c, record);
  return { id, number, due, level, bucket, kind, ref };
}
