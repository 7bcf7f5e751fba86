import {
  type PolicyRecording,
  POLICY_ORDER,
  type PolicyFigures,
  type PolicyKind,
  type PolicyRun,
} from '../../protocol/policies.ts';
import type { Work } from '../../protocol/serve-jobs.ts';
import { createStore, get, ids } from '../../core/tables.ts';
import { SILENT_PORT, type MachinePort, ONE } from '../../core/threads/tables.ts';
import {
  createWorkloadRun,
  readWorkloadFigures,
  runWorkload,
  stepWorkload,
  type WorkloadRun,
} from '../../core/threads/workload.ts';
import { readWorkload } from '../../core/threads/workload-input.ts';
import type { Policy, Workload } from '../../core/threads/workload-model.ts';
import type { Result } from '../../protocol/result.ts';
import type { Micros } from '../../protocol/units.ts';
import type { ThreadId } from '../../protocol/threads.ts';
import type { ThreadEvent } from '../../protocol/events.ts';

/** Runs the three policies. The buffers of their recordings are transferred to the page, not copied. */
export const policies: Work<'policies'> = (workload, { handOver }) => {
  const answer = comparePolicies(workload);
  if (answer.ok) handOver(answer.value.flatMap(({ recording }) => buffersOf(recording)));
  return answer;
};

export const figures: Work<'policy-figures'> = ({ workload, policy }) => policyFigures(workload, policy);

function buffersOf({ counts, stretches, blocks, requests }: PolicyRecording): ArrayBuffer[] {
  return [counts, stretches, blocks, requests].flatMap((one) =>
    Object.values(one).map((column: Float64Array) => column.buffer as ArrayBuffer),
  );
}

/** Runs all policies of a `cmgroup-workload/1` file, with figures and recordings. */
export function comparePolicies(file: unknown): Result<PolicyRun[]> {
  const read = readWorkload(file);
  if (!read.ok) return read;
  const { value: workload } = read;
  const runs = workload.policies.map((policy, i) => recordRun(workload, policy, POLICY_ORDER[i] ?? 'plain'));
  return { ok: true, value: runs };
}

function recordRun(workload: Workload, policy: Policy, kind: PolicyKind): PolicyRun {
  const recorder = createRecorder();
  const run = createWorkloadRun(createStore(), workload, policy, recorder.port);
  recorder.look(run);
  while (stepWorkload(run)) recorder.look(run);
  const { cpus } = workload.config;
  return {
    kind,
    workers: policy.workers,
    limit: policy.cmgroup && policy.limit > 0 ? policy.limit : cpus,
    figures: readWorkloadFigures(run),
    recording: recorder.finish(run),
  };
}

/** Returns the figures of one policy of a file; `place` is the policy's index in the file. */
export function policyFigures(file: unknown, place: number): Result<PolicyFigures> {
  const read = readWorkload(file);
  if (!read.ok) return read;
  const policy = read.value.policies[place];
  if (policy === undefined) {
    return {
      ok: false,
      errors: [{ field: 'policy', value: String(place), accepted: 'an index of the list of policies' }],
    };
  }
  const run = createWorkloadRun(createStore(), read.value, policy, SILENT_PORT);
  runWorkload(run);
  return { ok: true, value: readWorkloadFigures(run) };
}

/**
 * Records a run for pictures: changes of the counts, the thread on each CPU, and blocked threads. The recorder only listens,
 * so a recorded run has the same figures as a run without a recorder.
 */

/** Largest number of rows recorded in one list. A herd of 256 threads makes millions; a picture has some hundred pixels. */
const ROWS_MAX = 300_000;

interface PolicyRecorder {
  readonly port: MachinePort;
  /** Records the state of the run. The caller calls it once after the run is created, and after each step. */
  look(run: WorkloadRun): void;
  finish(run: WorkloadRun): PolicyRecording;
}

type Lists<K extends string> = Record<K, number[]>;

interface Tape {
  now: Micros;
  cutAt: Micros;
  counts: Lists<'at' | 'runnable' | 'pending' | 'done'>;
  stretches: Lists<'cpu' | 'thread' | 'from' | 'work' | 'to'>;
  blocks: Lists<'thread' | 'from' | 'to'>;
  /** The thread of each request. The two maps below have the thread as their key. */
  threadOf: number[];
  onCpu: Map<number, { cpu: number; from: number; work: number }>;
  blockedSince: Map<number, number>;
}

function createRecorder(): PolicyRecorder {
  const tape: Tape = {
    now: 0,
    cutAt: -1,
    counts: { at: [], runnable: [], pending: [], done: [] },
    stretches: { cpu: [], thread: [], from: [], work: [], to: [] },
    blocks: { thread: [], from: [], to: [] },
    threadOf: [],
    onCpu: new Map(),
    blockedSince: new Map(),
  };
  let machine: WorkloadRun['machine'] | null = null;
  return {
    port: {
      recording: true,
      emit(event) {
        if (machine !== null) tape.now = get(machine.one, ONE).now;
        hear(tape, event);
      },
    },
    look(run) {
      machine = run.machine;
      lookAt(tape, run);
    },
    finish: (run) => finish(tape, run),
  };
}

function hear(tape: Tape, event: ThreadEvent): void {
  const { now } = tape;
  if (event.kind === 'cpu.dispatched') {
    tape.onCpu.set(event.thread, { cpu: event.cpu - 1, from: now, work: now + event.cost });
  } else if (event.kind === 'fetch.returned') {
    // The name of a request is "r" and its number.
    for (const item of event.items) tape.threadOf[Number(item.slice(1))] = event.thread;
  } else if (event.kind === 'thread.state') {
    if (event.from === 'running') endStretch(tape, event.thread);
    if (event.from === 'blocked-in-handler') endBlock(tape, event.thread);
    if (event.to === 'blocked-in-handler') tape.blockedSince.set(event.thread, now);
  }
}

function endStretch(tape: Tape, thread: ThreadId): void {
  const open = tape.onCpu.get(thread);
  tape.onCpu.delete(thread);
  if (open === undefined || open.from === tape.now) return;
  const { cpu, from, work } = open;
  append(tape, tape.stretches, { cpu, thread, from, work: Math.min(work, tape.now), to: tape.now });
}

function endBlock(tape: Tape, thread: ThreadId): void {
  const from = tape.blockedSince.get(thread);
  tape.blockedSince.delete(thread);
  if (from !== undefined) append(tape, tape.blocks, { thread, from, to: tape.now });
}

function append<K extends string>(tape: Tape, lists: Lists<K>, row: Record<K, number>): void {
  const keys = Object.keys(row) as K[];
  const [first] = keys;
  if (first === undefined) return;
  if (lists[first].length >= ROWS_MAX) {
    // A full list ends the whole recording, so that all pictures end at the same instant.
    if (tape.cutAt < 0) tape.cutAt = tape.now;
    return;
  }
  for (const key of keys) lists[key].push(row[key]);
}

function lookAt(tape: Tape, { machine, one }: WorkloadRun): void {
  const { now, runnable: all } = get(machine.one, ONE);
  const { group, source, completed } = get(one, ONE);
  tape.now = now;
  const runnable = group === 0 ? all : get(machine.groups, group).runnable;
  const { pending } = get(machine.sources, source);
  const { counts } = tape;
  const last = counts.at.length - 1;
  if (
    counts.runnable[last] === runnable &&
    counts.pending[last] === pending &&
    counts.done[last] === completed
  )
    return;
  if (counts.at[last] === now) {
    // Several steps may happen at one instant. Only the state after the last step is kept.
    counts.runnable[last] = runnable;
    counts.pending[last] = pending;
    counts.done[last] = completed;
  } else append(tape, counts, { at: now, runnable, pending, done: completed });
}

function finish(tape: Tape, run: WorkloadRun): PolicyRecording {
  const start = get(run.one, ONE).firstArrival;
  for (const thread of tape.onCpu.keys()) endStretch(tape, thread);
  const names: string[] = [];
  for (const id of ids(run.machine.threads)) names[id] = get(run.machine.threads, id).name;
  const requests: Lists<'arrived' | 'taken' | 'done' | 'thread'> = {
    arrived: [],
    taken: [],
    done: [],
    thread: [],
  };
  for (const id of ids(run.jobs)) {
    const job = get(run.jobs, id);
    requests.arrived.push(job.arrivedAt);
    requests.taken.push(job.takenAt);
    requests.done.push(job.doneAt);
    requests.thread.push(tape.threadOf[id] ?? 0);
  }
  const { counts, stretches, blocks } = tape;
  return {
    counts: columns(counts, ['at'], start),
    stretches: columns(stretches, ['from', 'work', 'to'], start),
    blocks: columns(blocks, ['from', 'to'], start),
    requests: columns(requests, ['arrived', 'taken', 'done'], start),
    names: Array.from(names, (name) => name ?? ''),
    cutAt: tape.cutAt < 0 ? -1 : tape.cutAt - start,
  };
}

/** Converts lists to transferable columns. Instants are counted from `start`; −1 (no instant) stays −1. */
function columns<K extends string>(
  lists: Record<K, number[]>,
  instants: readonly NoInfer<K>[],
  start: Micros,
): Record<K, Float64Array> {
  const made: Partial<Record<K, Float64Array>> = {};
  for (const key of Object.keys(lists) as K[]) {
    const column = Float64Array.from(lists[key]);
    if (instants.includes(key))
      for (let i = 0; i < column.length; i++) column[i] = moved(column[i] ?? 0, start);
    made[key] = column;
  }
  return made as Record<K, Float64Array>;
}

function moved(at: Micros, start: Micros): number {
  return at < 0 ? at : at - start;
}
