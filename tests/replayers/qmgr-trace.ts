import { createDriver, type Driver } from '../../src/core/qmgr/driver.ts';
import { digest, dumpState, type StateDump } from '../../src/core/qmgr/dump.ts';
import { parseSettings } from '../../src/core/qmgr/params.ts';
import { createStore } from '../../src/core/tables.ts';
import { appendTraceEvent, type TraceEvent } from './qmgr-events.ts';
import { type MessageNames, type Operation, perform } from './qmgr-operations.ts';
import { firstDifference, type Mismatch, type Replayer } from './types.ts';

/**
 * Replays qmgr-trace/1, the recorded decisions of the real queue manager. Compares results (`out`), events (`ev`), state and
 * digest.
 */

interface TraceStep {
  readonly op: Operation;
  readonly out?: unknown;
  readonly ev?: readonly TraceEvent[];
  readonly digest?: Readonly<Record<string, string>>;
  readonly state?: StateDump;
}

export interface Trace {
  readonly name: string;
  readonly start: number;
  readonly digestEvery: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly steps: readonly TraceStep[];
}

/** A replay in progress. `events` collects the events of the current step. */
export interface TraceRun {
  readonly trace: Trace;
  readonly driver: Driver;
  readonly names: MessageNames;
  readonly events: TraceEvent[];
  /** The last reported hash of each part of the state. */
  readonly reported: Map<string, string>;
}

function asTrace(vector: unknown): Trace {
  const trace = vector as Partial<Trace> | null;
  if (typeof trace !== 'object' || trace === null || !Array.isArray(trace.steps)) throw new Error('no steps');
  if (typeof trace.start !== 'number') throw new Error('no start time');
  return {
    name: trace.name ?? '',
    start: trace.start,
    digestEvery: trace.digestEvery ?? 1,
    params: trace.params ?? {},
    steps: trace.steps,
  };
}

/** Prepares a replay. Throws when the vector has another format or invalid parameters. */
export function startTrace(vector: unknown): TraceRun {
  const trace = asTrace(vector);
  const settings = parseSettings(trace.params);
  if (!settings.ok) {
    const [error] = settings.errors;
    throw new Error(`params: ${error?.field} is ${error?.value}, accepted is ${error?.accepted}`);
  }
  const events: TraceEvent[] = [];
  const driver: Driver = createDriver(
    createStore(),
    trace.start,
    settings.value,
    { feedbackRule: 'shipped' },
    { emit: (event) => appendTraceEvent(driver.qmgr, events, event), decide: () => {} },
  );
  return { trace, driver, names: new Map(), events, reported: new Map() };
}

export interface StepResult {
  out: unknown;
  ev: TraceEvent[];
}

export function performStep(run: TraceRun, op: Operation): StepResult {
  run.events.length = 0;
  const out = perform(run.driver, run.names, op);
  return { out, ev: run.events.slice() };
}

function digests(state: StateDump): Map<string, string> {
  const hashes = new Map([
    ['g', digest(state.global)],
    ['m', digest(state.messages)],
  ]);
  for (const transport of state.transports) hashes.set(`t:${transport.name}`, digest(transport));
  return hashes;
}

/** Compares a step with its record; null = equal. `index` starts at 0. */
export function compareStep(run: TraceRun, index: number, result: StepResult): Mismatch | null {
  const { digestEvery, steps } = run.trace;
  const step = steps[index] as TraceStep;
  const at = (diff: Omit<Mismatch, 'step'> | null): Mismatch | null => diff && { step: index + 1, ...diff };
  const held = (name: keyof TraceStep): boolean => Object.hasOwn(step, name);
  const diff =
    (held('out') ? firstDifference(step.out, result.out, 'out') : null) ??
    firstDifference(step.ev ?? [], result.ev, 'ev');
  if (diff) return at(diff);
  if (!held('state') && (index + 1) % digestEvery !== 0) return null;
  const state = dumpState(run.driver.qmgr);
  const stateDiff = held('state') ? firstDifference(step.state, state, 'state') : null;
  if (stateDiff) return at(stateDiff);
  const changed: Record<string, string> = {};
  for (const [part, hash] of digests(state)) {
    if (run.reported.get(part) !== hash) changed[part] = hash;
    run.reported.set(part, hash);
  }
  return at(firstDifference(step.digest ?? {}, changed, 'digest'));
}

/** Returns the first difference between the trace and this queue manager; null when there is none. */
export const replay: Replayer = (vector) => {
  const run = startTrace(vector);
  for (let index = 0; index < run.trace.steps.length; index++) {
    const { op } = run.trace.steps[index] as TraceStep;
    const mismatch = compareStep(run, index, performStep(run, op));
    if (mismatch) return mismatch;
  }
  return null;
};
