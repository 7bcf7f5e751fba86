import { find } from '../tables.ts';
import { messageBounced } from './active.ts';
import { connectionSelect } from './agent.ts';
import { blockerUpdate } from './blocker.ts';
import type { Qmgr } from './model.ts';
import type { QmgrTimerKind } from './port.ts';
import { queueDropIfIdle, queueResume, queueRevive } from './queue.ts';
import { queueIsEmpty } from './queue-room.ts';
import type { Choice } from './selection.ts';
import { transportRevive } from './transport.ts';

/**
 * Acts on an expired timer. Returns the entry that a delayed connection got, or null. Ignores a timer whose object is
 * gone or no longer waits, so the host need not cancel timers exactly (qmgr/README.md §3.2).
 */
export function timerFired(q: Qmgr, kind: QmgrTimerKind, id: number): Choice | null {
  switch (kind) {
    case 'queue.revive':
      if (find(q.queues, id)?.status !== 'throttled') return null;
      queueRevive(q, id);
      queueDropIfIdle(q, id);
      return null;
    case 'queue.resume': {
      if (find(q.queues, id)?.status !== 'suspended') return null;
      queueResume(q, id);
      const queue = find(q.queues, id);
      if (queue && !queueIsEmpty(queue)) blockerUpdate(q, id);
      queueDropIfIdle(q, id);
      return null;
    }
    case 'transport.revive':
      if (find(q.transports, id)?.status === 'throttled') transportRevive(q, id);
      return null;
    case 'connection.select':
      return find(q.connections, id) ? connectionSelect(q, id) : null;
    case 'message.bounce':
      if (find(q.messages, id)?.awaitsBounce) messageBounced(q, id);
      return null;
  }
}
