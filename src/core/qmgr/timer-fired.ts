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

/** What the queue manager's timers do. The host owns them and calls this (qmgr/README.md §3.2). */

/**
 * A timer that was asked for through the port has expired. Returns the entry that a delayed connection got, else null.
 * A timer whose object is gone or no longer waits is ignored: the host need not be exact about cancelling.
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
