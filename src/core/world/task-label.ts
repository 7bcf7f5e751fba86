import { find } from '../tables.ts';
import { numberOf } from './ledger.ts';
import type { World } from './state.ts';

/** Kinds of tasks on the clock. The reference is the delivery, the purgatory operation, or the row of the queue manager's timer. */
export const REPLY = 'reply';
export const TIMEOUT = 'timeout';
export const QMGR_TIMER = 'qmgr';
export const SCAN = 'scan';
/** End of a page fault; the reference is the thread. */
export const FAULT = 'fault';

/** Words for a timer: what happens when it expires. */
export function taskLabel(world: World, kind: string, ref: number): string {
  if (kind === SCAN) return 'deferred queue scan';
  if (kind === FAULT) return `page for ${nameOfThread(world, ref)}`;
  const id = kind === REPLY ? ref : kind === TIMEOUT ? (find(world.purgatory.operations, ref)?.ref ?? 0) : 0;
  const delivery = find(world.deliveries, id);
  if (delivery !== undefined) {
    const what = kind === REPLY ? 'reply' : `${delivery.phase} timeout`;
    return `${what} ${numberOf(world.ledger, delivery.msg)} ${delivery.queueName}`;
  }
  const timer = kind === QMGR_TIMER ? find(world.timers.rows, ref) : undefined;
  if (timer === undefined) return kind;
  const queue = timer.kind.startsWith('queue.') ? find(world.qmgr.queues, timer.object)?.name : undefined;
  const transport =
    timer.kind === 'transport.revive' ? find(world.qmgr.transports, timer.object)?.name : undefined;
  return `${timer.kind.replace('.', ' ')} ${queue ?? transport ?? ''}`.trim();
}

function nameOfThread({ threads }: World, thread: number): string {
  return threads === null ? '' : (find(threads.machine.threads, thread)?.name ?? '');
}
