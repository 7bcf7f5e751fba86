import type { JobId, PeerId } from '../../protocol/ids.ts';
import type { WhyReason } from '../../protocol/why.ts';
import { listIds } from '../lists.ts';
import { peerFind } from '../qmgr/peer.ts';
import { queueHasRoom } from '../qmgr/queue-room.ts';
import { jobFind } from '../qmgr/job.ts';
import { queueFind } from '../qmgr/queue.ts';
import type { Simulation } from '../simulation.ts';
import { find, get, NONE } from '../tables.ts';
import { messageByNumber } from '../world/ledger.ts';
import { poolOf } from '../world/pools.ts';
import { whyNotJob } from './job.ts';
import { queueHolds, transportByName, whyMessageWaits } from './waiting.ts';

/** The entries of a message for one destination. */
export interface EntryName {
  number: number;
  transport: string;
  destination: string;
}

/**
 * Why the next entry of a message for a destination is not selected now: the first of its destination, the agents, the
 * order of the jobs and the round robin inside the job that keeps it back (qmgr/README.md §9, §16).
 */
export function whyNotEntry(
  sim: Simulation,
  { number, transport: name, destination }: EntryName,
): WhyReason[] {
  const { world } = sim;
  const { qmgr } = world;
  const transport = transportByName(world, name);
  const msg = messageByNumber(world.ledger, number);
  if (transport === NONE || msg === NONE) return [{ rule: 'unknown' }];
  if (find(qmgr.messages, msg) === undefined) return whyMessageWaits(world, msg);
  const job = jobFind(qmgr, msg, transport);
  const queue = queueFind(qmgr, transport, destination);
  const peer = job === NONE || queue === NONE ? NONE : peerFind(qmgr, job, queue);
  if (peer === NONE) return [{ rule: 'entry.none', destination, busy: 0 }];
  const busy = (find(world.ledger.jobs, job)?.open ?? []).filter(
    (id) => get(world.deliveries, id).queue === queue,
  ).length;
  const waiting = get(qmgr.peers, peer).entryCount - busy;
  if (waiting <= 0) return [{ rule: 'entry.none', destination, busy }];
  const held = queueHolds(world, queue, waiting);
  if (held !== null) return [held];
  const pool = poolOf(world, transport);
  const reasons: WhyReason[] = [];
  if (pool.busyCount >= pool.limit) {
    reasons.push({ rule: 'entries.agents', count: waiting, transport: name, limit: pool.limit });
  }
  if (get(qmgr.transports, transport).currentJob !== job) reasons.push(whyNotJob(sim, transport, job));
  const ahead = peersAhead(sim, job, peer);
  reasons.push(
    ahead.length > 0 ? { rule: 'entry.turn', destination, ahead } : { rule: 'entry.next', destination },
  );
  return reasons;
}

/** Destinations of the job whose turn comes first: before it in the round robin, with something to deliver and room. */
function peersAhead({ world: { qmgr } }: Simulation, job: JobId, peer: PeerId): string[] {
  const ahead: string[] = [];
  for (const id of listIds(qmgr.lists.peers, job)) {
    if (id === peer) break;
    const { queue, entryFirst } = get(qmgr.peers, id);
    const row = get(qmgr.queues, queue);
    if (entryFirst !== NONE && queueHasRoom(row)) ahead.push(row.name);
  }
  return ahead.slice(0, 6);
}
