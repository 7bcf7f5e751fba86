import type { ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import type { Micros } from '../../protocol/units.ts';
import type { WhyReason } from '../../protocol/why.ts';

/** Finds the first rule that keeps a thread from running. `who`: its agent, or its own name in a run of threads alone. */
export function threadReason(
  row: ThreadsRow,
  thread: ThreadToken,
  who: { agent: number; name?: string },
): WhyReason {
  switch (thread.state) {
    case 'running':
      return { rule: 'thread.running', ...who, cpu: thread.cpu - 1 };
    case 'ready':
      return {
        rule: 'thread.ready',
        ...who,
        ahead: Math.max(0, row.runQueue.indexOf(thread.id)),
        cpus: row.online,
        sliceEnd: firstSliceEnd(row),
      };
    case 'blocked-in-handler': {
      const { number, destination, phase, until, waitsFor } = thread;
      return { rule: 'thread.blocked', ...who, number, destination, phase: phase || waitsFor, until };
    }
    case 'blocked-in-fetch': {
      const { runnable, limit } = row.group ?? { runnable: 0, limit: 0 };
      const { pending } = row.source;
      if (thread.reason === 'gate' || thread.reason === 'exit-gate' || (pending > 0 && row.group !== null)) {
        return { rule: 'thread.gate', ...who, runnable, limit, pending };
      }
      const above = row.source.waiters.indexOf(thread.id);
      return { rule: 'thread.event', ...who, above: Math.max(0, above) };
    }
    case 'stopped':
      return { rule: 'thread.stopped', ...who };
    case 'exited':
      return { rule: 'thread.gone', ...who, live: row.pool?.live ?? 0 };
    default:
      return thread.state satisfies never;
  }
}

/** When the first time slice ends: by then the first thread in the run queue gets a CPU. −1 = there are no slices. */
function firstSliceEnd({ cpus }: ThreadsRow): Micros {
  const ends = cpus.map(({ sliceEnd }) => sliceEnd).filter((end) => end >= 0);
  return ends.length === 0 ? -1 : Math.min(...ends);
}
