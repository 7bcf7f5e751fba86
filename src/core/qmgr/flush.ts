import { listFirst, listNext } from '../lists.ts';
import { get, NONE } from '../tables.ts';
import { CORE, type Qmgr } from './model.ts';
import { queueDropIfIdle, queueRevive } from './queue.ts';
import { transportRevive } from './transport.ts';

/**
 * "Flush all" (postqueue -f): revives every dead transport and destination in list order, and drops destinations that
 * were kept only to remember a failure. Source: qmgr/README.md §20.
 */
export function flushAll(q: Qmgr): void {
  for (let id = listFirst(q.lists.transports, CORE); id !== NONE; id = listNext(q.lists.transports, id)) {
    if (get(q.transports, id).status === 'throttled') transportRevive(q, id);
    let queue = get(q.transports, id).queueFirst;
    while (queue !== NONE) {
      const { next, status } = get(q.queues, queue);
      if (status === 'throttled') queueRevive(q, queue);
      queueDropIfIdle(q, queue);
      queue = next;
    }
  }
}
