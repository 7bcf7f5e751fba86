/**
 * Places threads in a given state at the start, so a scenario file can describe a state instead of the steps that
 * lead to it (threads/README.md §16).
 */
import type { Micros } from '../../protocol/units.ts';
import type { GroupId, RunState, SourceId, ThreadId } from '../../protocol/threads.ts';
import { get, NONE, touch } from '../tables.ts';
import { alarmSet } from './alarms.ts';
import { charge, countRunnable } from './count.ts';
import { enqueue, placeOnCpu, startSlice } from './cpu.ts';
import { isOverLimit } from './fetch-wait.ts';
import { joinGroup } from './group.ts';
import { runPhases } from './phases.ts';
import { poolEnter } from './pool.ts';
import { cpusOnline, type Machine, machineNow } from './tables.ts';
import { insertThread, type ThreadSettings } from './thread.ts';
import { waiterPush } from './waiters.ts';

export interface ThreadPlace extends ThreadSettings {
  readonly state: RunState;
  readonly group: GroupId;
  /** For `blocked-in-fetch`: the call in progress. */
  readonly source: SourceId;
  readonly max: number;
  readonly min: number;
  readonly timeout: Micros;
}

/**
 * Places a thread as `place` says: no switch, no wake-up, no cost. A `running` thread takes the idle CPU with the
 * lowest number, and becomes `ready` when there is none.
 */
export function placeThread(m: Machine, place: ThreadPlace): ThreadId {
  const thread = insertThread(m, place, 'setup');
  if (place.state === 'running' || place.state === 'ready') return placeRunnable(m, thread, place);
  touch(m.threads, thread).state = place.state;
  if (place.group !== NONE && place.state !== 'exited') joinGroup(m, thread, place.group, 'setup');
  if (place.state === 'blocked-in-fetch') placeWaiter(m, thread, place);
  return thread;
}

function placeRunnable(m: Machine, thread: ThreadId, place: ThreadPlace): ThreadId {
  countRunnable(m, thread, 1);
  const { group } = place;
  if (group !== NONE) {
    touch(m.threads, thread).group = group;
    touch(m.groups, group).members++;
    charge(m, thread, 'setup', '');
  }
  const cpu = place.state === 'running' ? idleCpu(m) : NONE;
  if (cpu === NONE) {
    enqueue(m, thread);
  } else {
    placeOnCpu(m, cpu, thread);
    runPhases(m, thread);
  }
  return thread;
}

/** Gives every thread on a CPU a slice, as if all had begun together. Call it after the last thread was placed. */
export function beginTogether(m: Machine): void {
  const online = cpusOnline(m);
  for (let cpu = 1; cpu <= online; cpu++) {
    const { thread, switching } = get(m.cpus, cpu);
    if (thread === NONE || switching) continue;
    startSlice(m, cpu);
    runPhases(m, thread);
  }
}

function idleCpu(m: Machine): number {
  const online = cpusOnline(m);
  for (let cpu = 1; cpu <= online; cpu++) if (get(m.cpus, cpu).thread === NONE) return cpu;
  return NONE;
}

function placeWaiter(m: Machine, thread: ThreadId, place: ThreadPlace): void {
  const row = touch(m.threads, thread);
  row.source = place.source;
  row.max = place.max;
  row.min = place.min;
  row.timeout = place.timeout;
  if (place.timeout > 0) {
    row.deadline = machineNow(m) + place.timeout;
    row.deadlineAlarm = alarmSet(m, row.deadline, 'thread.deadline', thread);
  }
  const { group, pending } = get(m.sources, place.source);
  waiterPush(m, thread, pending > 0 && isOverLimit(m, group) ? 'gate' : 'event');
  poolEnter(m, place.source);
}
