import type { MessageId, QueueId } from '../protocol/ids.ts';
import type { Branch, BranchTree } from './branches.ts';

/**
 * What things are called on a branch. Ids go on from the fork on every branch, so what was made after it has the same id
 * as something else on another one: the branch is asked first, then the one that it left.
 */

/** Number on the chip of a message. */
export function numberOn(tree: BranchTree, branch: Branch, message: MessageId): number {
  for (const { log } of lineOf(tree, branch)) {
    if (log.firstMessage !== 0 && message >= log.firstMessage) return log.numbers.get(message) ?? message;
  }
  return message;
}

/** Name of a destination; "" = there is none. */
export function destinationOn(tree: BranchTree, branch: Branch, queue: QueueId): string {
  for (const { log } of lineOf(tree, branch)) {
    const name = log.queues.get(queue);
    if (name !== undefined) return name;
  }
  return '';
}

function* lineOf(tree: BranchTree, branch: Branch): Generator<Branch> {
  for (let at: Branch | undefined = branch; at !== undefined; at = tree.branches[at.parent - 1]) yield at;
}
