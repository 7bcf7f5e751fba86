import { formatCount } from '../../explain/format.ts';
import { WINDOW_COUNTS } from '../../explain/thread-states.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';

/** One of the limits on threads, and how much of it is in use. */
export interface ThreadGauge {
  name: 'window' | 'pool' | 'runnable';
  /** Name of the destination, transport or group that has the limit. */
  of: string;
  used: number;
  /** Threads that exist, in use or idle. */
  live: number;
  limit: number;
  /** Text that says what is counted. */
  note: string;
  /** Text that replaces the figures when there is no limit now; '' = there is one. */
  none: string;
}

/** Threads on a CPU now. */
export function busyCpus({ cpus }: Pick<ThreadsRow, 'cpus'>): number {
  return cpus.filter(({ thread }) => thread !== 0).length;
}

/** Threads of the group that are running or ready. Without a group, all of them. */
export function runnableOf(row: ThreadsRow): number {
  return row.group?.runnable ?? busyCpus(row) + row.ready - row.background;
}

/** The gauges of three limits: first destination window, pool of threads, concurrency value. */
export function threadGauges(row: ThreadsRow): ThreadGauge[] {
  const { group, windows } = row;
  const [first] = windows;
  const of = first === undefined ? 'no destination' : first.destination;
  const busy = first?.busy ?? 0;
  return [
    {
      name: 'window',
      of: windows.length > 1 ? `${of}, ${windows.length - 1} more` : of,
      used: busy,
      live: busy,
      limit: first?.window ?? 0,
      note: WINDOW_COUNTS,
      none: first === undefined ? '–' : first.window === 0 ? 'dead' : '',
    },
    poolGauge(row),
    {
      name: 'runnable',
      of: group?.name ?? row.name,
      used: group?.runnable ?? 0,
      live: group?.runnable ?? 0,
      limit: group?.limit ?? 0,
      note: group === null ? 'every woken thread is admitted' : 'only threads on a CPU or in the run queue',
      none: group === null ? 'no limit' : '',
    },
  ];
}

function poolGauge(row: ThreadsRow): ThreadGauge {
  const { pool, name: of } = row;
  const note =
    row.source.transport === 0 ? 'all threads that are not waiting in a fetch' : 'all agents with an entry';
  if (pool === null) {
    const used = busyCpus(row) + row.ready + row.blockedCount;
    const all = used + row.source.waiting + row.stopped.length;
    return { name: 'pool', of, used, live: all, limit: all, note, none: '' };
  }
  const idle = Math.max(0, pool.live - pool.busy);
  return {
    name: 'pool',
    of,
    used: pool.busy,
    live: pool.live,
    limit: pool.max,
    note: idle === 0 ? `${note}; no standby` : `${note}; ${formatCount(idle)} idle`,
    none: '',
  };
}
