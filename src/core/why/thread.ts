import type { ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import type { WhyReason } from '../../protocol/why.ts';
import type { World } from '../world/state.ts';

/** Why the thread of an agent makes no progress: the first rule that keeps it back (thread-groups.md §2, §6). */
export function whyNotThread(world: World, transport: string, agent: number): WhyReason {
  const row = world.threads?.part.threadsRow(world, transport) ?? null;
  if (row === null) return { rule: 'unknown' };
  const thread = row.threads.find(({ owner, background }) => owner === agent && !background);
  if (thread === undefined || thread.state === 'exited') {
    return { rule: 'thread.gone', agent, live: row.pool?.live ?? 0 };
  }
  return reasonOf(row, thread, agent);
}

function reasonOf(row: ThreadsRow, thread: ThreadToken, agent: number): WhyReason {
  switch (thread.state) {
    case 'running':
      return { rule: 'thread.running', agent, cpu: thread.cpu - 1 };
    case 'ready':
      return {
        rule: 'thread.ready',
        agent,
        ahead: Math.max(0, row.runQueue.indexOf(thread.id)),
        cpus: row.online,
      };
    case 'blocked-in-handler': {
      const { number, destination, phase, until, waitsFor } = thread;
      return { rule: 'thread.blocked', agent, number, destination, phase: phase || waitsFor, until };
    }
    case 'blocked-in-fetch': {
      const { runnable, limit } = row.group ?? { runnable: 0, limit: 0 };
      const { pending } = row.source;
      if (thread.reason === 'gate' || thread.reason === 'exit-gate' || (pending > 0 && row.group !== null)) {
        return { rule: 'thread.gate', agent, runnable, limit, pending };
      }
      return { rule: 'thread.event', agent };
    }
    case 'stopped':
      return { rule: 'thread.stopped', agent };
    case 'exited':
      return { rule: 'thread.gone', agent, live: row.pool?.live ?? 0 };
    default:
      return thread.state satisfies never;
  }
}
