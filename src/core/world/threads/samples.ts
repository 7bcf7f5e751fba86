import type { PoolId } from '../../../protocol/ids.ts';
import type { ThreadEvent } from '../../../protocol/events.ts';
import type { RunState } from '../../../protocol/threads.ts';
import type { CountSample } from '../../../protocol/threads-view.ts';
import type { Micros } from '../../../protocol/units.ts';
import { find, get, touch } from '../../tables.ts';
import { pendingTokens } from '../../threads/host.ts';
import type { ThreadPoolRecord, ThreadWorld } from './model.ts';

/** How the count of each transport went lately, for the stepped area: state, so that it is right after a seek. */

/** What an area three hundred pixels wide can show. */
const SAMPLES_MAX = 96;

/** Follows what the machine says: who became runnable or ceased to be, a new limit, events that come and go. */
export function noteSample(threads: ThreadWorld, at: Micros, event: ThreadEvent): void {
  switch (event.kind) {
    case 'thread.state': {
      const change = Number(counts(event.to)) - Number(counts(event.from));
      if (change !== 0) note(threads, event.transport, at, change);
      return;
    }
    case 'thread.created':
      if (event.cause !== 'setup') note(threads, event.transport, at, 1);
      return;
    case 'group.limit':
    case 'source.posted':
    case 'source.withdrawn':
      note(threads, event.transport, at, 0);
      return;
    case 'fetch.returned':
      if (event.items.length > 0) note(threads, event.transport, at, 0);
      return;
    default:
      return;
  }
}

function counts(state: RunState): boolean {
  return state === 'running' || state === 'ready';
}

function note(threads: ThreadWorld, pool: PoolId, at: Micros, change: number): void {
  // Threads of the background belong to no transport.
  if (find(threads.pools, pool) === undefined) return;
  const row = touch(threads.pools, pool);
  row.runnable += change;
  const sample: CountSample = [
    at,
    row.runnable,
    limitOf(threads, row),
    pendingTokens(threads.machine, row.parts),
  ];
  const last = row.samples.at(-1);
  const same = last?.[0] === at && last[1] === sample[1] && last[2] === sample[2];
  row.samples = [...(same ? row.samples.slice(0, -1) : row.samples.slice(1 - SAMPLES_MAX)), sample];
}

/** −1 = there is no limit. */
function limitOf({ machine }: ThreadWorld, { parts }: Readonly<ThreadPoolRecord>): number {
  return parts.group === 0 ? -1 : get(machine.groups, parts.group).limit;
}
