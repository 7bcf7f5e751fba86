import type { TransportId } from '../../protocol/ids.ts';
import type { MemoryTable, RecipientPool } from '../../protocol/inspect.ts';
import { listIds } from '../lists.ts';
import { CORE, coreOf } from '../qmgr/model.ts';
import { get } from '../tables.ts';
import { numberOf } from '../world/ledger.ts';
import type { World } from '../world/state.ts';

const MESSAGES_MAX = 60;
const JOBS_MAX = 100;

/**
 * Shows how many recipients of each message are in memory, and the jobs whose recipient slots they use. A message may read
 * until the slots of all its jobs and the message minimum are used, regardless of the jobs to which the recipients belong.
 * So recipients of one job can use slots of another (qmgr/README.md §8.1). Messages with recipients beyond the slots of
 * some job come first, then the messages with most recipients in memory.
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
  const pools = listIds(qmgr.lists.transports, CORE)
    .toSorted((a, b) => a - b)
    .map((id) => poolTable(world, id));
  return {
    minimum,
    messages: all.slice(0, MESSAGES_MAX),
    others: Math.max(0, all.length - MESSAGES_MAX),
    unread: all.reduce((sum, message) => sum + message.unread, 0),
    pools,
  };
}

function poolTable(world: World, transport: TransportId): RecipientPool {
  const { qmgr } = world;
  const { name, params, recipientSlotsUnused: unused } = get(qmgr.transports, transport);
  const jobs = listIds(qmgr.lists.byTime, transport).map((id) => {
    const { message, recipientCount, recipientLimit: recipientSlots } = get(qmgr.jobs, id);
    return { id, number: numberOf(world.ledger, message), recipientCount, recipientSlots };
  });
  const rest = jobs.splice(JOBS_MAX);
  if (rest.length > 0) {
    const sum = (of: (job: (typeof rest)[number]) => number): number =>
      rest.reduce((n, job) => n + of(job), 0);
    const recipientCount = sum((job) => job.recipientCount);
    jobs.push({ id: 0, number: 0, recipientCount, recipientSlots: sum((job) => job.recipientSlots) });
  }
  return {
    transport: name,
    limit: params.recipientLimit,
    extraLimit: params.extraRecipientLimit,
    unused,
    jobs,
  };
}
