import { timerFired } from '../qmgr/timer-fired.ts';
import type { DueTask } from '../timers/clock-model.ts';
import { find } from '../tables.ts';
import { agentResume } from './agents.ts';
import { connectionsOpen } from './connections.ts';
import { deliveryEnd } from './deliveries.ts';
import { scanBegin } from './mail-queues.ts';
import { phaseExpire } from './phases.ts';
import { qmgrTimerForget } from './qmgr-timers.ts';
import type { World } from './state.ts';
import { FAULT, QMGR_TIMER, REPLY, SCAN, TIMEOUT } from './task-label.ts';

/** Does what a timer was for. */
export function runTask(world: World, task: DueTask): void {
  switch (task.kind) {
    case REPLY:
      ended(world, task.ref, 'reply');
      return;
    case TIMEOUT: {
      const delivery = phaseExpire(world, task.ref);
      if (delivery !== 0) ended(world, delivery, 'timeout');
      return;
    }
    case QMGR_TIMER: {
      const { kind, object } = qmgrTimerForget(world, task.ref);
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
    case FAULT:
      world.threads?.part.faultEnd(world.threads, task.ref);
      return;
    default:
      throw new Error(`task ${task.id}: unknown kind ${task.kind}`);
  }
}

/** The wait of a delivery is over: its agent reports, or, as a thread, becomes runnable first. */
function ended(world: World, delivery: number, cause: 'reply' | 'timeout'): void {
  if (world.threads === null) deliveryEnd(world, delivery, cause);
  else world.threads.part.threadReply(world, world.threads, delivery, cause);
}
