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
 * The mail queues on disk, as far as the world moves them: the scans that feed incoming and deferred messages. The real
 * one asks for a deferred scan every queue_run_delay, for ever; here the timer runs only while a message is deferred,
 * on the same grid, so that a run in which nothing is left can end (a modelling choice that changes no delivery).
 */

/** Most files looked at in one step: a directory of messages whose time has not come must not be one endless step. */
const FILES_PER_STEP = 1_000;

/** True when a scan has files left and the active queue has room. */
export function feedAvailable(world: World): boolean {
  // A record says itself what is activated when.
  if (world.recorded !== null) return false;
  const { incomingScan, deferredScan, messageCount, params } = coreOf(world.qmgr);
  if (messageCount >= params.messageActiveLimit) return false;
  return incomingScan.status === 'running' || deferredScan.status === 'running';
}

/** Goes on with the scans until one message has been fed or nothing is left to look at (qmgr/README.md §4.2). */
export function* feedNext(world: World): Sliced<void> {
  for (let i = 0; i < FILES_PER_STEP; i++) {
    const answer = yield* scanTurnParts(world.qmgr);
    if (answer === 'looked') continue;
    break;
  }
  connectionsOpen(world);
}

/** A message was deferred: the next scan is at the next multiple of queue_run_delay; `after` a scan, so long after it. */
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

/** The time of a deferred scan has come. */
export function scanBegin(world: World): void {
  // The periodic wake-up of the queue manager looks at both: an incoming file may have been locked before.
  scanRequest(world.qmgr, 'incoming');
  scanRequest(world.qmgr, 'deferred');
  const { incomingFirst, deferredFirst } = coreOf(world.qmgr);
  if (incomingFirst !== NONE || deferredFirst !== NONE) scanSchedule(world, true);
}

/** When the scan runs that may feed a file with the time stamp `fileTime` (whole seconds), if no flush comes first. */
export function nextScan(world: World, fileTime: Seconds): Micros {
  const { now } = get(world.one, ONE);
  const delay = coreOf(world.qmgr).params.queueRunDelay;
  // A scan that is asked for already comes when it was asked for, whatever queue_run_delay has become since.
  const due = scanDue(world);
  const first = due < 0 ? Math.floor(now / MICROS_PER_SECOND) + 1 : due / MICROS_PER_SECOND;
  // A file is eligible one second before its time stamp (qmgr/README.md §4.3).
  if (due >= 0 && fileTime - 1 <= first) return due;
  return Math.ceil(Math.max(fileTime - 1, first) / delay) * delay * MICROS_PER_SECOND;
}

/** The scan of the deferred queue that is asked for, in microseconds; −1 = none. */
export function scanDue(world: World): Micros {
  const { scanTimer } = get(world.one, ONE);
  if (!clockHas(world.clock, scanTimer)) return -1;
  return clockTaskOf(world.clock, recordOf(world.clock, scanTimer)).due;
}
