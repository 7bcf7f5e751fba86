import type { MessageId, JobId, PeerId, AgentId } from '../../protocol/ids.ts';
import type { WhyAnswer, WhyQuestion, WhyReason } from '../../protocol/why.ts';
import { listIds } from '../lists.ts';
import { jobFind } from '../qmgr/job.ts';
import { queueFind } from '../qmgr/queue.ts';
import type { Simulation } from '../simulation.ts';
import { find, get, NONE } from '../tables.ts';
import { messageByNumber } from '../world/ledger.ts';
import type { World } from '../world/state.ts';
import { whyNotJob } from './job.ts';
import { transportByName, whyDestination, whyMessageWaits, whyNotTransport, queueHolds } from './waiting.ts';
import { peerFind } from '../qmgr/peer.ts';
import { queueHasRoom } from '../qmgr/queue-room.ts';
import { poolOf } from '../world/pools.ts';
import type { ThreadId } from '../../protocol/threads.ts';
import { threadReason } from './thread-reason.ts';
import { timerName } from '../../protocol/timer-name.ts';
import { projectWheel } from '../timers/project-wheel.ts';
import { taskLabel } from '../world/task-label.ts';

/** Answers a question about the present state; `unknown` when the subject does not exist. Changes nothing. */
export function whyOf(sim: Simulation, question: WhyQuestion): WhyAnswer {
  const { world } = sim;
  const answer = (reasons: WhyReason[], cached = false): WhyAnswer => ({ question, reasons, cached });
  const unknown = answer([{ rule: 'unknown' }]);
  switch (question.about) {
    case 'message': {
      const msg = messageByNumber(world.ledger, question.number);
      return msg === NONE ? unknown : answer(whyMessageWaits(world, msg));
    }
    case 'transport': {
      const transport = transportByName(world, question.name);
      return transport === NONE ? unknown : answer([whyNotTransport(world, transport)]);
    }
    case 'destination': {
      const transport = transportByName(world, question.transport);
      const queue = transport === NONE ? NONE : queueFind(world.qmgr, transport, question.name);
      return queue === NONE ? unknown : answer([whyDestination(world, queue)]);
    }
    case 'job': {
      const transport = transportByName(world, question.transport);
      const msg = messageByNumber(world.ledger, question.number);
      if (msg === NONE) return unknown;
      // The queue manager has no record of a finished message. Say when and how it ended.
      if (find(world.qmgr.messages, msg) === undefined) return answer(whyMessageWaits(world, msg));
      const job = transport === NONE ? NONE : jobFind(world.qmgr, msg, transport);
      if (job === NONE) {
        const { number, transport: name } = question;
        const on = transportsOf(world, msg);
        return answer([{ rule: 'job.elsewhere', number, transport: name, on }]);
      }
      const { cacheFor, currentJob } = get(world.qmgr.transports, transport);
      return answer([whyNotJob(sim, transport, job)], cacheFor !== NONE && cacheFor === currentJob);
    }
    case 'entry':
      return answer(whyNotEntry(sim, question));
    case 'timer':
      return answer([whyNotTimer(world, question.number)]);
    case 'thread':
      return answer([whyNotThread(world, question.transport, question.agent)]);
    default:
      return question satisfies never;
  }
}

/** Returns the transports on which a message has jobs now; empty when it is not in memory. */
function transportsOf({ qmgr }: World, msg: MessageId): string[] {
  if (find(qmgr.messages, msg) === undefined) return [];
  const jobs = listIds(qmgr.lists.jobsOfMessage, msg);
  return jobs.map((id) => get(qmgr.transports, get(qmgr.jobs, id).transport).name);
}

interface EntryName {
  number: number;
  transport: string;
  destination: string;
}

/**
 * Explains why the next entry of a message for a destination is not selected now. Checks the destination, the agents, the
 * order of the jobs, and the round robin inside the job (qmgr/README.md §9, §16).
 */
function whyNotEntry(sim: Simulation, { number, transport: name, destination }: EntryName): WhyReason[] {
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

/** Returns the destinations of the job that come earlier in the round robin and have both entries and room. */
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

/** Returns the first rule that keeps the thread of an agent from running (threads/README.md §2, §6). */
function whyNotThread(world: World, transport: string, agent: AgentId | ThreadId): WhyReason {
  const row = world.threads?.part.threadsRow(world, transport) ?? null;
  if (row === null) return { rule: 'unknown' };
  const thread = row.threads.find(({ owner, background }) => owner === agent && !background);
  if (thread === undefined || thread.state === 'exited') {
    return { rule: 'thread.gone', agent, live: row.pool?.live ?? 0 };
  }
  return threadReason(row, thread, { agent });
}

/** Largest number of timers searched. */
const MOST = 100_000;

/** Explains why a timer has not run: its place, when its bucket opens, and whether it then runs or moves to a lower level. */
function whyNotTimer(world: World, number: number): WhyReason {
  const wheel = projectWheel(world.clock, MOST);
  const task = wheel.tasks.find((one) => one.number === number);
  if (task === undefined) {
    return number > 0 && number <= world.clock.requests
      ? { rule: 'timer.over', number }
      : { rule: 'unknown' };
  }
  const { due, level, bucket } = task;
  const label = timerName(taskLabel(world, task.kind, task.ref));
  const opens = wheel.queue.find((one) => one.level === level && one.bucket === bucket)?.due ?? due;
  const tick = wheel.levels[level]?.tick ?? wheel.tick;
  return { rule: 'timer.waits', number, label, due, level, bucket, opens, tick };
}
