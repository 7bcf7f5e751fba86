import type { MemoryTable } from '../../protocol/inspect.ts';
import { listIds } from '../lists.ts';
import { CORE, coreOf } from '../qmgr/model.ts';
import { get } from '../tables.ts';
import { numberOf } from '../world/ledger.ts';
import type { World } from '../world/state.ts';

const MESSAGES_MAX = 60;

/**
 * Whose recipients are in core and on whose slots. A message may read as long as the slots of its jobs and the message
 * minimum allow, whichever job the recipients then fall to: so one job sponsors another (nqmgr.md §8.1). The messages
 * with recipients beyond the slots of some job come first, then those with most recipients in core.
 */
export function memoryTable(world: World): MemoryTable {
  const { qmgr } = world;
  const all = listIds(qmgr.lists.active, CORE).map((msg) => {
    const message = get(qmgr.messages, msg);
    const jobs = listIds(qmgr.lists.jobsOfMessage, msg).map((id) => {
      const job = get(qmgr.jobs, id);
      return {
        transport: get(qmgr.transports, job.transport).name,
        recipientCount: job.recipientCount,
        recipientSlots: job.recipientLimit,
      };
    });
    const beyond = jobs.reduce((sum, job) => sum + Math.max(0, job.recipientCount - job.recipientSlots), 0);
    const { recipientCount, recipientLimit: recipientSlots, unread, more } = message;
    return {
      number: numberOf(world.ledger, msg),
      recipientCount,
      recipientSlots,
      unread,
      more,
      beyond,
      jobs,
    };
  });
  all.sort((a, b) => b.beyond - a.beyond || b.recipientCount - a.recipientCount || a.number - b.number);
  const { messageRecipientMinimum: minimum } = coreOf(qmgr).params;
  return { minimum, messages: all.slice(0, MESSAGES_MAX), others: Math.max(0, all.length - MESSAGES_MAX) };
}
