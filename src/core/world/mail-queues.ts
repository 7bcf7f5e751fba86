import { MICROS_PER_SECOND, type Seconds, type Micros } from '../../protocol/units.ts';
import { coreOf } from '../qmgr/model.ts';
import type { Sliced } from '../sliced.ts';
import { scanRequest, scanTurnParts } from '../qmgr/scan.ts';
import { get, NONE, touch } from '../tables.ts';
import { clockHas, clockSchedule, clockScheduleDeadline } from '../timers/clock.ts';
import { clockTaskOf, recordOf } from '../timers/clock-model.ts';
import { connectionsOpen } from './connections.ts';
import { ONE, type World } from './state.ts';
import { SCAN } from './task-label.ts';

/**
 * The scans that feed incoming and deferred messages. Postfix scans the deferred queue every queue_run_delay for ever.
 * Here the timer runs on the same grid, but only while a message is deferred, so that a run can end. This choice of the
 * model changes no delivery.
 */

/** Largest number of files examined in one step, so that a directory of files not yet due does not make a step long. */
const FILES_PER_STEP = 1_000;

export function feedAvailable(world: World): boolean {
  // In a run that follows a record, the record determines when messages are activated.
  if (world.recorded !== null) return false;
  const { incomingScan, deferredScan, messageCount, params } = coreOf(world.qmgr);
  if (messageCount >= params.messageActiveLimit) return false;
  return incomingScan.status === 'running' || deferredScan.status === 'running';
}

/** Scans until one message is fed or no file is left (qmgr/README.md §4.2). */
export function* feedNext(world: World): Sliced<void> {
  for (let i = 0; i < FILES_PER_STEP; i++) {
    const answer = yield* scanTurnParts(world.qmgr);
    if (answer === 'looked') continue;
    break;
  }
  connectionsOpen(world);
}

/**
 * Schedules the next scan of the deferred queue on the grid of queue_run_delay. `after`: in a model of a record, the
 * scan comes queue_run_delay from now.
 */
export function scanSchedule(world: World, after = false): void {
  if (world.recorded !== null) return;
  const one = get(world.one, ONE);
  if (clockHas(world.clock, one.scanTimer)) return;
  const delay = coreOf(world.qmgr).params.queueRunDelay * MICROS_PER_SECOND;
  if (world.modelled !== null) {
    const second = Math.floor(one.now / MICROS_PER_SECOND) * MICROS_PER_SECOND;
    const scan = after ? second + delay : world.modelled.part.nextScanOf(world.modelled, one.now, delay);
    touch(world.one, ONE).scanTimer = clockSchedule(world.clock, scan, SCAN, 0, world.clockPort);
    return;
  }
  const due = (Math.floor(one.now / delay) + 1) * delay;
  touch(world.one, ONE).scanTimer = clockScheduleDeadline(world.clock, due, SCAN, 0, world.clockPort);
}

export function scanBegin(world: World): void {
  // The periodic wake-up scans both queues: an incoming file may have been locked at the previous scan.
  scanRequest(world.qmgr, 'incoming');
  scanRequest(world.qmgr, 'deferred');
  const { incomingFirst, deferredFirst } = coreOf(world.qmgr);
  if (incomingFirst !== NONE || deferredFirst !== NONE) scanSchedule(world, true);
}

/** Returns the time of the scan that may feed a file with time stamp `fileTime` (seconds), if no flush comes first. */
export function nextScan(world: World, fileTime: Seconds): Micros {
  const { now } = get(world.one, ONE);
  const delay = coreOf(world.qmgr).params.queueRunDelay;
  // A requested scan keeps its time, even if queue_run_delay has changed since.
  const due = scanDue(world);
  const first = due < 0 ? Math.floor(now / MICROS_PER_SECOND) + 1 : due / MICROS_PER_SECOND;
  // A file is eligible one second before its time stamp (qmgr/README.md §4.3).
  if (due >= 0 && fileTime - 1 <= first) return due;
  return Math.ceil(Math.max(fileTime - 1, first) / delay) * delay * MICROS_PER_SECOND;
}

/** Returns the time of the requested scan of the deferred queue, in microseconds; −1 = none. */
export function scanDue(world: World): Micros {
  const { scanTimer } = get(world.one, ONE);
  if (!clockHas(world.clock, scanTimer)) return -1;
  return clockTaskOf(world.clock, recordOf(world.clock, scanTimer)).due;
}
