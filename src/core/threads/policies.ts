/** The policies that are run side by side (threads/README.md §14), each as a source, a pool, and a group or none. */
import type { GroupId, SourceId, ThreadPoolId } from '../../protocol/threads.ts';
import { NONE } from '../tables.ts';
import { bindSource, createSource } from './event-source.ts';
import { createGroup } from './group.ts';
import { createPool } from './pool.ts';
import type { Machine } from './tables.ts';
import { createThread } from './thread.ts';
import type { Policy } from './workload-model.ts';

const SOURCE = 'requests';
const GROUP = 'group';

/**
 * The parts of a policy on a fresh machine. Workers stand ready and fetch first, the one with the highest number
 * last.
 */
export interface PolicyParts {
  readonly group: GroupId;
  readonly source: SourceId;
  readonly pool: ThreadPoolId;
}

/** Builds a policy on a machine at instant 0. */
export function buildPolicy(m: Machine, policy: Policy): PolicyParts {
  const source = createSource(m, {
    name: SOURCE,
    kind: policy.aio === 'no' ? 'epoll' : 'aio',
    aioMode: policy.aio === 'intended' ? 'intended' : 'today',
    wake: policy.cmgroup ? 'lifo' : policy.wake,
  });
  const group = policy.cmgroup ? createGroup(m, GROUP, policy.limit, NONE) : NONE;
  if (group !== NONE) bindSource(m, source, group);
  const { growBy, maxWorkers: max } = policy;
  const pool = createPool(m, { source, max, growBy, prefix: 'P' });
  for (let i = 0; i < policy.workers; i++) {
    const name = `W${String(i).padStart(2, '0')}`;
    createThread(m, { name, program: 'worker', next: 'fetch', pool });
  }
  for (let i = 0; i < policy.background; i++) {
    createThread(m, { name: `B${String(i).padStart(2, '0')}`, program: 'background' });
  }
  return { group, source, pool };
}
