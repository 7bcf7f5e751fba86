import type { LaneStart } from '../../protocol/thread-lanes.ts';
import type { PoolEstimate, ThreadsRow } from '../../protocol/threads-view.ts';
import type { WhyQuestion, WhyReason } from '../../protocol/why.ts';
import { get, ids, NONE } from '../tables.ts';
import { groupPicture, laneStarts, poolGauge } from '../threads/group-picture.ts';
import { ONE } from '../threads/tables.ts';
import { readWorkloadFigures } from '../threads/workload.ts';
import { estimatePoolSize } from '../threads/pool.ts';
import { threadReason } from '../why/thread-reason.ts';
import type { ThreadSim } from './model.ts';
import { groupNamed } from './names.ts';

/** Returns the row of the group or unbound source `asked`, else of the first group or source. Null if the run has none. */
export function threadSimRow(sim: ThreadSim, asked: string): ThreadsRow | null {
  const { machine: m } = sim;
  const groups = [...ids(m.groups)].filter((id) => get(m.groups, id).alive);
  const loose = [...ids(m.sources)].filter((id) => get(m.sources, id).group === NONE);
  const named = groupNamed(m, asked);
  const group = groups.includes(named) ? named : (groups[0] ?? NONE);
  const byName = loose.find((id) => get(m.sources, id).name === asked);
  const alone = byName !== undefined || group === NONE;
  const source = alone ? (byName ?? loose[0] ?? NONE) : get(m.groups, group).source;
  if (group === NONE && source === NONE) return null;
  const names = [
    ...groups.map((id) => get(m.groups, id).name),
    ...loose.map((id) => get(m.sources, id).name),
  ];
  const name = alone ? get(m.sources, source).name : get(m.groups, group).name;
  return groupPicture(m, alone ? NONE : group, source, {
    name,
    names,
    rest: {
      pool: source === NONE ? null : poolGauge(m, get(m.sources, source).pool, busyThreads(sim)),
      windows: [],
      estimate: estimateOf(sim),
      samples: [],
      story: 1,
      prefetch: 0,
    },
  });
}

/** Explains why a thread of a group makes no progress; `unknown` for any other question. */
export function threadSimWhy(sim: ThreadSim, question: WhyQuestion): WhyReason {
  if (question.about !== 'thread') return { rule: 'unknown' };
  const { transport: group, agent: id } = question;
  const row = threadSimRow(sim, group);
  const thread = row?.threads.find((one) => one.id === id);
  if (row === null || thread === undefined || thread.state === 'exited') {
    const name = id > 0 && id < sim.machine.threads.length ? get(sim.machine.threads, id).name : '';
    return name === '' ? { rule: 'unknown' } : { rule: 'thread.gone', agent: id, name, live: 0 };
  }
  return threadReason(row, thread, { agent: id, name: thread.name });
}

export function threadSimLanes(sim: ThreadSim): LaneStart[] {
  return laneStarts(sim.machine);
}

/** Counts the threads that handle an event: all live threads that are not in a fetch. */
function busyThreads({ machine: m }: ThreadSim): number {
  let busy = 0;
  for (const id of ids(m.threads)) {
    const { state, source } = get(m.threads, id);
    if (state !== 'exited' && source === NONE) busy++;
  }
  return busy;
}

/** The pool size that the requests served so far suggest. Null in a story, which does not say what its threads compute. */
function estimateOf({ stream }: ThreadSim): PoolEstimate | null {
  if (stream === null) return null;
  const { completed, group } = get(stream.one, ONE);
  if (completed === 0) return null;
  const { mean, meanWaiting, meanOnCpu } = readWorkloadFigures(stream);
  const limit = group === NONE ? stream.workload.config.cpus : get(stream.machine.groups, group).limit;
  const all = mean - meanWaiting;
  const threads = estimatePoolSize(limit, all, meanOnCpu);
  return threads === null ? null : { all, cpu: meanOnCpu, threads };
}
