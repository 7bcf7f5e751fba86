import type { DeliveryId } from '../../protocol/ids.ts';
import { timerFired } from '../qmgr/timer-fired.ts';
import type { DueTask } from '../timers/clock-model.ts';
import type { Sliced } from '../sliced.ts';
import { find, get } from '../tables.ts';
import { agentResume } from './agents.ts';
import { connectionsOpen } from './connections.ts';
import { deliveryEnd } from './deliveries.ts';
import { scanBegin } from './mail-queues.ts';
import { phaseExpire } from './phases.ts';
import { qmgrTimerForget, qmgrTimerRequest } from './qmgr-timers.ts';
import { ONE, type World } from './state.ts';
import { FAULT, LOOP, QMGR_TIMER, REPLY, SCAN, TIMEOUT } from './task-label.ts';

/**
 * Runs a due task. In a model of a record, the task first waits for the event loop of the queue manager. Returns the
 * work that may take long, which the caller must finish first, or null.
 */
export function runTask(world: World, task: DueTask): Sliced<void> | null {
  const { modelled } = world;
  if (task.kind === REPLY) return ended(world, task.ref, 'reply');
  if (task.kind === TIMEOUT) {
    const delivery = phaseExpire(world, task.ref);
    return delivery === 0 ? null : ended(world, delivery, 'timeout');
  }
  const ofQmgr = task.kind === QMGR_TIMER || task.kind === SCAN;
  if (modelled !== null && ofQmgr && modelled.part.holdTask(world, modelled, task)) return null;
  run(world, task);
  if (modelled !== null && ofQmgr) loopTurn(world);
  return null;
}

/** An event wakes the event loop of the queue manager, which then handles the timers whose second has come. */
export function loopTurn(world: World): void {
  if (world.modelled === null) return;
  for (const task of world.modelled.part.loopTurns(world, world.modelled)) {
    if (task.kind !== QMGR_TIMER || find(world.timers.rows, task.ref)?.timer === task.id) run(world, task);
  }
}

function run(world: World, task: Pick<DueTask, 'id' | 'kind' | 'ref'>): void {
  switch (task.kind) {
    case QMGR_TIMER: {
      const { kind, object } = qmgrTimerForget(world, task.ref);
      if (kind === 'queue.revive' && world.recorded?.part.revivesLater(world, world.recorded, object))
        return qmgrTimerRequest(world, kind, object, 1);
      const transport =
        kind === 'connection.select' ? find(world.qmgr.connections, object)?.transport : undefined;
      const choice = timerFired(world.qmgr, kind, object);
      if (transport !== undefined) agentResume(world, transport, choice);
      connectionsOpen(world);
      return;
    }
    case SCAN:
      scanBegin(world);
      return;
    case LOOP: {
      const { now } = get(world.one, ONE);
      if (world.modelled?.part.isAwaited(world.modelled, now)) loopTurn(world);
      return;
    }
    case FAULT:
      world.threads?.part.faultEnd(world.threads, task.ref);
      return;
    default:
      throw new Error(`task ${task.id}: unknown kind ${task.kind}`);
  }
}

/** A delivery stops waiting: its agent reports or, as a thread, becomes runnable first. */
function* ended(world: World, delivery: DeliveryId, cause: 'reply' | 'timeout'): Sliced<void> {
  // Timers run before the event that wakes the loop (event_loop of Postfix).
  loopTurn(world);
  if (world.threads === null) yield* deliveryEnd(world, delivery, cause);
  else yield* world.threads.part.threadReply(world, world.threads, delivery, cause);
}
