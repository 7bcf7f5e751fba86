import type { ThreadId } from '../../protocol/threads.ts';
import type { AgentId } from '../../protocol/ids.ts';
import type { WhyReason } from '../../protocol/why.ts';
import type { World } from '../world/state.ts';
import { threadReason } from './thread-reason.ts';

/** Why the thread of an agent makes no progress: the first rule that keeps it back (threads/README.md §2, §6). */
export function whyNotThread(world: World, transport: string, agent: AgentId | ThreadId): WhyReason {
  const row = world.threads?.part.threadsRow(world, transport) ?? null;
  if (row === null) return { rule: 'unknown' };
  const thread = row.threads.find(({ owner, background }) => owner === agent && !background);
  if (thread === undefined || thread.state === 'exited') {
    return { rule: 'thread.gone', agent, live: row.pool?.live ?? 0 };
  }
  return threadReason(row, thread, { agent });
}
