import type { ThreadId } from '../../protocol/threads.ts';
import { DELIVERY_PHASES } from '../../protocol/threads-setup.ts';
import { find } from '../tables.ts';
import { numberOf } from './ledger.ts';
import type { DeliveryRecord, LabelMemo } from './model.ts';
import type { World } from './state.ts';

/** Kinds of tasks. `ref` is the delivery, the purgatory operation, or the row of the queue manager timer. */
export const REPLY = 'reply';
export const TIMEOUT = 'timeout';
export const QMGR_TIMER = 'qmgr';
export const SCAN = 'scan';
/** A turn of the queue manager's event loop, which sleeps for whole seconds. */
export const LOOP = 'loop';
/** End of a page fault; `ref` is the thread. */
export const FAULT = 'fault';

/** Largest number of cached labels. More clear the cache, which is cheaper than tracking which labels are in use. */
const LABELS_MAX = 100_000;

const PHASES: readonly DeliveryRecord['phase'][] = ['session', ...DELIVERY_PHASES];

/** `phase` is an index of PHASES, −1 for the reply. */
function deliveryLabel(memo: LabelMemo, phase: number, number: number, destination: string): string {
  if (memo.count > LABELS_MAX) {
    memo.byDestination.clear();
    memo.count = 0;
  }
  let labels = memo.byDestination.get(destination);
  if (labels === undefined) {
    labels = new Map();
    memo.byDestination.set(destination, labels);
  }
  const key = number * (PHASES.length + 1) + phase + 1;
  const known = labels.get(key);
  if (known !== undefined) return known;
  const what = PHASES[phase] === undefined ? 'reply' : `${PHASES[phase]} timeout`;
  const label = `${what} ${number} ${destination}`;
  labels.set(key, label);
  memo.count++;
  return label;
}

export function taskLabel(world: World, kind: string, ref: number): string {
  if (kind === SCAN) return 'deferred queue scan';
  if (kind === LOOP) return 'turn of the loop';
  if (kind === FAULT) return `page for ${nameOfThread(world, ref)}`;
  const id = kind === REPLY ? ref : kind === TIMEOUT ? (find(world.purgatory.operations, ref)?.ref ?? 0) : 0;
  const delivery = find(world.deliveries, id);
  if (delivery !== undefined) {
    const phase = kind === REPLY ? -1 : PHASES.indexOf(delivery.phase);
    return deliveryLabel(world.labels, phase, numberOf(world.ledger, delivery.msg), delivery.queueName);
  }
  const timer = kind === QMGR_TIMER ? find(world.timers.rows, ref) : undefined;
  if (timer === undefined) return kind;
  const queue = timer.kind.startsWith('queue.') ? find(world.qmgr.queues, timer.object)?.name : undefined;
  const transport =
    timer.kind === 'transport.revive' ? find(world.qmgr.transports, timer.object)?.name : undefined;
  return `${timer.kind.replace('.', ' ')} ${queue ?? transport ?? ''}`.trim();
}

function nameOfThread({ threads }: World, thread: ThreadId): string {
  return threads === null ? '' : (find(threads.machine.threads, thread)?.name ?? '');
}
