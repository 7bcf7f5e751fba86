import { MICROS_PER_SECOND, schedulerSeconds, type Seconds } from '../../protocol/units.ts';
import { hashFirst, hashInsert, hashPair, hashRemove, hashOfText } from '../hash-index.ts';
import type { QmgrTimerKind } from '../qmgr/port.ts';
import { drop, get, insert, NONE } from '../tables.ts';
import { clockCancel, clockSchedule, clockScheduleDeadline } from '../timers/clock.ts';
import type { QmgrTimers } from './model.ts';
import { ONE, type World } from './state.ts';
import { QMGR_TIMER } from './task-label.ts';

function timerFind(timers: QmgrTimers, kind: QmgrTimerKind, object: number): number {
  let id = hashFirst(timers.index, hashPair(hashOfText(kind), object));
  while (id !== NONE) {
    const row = get(timers.rows, id);
    if (row.kind === kind && row.object === object) return id;
    id = row.hashNext;
  }
  return NONE;
}

/** A timer of `delay` whole seconds asked for at t is due at (floor(t) + delay) s (qmgr/README.md §3). */
export function qmgrTimerRequest(world: World, kind: QmgrTimerKind, object: number, delay: Seconds): void {
  qmgrTimerCancel(world, kind, object);
  const { rows, index } = world.timers;
  const now = get(world.one, ONE).now;
  // A delay of 0 is due within the second that is running: now, not before.
  const due = Math.max(now, (schedulerSeconds(now) + delay) * MICROS_PER_SECOND);
  const row = { kind, object, timer: 0, hash: hashPair(hashOfText(kind), object), hashNext: NONE };
  const id = insert(rows, row);
  const schedule = delay === 0 ? clockSchedule : clockScheduleDeadline;
  row.timer = schedule(world.clock, due, QMGR_TIMER, id, world.clockPort);
  hashInsert(index, id);
}

/** Takes the timer off the clock; nothing happens when there is none. */
export function qmgrTimerCancel(world: World, kind: QmgrTimerKind, object: number): void {
  const id = timerFind(world.timers, kind, object);
  if (id === NONE) return;
  clockCancel(world.clock, get(world.timers.rows, id).timer, world.clockPort);
  qmgrTimerForget(world, id);
}

/** Removes the row of a timer that fired; returns what it was for. */
export function qmgrTimerForget(world: World, id: number): { kind: QmgrTimerKind; object: number } {
  const { kind, object } = get(world.timers.rows, id);
  hashRemove(world.timers.index, id);
  drop(world.timers.rows, id);
  return { kind, object };
}
