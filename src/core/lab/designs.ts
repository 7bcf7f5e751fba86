import type { Millis } from '../../protocol/units.ts';
import type { LabDesign } from '../../protocol/lab.ts';
import type { Result } from '../../protocol/result.ts';
import type { TimerScenario } from '../../protocol/scenario.ts';
import type { Sliced } from '../sliced.ts';
import { nextBits } from '../world/rng.ts';
import { labApply, labCounters } from '../timers/lab.ts';
import {
  createLabMachine,
  DESIGNS,
  LAB_DEFAULTS,
  type LabCounters,
  type LabOp,
} from '../timers/lab-model.ts';
import { labStreamParts } from '../timers/lab-stream.ts';
import { labRequestState } from '../timers/project-lab.ts';
import { delayOf } from './raw.ts';
import {
  type DesignsLab,
  emit,
  emitAdded,
  refuse,
  type LabCommand,
  type LabSim,
  STREAM_DEFAULTS,
} from './model.ts';
import { createSamples, takeSample } from './samples.ts';

/** Milliseconds covered by one step of the laboratory. A step for each operation would give 50,000 steps. */
const BATCH_MS = 10;

/** Approximate number of requests handled by one slice of a step, summed over the three machines. Visits count, too. */
const PART = 100;
/** Number of visits of nodes and timers that take about as long as one request. */
const VISITS_OF_ONE = 20;

export function* createDesigns(scenario: TimerScenario): Sliced<DesignsLab> {
  const stream = { ...STREAM_DEFAULTS, ...scenario.lab.stream };
  const { tickMs: tick, size } = scenario.wheel;
  const settings = { ...LAB_DEFAULTS, ...scenario.lab.params };
  const ops = yield* labStreamParts({
    seed: scenario.seed,
    requests: stream.requests,
    perMs: stream.perSecond / 1000,
    timeout: stream.timeout,
    keySpace: stream.keySpace,
    keys: stream.keys,
    p50: stream.p50,
    p75: Math.max(stream.p50, stream.p75),
    answered: stream.answered,
  });
  const machines = Object.fromEntries(
    DESIGNS.map((design) => [design, createLabMachine(design, { ...settings, tick, size })]),
  ) as DesignsLab['machines'];
  const arrivals = ops.findLast((op) => op.kind === 'arrive')?.at ?? 0;
  const lab: DesignsLab = {
    settings,
    stream,
    ops,
    span: Math.max(1000, Math.ceil(arrivals / 1000) * 1000),
    machines,
    opNext: 0,
    sincePart: 0,
    // Manual requests are numbered after those of the stream; 0 means none.
    requestNext: Math.max(1, stream.requests),
    firstKeys: firstKeysOf(ops),
    handKeys: new Map(),
    samples: createSamples(),
    purged: {},
  };
  takeSample(lab.samples, 0, machines);
  return lab;
}

/** Returns the instant of the next step in milliseconds; null when the stream is over and no request is pending. */
export function designsNext(lab: DesignsLab, now: Millis): number | null {
  const over = lab.opNext >= lab.ops.length && now >= lab.span;
  const waiting = DESIGNS.some((design) => labCounters(lab.machines[design]).pending > 0);
  return over && !waiting ? null : (Math.floor(now / BATCH_MS) + 1) * BATCH_MS;
}

/** Advances to `sim.now` with the requests and answers of the stream. */
export function* designsPass(sim: LabSim, lab: DesignsLab): Sliced<void> {
  const before = labCounters(lab.machines.today);
  let arrived = 0;
  for (; lab.opNext < lab.ops.length; lab.opNext++) {
    const op = lab.ops[lab.opNext]!;
    if (op.at > sim.now) break;
    if (op.kind === 'arrive') arrived++;
    yield* everywhere(sim, lab, op);
  }
  yield* everywhere(sim, lab, { at: sim.now, kind: 'clock' });
  const after = labCounters(lab.machines.today);
  emit(sim, {
    kind: 'lab.passed',
    arrived,
    answered: after.completed - before.completed,
    expired: after.expired - before.expired,
  });
  takeSample(lab.samples, sim.now, lab.machines);
}

/** Applies one operation to every design and reports the purges and collections it caused. */
function* everywhere(sim: LabSim, lab: DesignsLab, op: LabOp): Sliced<void> {
  for (const design of DESIGNS) {
    const m = lab.machines[design];
    // Comparing all counters is cheap compared with the operation itself.
    const before = labCounters(m);
    yield* labApply(m, op);
    const after = labCounters(m);
    reportPurges(sim, lab, design, before, after);
    const visited = visitsOf(after) - visitsOf(before);
    lab.sincePart += 1 + Math.min(PART, visited / VISITS_OF_ONE);
    if (lab.sincePart < PART) continue;
    lab.sincePart = 0;
    yield;
  }
}

function visitsOf({ nodeVisits, timerVisits }: LabCounters): number {
  return nodeVisits + timerVisits;
}

function reportPurges(
  sim: LabSim,
  lab: DesignsLab,
  design: LabDesign,
  before: LabCounters,
  after: LabCounters,
): void {
  if (after.collections > before.collections)
    emit(sim, { kind: 'lab.collected', cleared: before.retainedDone });
  const scans = after.purges - before.purges;
  if (scans === 0) return;
  const visits = visitsOf(after) - visitsOf(before);
  const freed = after.nodesFreed + after.entriesFreed - before.nodesFreed - before.entriesFreed;
  const event = {
    kind: 'lab.purged',
    design,
    scans,
    visits,
    freed,
    pending: after.pending,
    listed: before.nodes,
  } as const;
  lab.purged[design] = event;
  emit(sim, event);
}

export function designsCheck(lab: DesignsLab, command: LabCommand): Result<true> {
  if (command.kind === 'lab.lag') return refuse('kind', command.kind, 'a command of the raw wheel');
  if (command.kind === 'lab.cancel' && labRequestState(lab.machines.today, command.timer) !== 'pending')
    return refuse('timer', command.timer, 'the number of a request that is pending');
  return { ok: true, value: true };
}

export function* designsApply(sim: LabSim, lab: DesignsLab, command: LabCommand): Sliced<void> {
  switch (command.kind) {
    case 'lab.add':
      emitAdded(sim, command);
      for (let i = 0; i < command.count; i++)
        yield* request(sim, lab, delayOf(sim, command), drawKeys(sim, lab));
      break;
    case 'lab.request': {
      const number = yield* request(sim, lab, command.timeout, command.keys);
      emit(sim, { kind: 'lab.requested', request: number, keys: command.keys, timeout: command.timeout });
      break;
    }
    case 'lab.cancel':
      yield* answer(sim, lab, command.timer);
      emit(sim, { kind: 'lab.cancelled', count: 1 });
      break;
    case 'lab.cancel-share': {
      const pending = pendingRequests(lab);
      const chosen = pending.slice(0, Math.ceil((pending.length * command.percent) / 100));
      for (const number of chosen) yield* answer(sim, lab, number);
      emit(sim, { kind: 'lab.cancelled', count: chosen.length });
      break;
    }
    case 'lab.check': {
      const before = labCounters(lab.machines.today).completed;
      yield* everywhere(sim, lab, { at: sim.now, kind: 'check', key: command.key });
      emit(sim, {
        kind: 'lab.checked',
        key: command.key,
        completed: labCounters(lab.machines.today).completed - before,
      });
      break;
    }
    case 'lab.jump':
      sim.now += command.ms;
      emit(sim, { kind: 'lab.jumped', ms: command.ms, polled: true });
      yield* designsPass(sim, lab);
      return;
    default:
      return;
  }
  takeSample(lab.samples, sim.now, lab.machines);
}

function* request(sim: LabSim, lab: DesignsLab, timeout: Millis, keys: readonly number[]): Sliced<number> {
  const op = lab.requestNext++;
  lab.handKeys.set(op, keys[0] ?? 1);
  yield* everywhere(sim, lab, { at: sim.now, kind: 'arrive', op, timeout, keys });
  return op;
}

function drawKeys(sim: LabSim, { stream }: DesignsLab): number[] {
  return Array.from({ length: stream.keys }, () => {
    const { state, bits } = nextBits(sim.random);
    sim.random = state;
    return 1 + Math.floor((bits / 2 ** 32) * stream.keySpace);
  });
}

function* answer(sim: LabSim, lab: DesignsLab, op: number): Sliced<void> {
  const key = lab.handKeys.get(op) ?? lab.firstKeys[op] ?? 1;
  yield* everywhere(sim, lab, { at: sim.now, kind: 'satisfy', op });
  yield* everywhere(sim, lab, { at: sim.now, kind: 'check', key });
}

function firstKeysOf(ops: readonly LabOp[]): number[] {
  const keys: number[] = [];
  for (const op of ops) if (op.kind === 'arrive') keys[op.op] = op.keys[0] ?? 1;
  return keys;
}

/** Returns the pending requests, oldest first. They are read from one design, because all three agree. */
function pendingRequests(lab: DesignsLab): number[] {
  const { operations } = lab.machines.today;
  return operations.flatMap((operation, op) =>
    operation > 0 && labRequestState(lab.machines.today, op) === 'pending' ? [op] : [],
  );
}
