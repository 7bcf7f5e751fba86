/** Handlers: a thread runs its phases on a CPU, in slices, slowed down by contention (threads/README.md §13). */
import type { CpuId, ThreadId } from '../../protocol/threads.ts';
import { listAppend } from '../lists.ts';
import { get, NONE, touch } from '../tables.ts';
import { alarmSet } from './alarms.ts';
import { preempt, readyFor, setCpuAlarm, settleSegment, startSlice } from './cpu.ts';
import type { Awaiting, Phase } from './model.ts';
import { type Machine, ONE } from './tables.ts';
import { blockThread } from './thread.ts';

/** Gives a worker on a CPU its handler and starts it. Phases must have whole, non-negative µs. */
export function startHandler(m: Machine, thread: ThreadId, phases: readonly Phase[]): void {
  const row = touch(m.threads, thread);
  row.phases = phases;
  row.phase = 0;
  row.work = 0;
  runPhases(m, thread);
}

/** Continues the handler of a thread on a CPU. Empty CPU phases end immediately; a block of 0 µs is still a wait. */
export function runPhases(m: Machine, thread: ThreadId): void {
  const row = touch(m.threads, thread);
  while (row.work === 0 && row.phase < row.phases.length) {
    const phase = row.phases[row.phase] as Phase;
    row.phase++;
    if ('cpu' in phase) {
      row.work = phase.cpu;
      continue;
    }
    blockThread(m, thread, phase.why, phase.block, 'block');
    return;
  }
  if (row.work > 0 || row.program !== 'worker') startSegment(m, thread);
  else awaitHost(m, thread, 'handled');
}

/** Notes that a worker has a question; the host answers before the next step (`host.ts`). */
export function awaitHost(m: Machine, thread: ThreadId, why: Exclude<Awaiting, 'none'>): void {
  const row = touch(m.threads, thread);
  if (row.awaiting === 'none') listAppend(m.awaitList, ONE, thread);
  row.awaiting = why;
}

/**
 * Starts a stretch of work. Its slowdown is fixed: following every change in the number of runnable threads would cause an
 * event on each CPU. When phase and slice end together, the phase ends, as a finished thread needs no interruption.
 */
function startSegment(m: Machine, thread: ThreadId): void {
  const row = touch(m.threads, thread);
  const { now, runnable, online } = get(m.one, ONE);
  const { cpu } = row;
  const { sliceEnd } = get(m.cpus, cpu);
  row.segmentStart = -1;
  if (row.work === 0) {
    // A manual or background thread computes for ever; only its slice ends.
    setCpuAlarm(m, cpu, sliceEnd < 0 ? NONE : alarmSet(m, Math.max(sliceEnd, now), 'cpu.slice', cpu));
    return;
  }
  row.slowdown = 1000 + m.config.alphaMilli * Math.max(0, runnable - online);
  row.segmentStart = now;
  const end = now + Math.ceil((row.work * row.slowdown) / 1000);
  const sliced = sliceEnd >= 0 && sliceEnd < end;
  const alarm = alarmSet(m, sliced ? sliceEnd : end, sliced ? 'cpu.slice' : 'cpu.phase', cpu);
  setCpuAlarm(m, cpu, alarm);
}

/** The phase of the thread on `cpu` ended. Its slice continues with the next phase. */
export function endPhase(m: Machine, cpu: CpuId): void {
  const { thread } = get(m.cpus, cpu);
  settleSegment(m, thread);
  runPhases(m, thread);
}

/**
 * The slice of the thread on `cpu` ended. The next ready thread gets the CPU. If no thread is ready, a new slice
 * begins.
 */
export function endSlice(m: Machine, cpu: CpuId): void {
  const { thread } = get(m.cpus, cpu);
  settleSegment(m, thread);
  if (readyFor(m, cpu) > 0) {
    preempt(m, thread, 'slice-end');
    return;
  }
  startSlice(m, cpu);
  startSegment(m, thread);
}
