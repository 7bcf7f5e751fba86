import { listIds } from '../lists.ts';
import { CORE } from '../qmgr/model.ts';
import { fileRelease, type OrphanedEntry, qmgrReload } from '../qmgr/reload.ts';
import { get, ids, touch } from '../tables.ts';
import { clockCancel } from '../timers/clock.ts';
import { noteMail } from './history.ts';
import { ledgerMessageEnd } from './ledger.ts';
import { scanSchedule } from './mail-queues.ts';
import { agentAssign, HELD } from './pools.ts';
import { qmgrTimerForget } from './qmgr-timers.ts';
import { ONE, report, type World } from './state.ts';

/**
 * `postfix reload`: a new queue manager starts without timers and connections. Agents finish their deliveries and mark
 * the results in the queue file.
 */
export function reload(world: World): void {
  const active = listIds(world.qmgr.lists.active, CORE);
  for (const id of ids(world.timers.rows)) {
    clockCancel(world.clock, get(world.timers.rows, id).timer, world.clockPort);
    qmgrTimerForget(world, id);
  }
  touch(world.one, ONE).pending = [];
  world.threads?.part.tokensClear(world.threads);
  for (const orphan of qmgrReload(world.qmgr)) orphanDelivery(world, orphan);
  for (const id of ids(world.pools)) {
    touch(world.pools, id).transport = 0;
    for (const [index, delivery] of get(world.pools, id).busy.entries()) {
      if (delivery !== HELD) continue;
      agentAssign(world, { pool: id, index }, 0);
      world.threads?.part.threadResume(world.threads, id, index + 1);
    }
  }
  const { now } = get(world.one, ONE);
  for (const msg of active) {
    noteMail(world.history, now, 'active', 'incoming');
    ledgerMessageEnd(world.ledger, msg, 'deferred', now);
    touch(world.ledger.messages, msg).place = 'incoming';
  }
  scanSchedule(world);
  report(world, { kind: 'qmgr.reloaded', messages: active.length });
}

function orphanDelivery(world: World, orphan: OrphanedEntry): void {
  const { entry, recipients } = orphan;
  for (const pool of ids(world.pools)) {
    for (const delivery of get(world.pools, pool).busy) {
      if (delivery > 0 && get(world.deliveries, delivery).entry === entry) {
        touch(world.deliveries, delivery).orphaned = recipients;
        return;
      }
    }
  }
  // No agent took this entry, so no process locks the file.
  fileRelease(world.qmgr, orphan, false);
}
