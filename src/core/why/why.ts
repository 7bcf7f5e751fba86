import type { MessageId } from '../../protocol/ids.ts';
import type { WhyAnswer, WhyQuestion, WhyReason } from '../../protocol/why.ts';
import { listIds } from '../lists.ts';
import { jobFind } from '../qmgr/job.ts';
import { queueFind } from '../qmgr/queue.ts';
import type { Simulation } from '../simulation.ts';
import { find, get, NONE } from '../tables.ts';
import { messageByNumber } from '../world/ledger.ts';
import type { World } from '../world/state.ts';
import { whyNotEntry } from './entry.ts';
import { whyNotJob } from './job.ts';
import { whyNotThread } from './thread.ts';
import { whyNotTimer } from './timer.ts';
import { transportByName, whyDestination, whyMessageWaits, whyNotTransport } from './waiting.ts';

/** Answers a question about the present state. Changes nothing; what is not known answers `unknown`. */
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
      // A finished message has no record in the queue manager any more: it is told when and how it ended.
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

/** Names of the transports on which a message has jobs now; none when it is not in memory. */
function transportsOf({ qmgr }: World, msg: MessageId): string[] {
  if (find(qmgr.messages, msg) === undefined) return [];
  const jobs = listIds(qmgr.lists.jobsOfMessage, msg);
  return jobs.map((id) => get(qmgr.transports, get(qmgr.jobs, id).transport).name);
}
