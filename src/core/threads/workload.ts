/**
 * Runs a workload under one policy: posts arrivals, lets workers take them, computes figures (threads/README.md §14, §15).
 *
 * A host like the mail world: it uses the machine's clock and answers workers after each step. All its state is in tables of
 * the same store, so keyframes include it.
 */
import type { ClassFigures } from '../../protocol/policies.ts';
import type { ThreadId, GroupId, SourceId, ThreadPoolId } from '../../protocol/threads.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { createTable, get, ids, insert, type Store, type Table, touch, NONE } from '../tables.ts';
import { postItem, bindSource, createSource } from './event-source.ts';
import { type MachineStepped, machineNextDue, machineSchedule, machineStep } from './machine.ts';
import { type MachineFigures, nearestRank, readFigures, startMeasurement } from './metrics.ts';
import { estimatePoolSize, createPool } from './pool.ts';
import { createMachine, type Machine, type MachinePort, ONE } from './tables.ts';
import { handWork, nextAwaiting, refetch } from './workers.ts';
import type {
  JobRecord,
  Policy,
  RunRecord,
  ServingRecord,
  Workload,
  RequestClass,
  Span,
} from './workload-model.ts';
import { drawInteger } from '../world/rng.ts';
import type { Phase } from './model.ts';
import { createGroup } from './group.ts';
import { createThread } from './thread.ts';

export interface WorkloadRun {
  readonly workload: Workload;
  readonly policy: Policy;
  readonly machine: Machine;
  readonly jobs: Table<JobRecord>;
  readonly serving: Table<ServingRecord>;
  readonly one: Table<RunRecord>;
}

/** Creates a run at instant 0. `workload` must have passed `readWorkload`; `policy` need not be one of `workload.policies`. */
export function createWorkloadRun(
  store: Store,
  workload: Workload,
  policy: Policy,
  port: MachinePort,
): WorkloadRun {
  return runToEnd(createWorkloadParts(store, workload, policy, port));
}

/** Number of arrivals drawn in one slice. */
const PART = 256;

/** Sliced form of `createWorkloadRun`: drawing all arrivals takes long. */
export function* createWorkloadParts(
  store: Store,
  workload: Workload,
  policy: Policy,
  port: MachinePort,
): Sliced<WorkloadRun> {
  const machine = createMachine(store, workload.config, port);
  const jobs = createTable<JobRecord>(store, 'jobs');
  const serving = createTable<ServingRecord>(store, 'serving');
  const one = createTable<RunRecord>(store, 'run');
  const parts = buildPolicy(machine, policy);
  const { warmup } = workload;
  insert(one, { ...parts, completed: 0, firstArrival: warmup, lastCompletion: warmup });
  for (const { at, kind, phases, blocked } of drawRequests(workload)) {
    if (jobs.length % PART === 0) yield;
    const job = insert(jobs, { phases, kind, blocked, arrivedAt: at, takenAt: -1, doneAt: -1 });
    // Arrivals are scheduled before anything happens, so at one instant they precede what the workers do.
    machineSchedule(machine, at, job);
  }
  return { workload, policy, machine, jobs, serving, one };
}

/** Executes the next step; false when the run is over. */
export function stepWorkload(run: WorkloadRun): boolean {
  const { machine } = run;
  const due = machineNextDue(machine);
  const { completed, lastCompletion } = get(run.one, ONE);
  if (due === null) return false;
  if (completed === run.workload.count && due.at > lastCompletion) return false;
  const stepped = machineStep(machine);
  if (stepped?.kind === 'host') arrive(run, stepped);
  serveAwaiting(run);
  return true;
}

/** Answers every waiting worker. Call it after any operation on the machine, before its next step. */
export function serveAwaiting(run: WorkloadRun): void {
  const { machine } = run;
  for (let thread = nextAwaiting(machine); thread !== 0; thread = nextAwaiting(machine)) serve(run, thread);
}

/** Runs to the last completion, including all of its instant. Returns the number of steps. */
export function runWorkload(run: WorkloadRun): number {
  let steps = 0;
  while (stepWorkload(run)) steps++;
  return steps;
}

function arrive(run: WorkloadRun, { id: job, at }: MachineStepped): void {
  const { source, firstArrival } = get(run.one, ONE);
  if (at === firstArrival && job === 1) startMeasurement(run.machine);
  postItem(run.machine, source, `r${job}`, job);
}

/** Answers a worker that has fetched a batch, or completed one request of it. */
function serve(run: WorkloadRun, thread: ThreadId): void {
  const { machine } = run;
  const { awaiting, result } = get(machine.threads, thread);
  const batch = result !== null && 'ok' in result ? result.ok : [];
  while (run.serving.length <= thread) insert(run.serving, { done: 0 });
  const { now } = get(machine.one, ONE);
  const serving = touch(run.serving, thread);
  if (awaiting === 'handled') finish(run, batch[serving.done++]?.tag ?? 0, now);
  else serving.done = 0;
  const item = batch[serving.done];
  if (item === undefined) {
    refetch(machine, thread, get(run.one, ONE).source, run.policy.max);
    return;
  }
  const job = touch(run.jobs, item.tag);
  job.takenAt = now;
  handWork(machine, thread, job.phases);
}

function finish(run: WorkloadRun, job: number, now: Micros): void {
  touch(run.jobs, job).doneAt = now;
  const one = touch(run.one, ONE);
  one.completed++;
  one.lastCompletion = now;
}

/** Figures of a run (§15). Latency in µs from arrival to completion; the parts of its mean add up to it. */
export interface WorkloadFigures extends MachineFigures {
  /** Figures of each class, in the order of the mix; empty when there is only one. */
  readonly classes: readonly ClassFigures[];
  readonly completed: number;
  /** Time from the first arrival to the last completion (µs). */
  readonly makespan: Micros;
  readonly throughput: number;
  readonly mean: Micros;
  readonly p99: number;
  readonly meanWaiting: number;
  readonly meanOnCpu: number;
  readonly meanBlocked: number;
  /** Mean time of a request in the run queue and during paid switches (µs). */
  readonly meanReady: number;
  /** Pool size by the document's rule, or null (§14). */
  readonly poolEstimate: number | null;
}

export function readWorkloadFigures(run: WorkloadRun): WorkloadFigures {
  const { group, source, firstArrival, lastCompletion, completed } = get(run.one, ONE);
  const makespan = lastCompletion - firstArrival;
  const figures = readFigures(run.machine, group, source, makespan);
  const latencies = new Float64Array(completed);
  let n = 0;
  let waiting = 0;
  let blocked = 0;
  let total = 0;
  for (const id of ids(run.jobs)) {
    const job = get(run.jobs, id);
    if (job.doneAt < 0) continue;
    latencies[n++] = job.doneAt - job.arrivedAt;
    total += job.doneAt - job.arrivedAt;
    waiting += job.takenAt - job.arrivedAt;
    blocked += job.blocked;
  }
  const per = (sum: number): number => (completed > 0 ? sum / completed : 0);
  const onCpu = figures.usefulTime + figures.contentionTime;
  const limit = group === 0 ? run.workload.config.cpus : get(run.machine.groups, group).limit;
  return {
    ...figures,
    completed,
    makespan,
    throughput: makespan > 0 ? (completed * MICROS_PER_SECOND) / makespan : 0,
    mean: per(total),
    p99: nearestRank(latencies.sort(), 0.99),
    meanWaiting: per(waiting),
    meanOnCpu: per(onCpu),
    meanBlocked: per(blocked),
    meanReady: per(total - waiting - blocked - onCpu),
    poolEstimate: estimatePoolSize(limit, total - waiting, onCpu),
    classes: classFigures(run),
  };
}

function classFigures({ workload: { mix }, jobs }: WorkloadRun): ClassFigures[] {
  if (mix.length < 2) return [];
  const latencies = mix.map((): Micros[] => []);
  for (const id of ids(jobs)) {
    const { doneAt, arrivedAt, kind } = get(jobs, id);
    if (doneAt >= 0) latencies[kind]?.push(doneAt - arrivedAt);
  }
  return mix.map(({ name }, kind) => {
    const own = Float64Array.from(latencies[kind] ?? []).sort();
    const { length: completed } = own;
    const total = own.reduce((sum, latency) => sum + latency, 0);
    return { name, completed, mean: completed > 0 ? total / completed : 0, p99: nearestRank(own, 0.99) };
  });
}

interface DrawnRequest {
  readonly at: Micros;
  readonly kind: number;
  readonly phases: readonly Phase[];
  readonly blocked: number;
}

/**
 * Returns all requests in order of arrival. Arrivals are drawn from the stream `seed`; the class and handler of each request
 * are drawn from the stream `seed` + 1. A fixed value draws nothing. The streams are independent of the policy, so all
 * policies get identical work (threads/README.md §13).
 */
function drawRequests(workload: Workload): DrawnRequest[] {
  const requests: DrawnRequest[] = [];
  const arrivals = { state: workload.seed };
  const handlers = { state: (workload.seed + 1) % 4_294_967_296 };
  let at = workload.warmup;
  for (let i = 0; i < workload.count; i++) {
    if (i > 0) at += drawSpan(arrivals, workload.gap);
    const kind = drawClass(handlers, workload.mix);
    requests.push({ at, kind, ...drawHandler(handlers, workload.mix[kind]!) });
  }
  return requests;
}

function drawClass(stream: { state: number }, mix: readonly RequestClass[]): number {
  if (mix.length === 0) throw new Error('a workload without a class of requests');
  if (mix.length === 1) return 0;
  const total = mix.reduce((sum, one) => sum + one.share, 0);
  let rest = drawSpan(stream, [0, total - 1]);
  for (const [kind, one] of mix.entries()) {
    if (rest < one.share) return kind;
    rest -= one.share;
  }
  return 0;
}

function drawHandler(
  stream: { state: number },
  { handler }: RequestClass,
): { phases: readonly Phase[]; blocked: number } {
  let blocked = 0;
  const phases = handler.map((spec): Phase => {
    if ('cpu' in spec) return { cpu: drawSpan(stream, spec.cpu) };
    const block = drawSpan(stream, spec.block);
    blocked += block;
    return { block, why: 'wait' };
  });
  return { phases, blocked };
}

function drawSpan(stream: { state: number }, span: Span): number {
  if (typeof span === 'number') return span;
  const { state, value } = drawInteger(stream.state, span[0], span[1]);
  stream.state = state;
  return value;
}

interface PolicyParts {
  readonly group: GroupId;
  readonly source: SourceId;
  readonly pool: ThreadPoolId;
}

/**
 * Builds a policy on a machine at instant 0: a source, a pool, and a group or none (threads/README.md §14). Workers are ready
 * and begin with a fetch, in the order of their numbers.
 */
function buildPolicy(m: Machine, policy: Policy): PolicyParts {
  const source = createSource(m, {
    name: 'requests',
    kind: policy.aio === 'no' ? 'epoll' : 'aio',
    aioMode: policy.aio === 'intended' ? 'intended' : 'today',
    wake: policy.cmgroup ? 'lifo' : policy.wake,
  });
  const group = policy.cmgroup ? createGroup(m, 'group', policy.limit, NONE) : NONE;
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
