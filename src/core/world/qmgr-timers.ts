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

/** Requests a timer. With `delay` seconds, requested at t, it is due at floor(t) + delay (qmgr/README.md §3). */
export function qmgrTimerRequest(world: World, kind: QmgrTimerKind, object: number, delay: Seconds): void {
  qmgrTimerCancel(world, kind, object);
  const { rows, index } = world.timers;
  const now = get(world.one, ONE).now;
  // A delay of 0 is due in the current second: now, not in the past.
  const due = Math.max(now, (schedulerSeconds(now) + delay) * MICROS_PER_SECOND);
  const row = { kind, object, timer: 0, hash: hashPair(hashOfText(kind), object), hashNext: NONE };
  const id = insert(rows, row);
  const schedule = delay === 0 ? clockSchedule : clockScheduleDeadline;
  row.timer = schedule(world.clock, due, QMGR_TIMER, id, world.clockPort);
  hashInsert(index, id);
}

export function qmgrTimerCancel(world: World, kind: QmgrTimerKind, object: number): void {
  const id = timerFind(world.timers, kind, object);
  if (id === NONE) return;
  clockCancel(world.clock, get(world.timers.rows, id).timer, world.clockPort);
  qmgrTimerForget(world, id);
}

export function qmgrTimerForget(world: World, id: number): { kind: QmgrTimerKind; object: number } {
  const { kind, object } = get(world.timers.rows, id);
  hashRemove(world.timers.index, id);
  drop(world.timers.rows, id);
  return { kind, object };
}
