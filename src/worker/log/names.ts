import type { LogNames } from '../../protocol/debug.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { MessageId, QueueId, TransportId, MessageNumber } from '../../protocol/ids.ts';
import type { Branch, BranchTree } from '../track/branches.ts';

/**
 * Names on a branch. Ids continue from the fork on every branch, so after the fork the same id can mean different objects on
 * two branches. The branch itself is searched first, then its ancestors.
 */

export const NO_NAMES: LogNames = { messages: [], queues: [], transports: [] };

/** Returns the number of a message; by default its id. */
export function numberOn(tree: BranchTree, branch: Branch, message: MessageId): MessageNumber {
  const same: number = message;
  for (const { log } of lineOf(tree, branch)) {
    if (log.firstMessage !== 0 && message >= log.firstMessage) return log.numbers.get(message) ?? same;
  }
  return same;
}

/** Returns the name of a destination; "" = unknown. */
export function destinationOn(tree: BranchTree, branch: Branch, queue: QueueId): string {
  for (const { log } of lineOf(tree, branch)) {
    const name = log.queues.get(queue);
    if (name !== undefined) return name;
  }
  return '';
}

/** Returns the names of the ids in these events. In the state at the cursor these objects may not exist. */
export function namesIn(tree: BranchTree, branch: Branch, rows: readonly EventRecord[]): LogNames {
  const messages = new Map<MessageId, number>();
  const queues = new Map<QueueId, string>();
  const transports = new Map<TransportId, string>();
  for (const { event } of rows) {
    if ('msg' in event) messages.set(event.msg, numberOn(tree, branch, event.msg));
    if (event.kind === 'job.preempted') {
      messages.set(event.by, numberOn(tree, branch, event.by));
      messages.set(event.current, numberOn(tree, branch, event.current));
    }
    if ('queue' in event) queues.set(event.queue, destinationOn(tree, branch, event.queue));
    if ('transport' in event) {
      // In an event of a thread, `transport` is the id of a pool. No text needs its name.
      const transport: number = event.transport;
      transports.set(transport, transportOn(tree, branch, transport));
    }
  }
  return { messages: [...messages], queues: [...queues], transports: [...transports] };
}

function transportOn(tree: BranchTree, branch: Branch, transport: TransportId): string {
  for (const { log } of lineOf(tree, branch)) {
    const name = log.transports.get(transport);
    if (name !== undefined) return name;
  }
  return '';
}

function* lineOf(tree: BranchTree, branch: Branch): Generator<Branch> {
  for (let at: Branch | undefined = branch; at !== undefined; at = tree.branches[at.parent - 1]) yield at;
}
