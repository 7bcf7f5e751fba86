import { createStore } from '../../src/core/tables.ts';
import {
  createPurgatory,
  type Purgatory,
  type PurgatoryPort,
  purgatoryCounts,
} from '../../src/core/timers/purgatory-model.ts';
import {
  operationCompleted,
  operationCreate,
  purgatoryCancelForKey,
  purgatoryCheck,
  purgatoryTryComplete,
  purgatoryTryCompleteElseWatch,
} from '../../src/core/timers/purgatory.ts';
import {
  type Executor,
  purgatoryPass,
  purgatoryRunExpired,
  purgatoryTakeReady,
  wheelPort,
} from '../../src/core/timers/purgatory-wheel.ts';
import { watchedKeys, watchListOperations } from '../../src/core/timers/watch-list.ts';
import { createWheel } from '../../src/core/timers/wheel.ts';
import type { Millis } from '../../src/protocol/units.ts';
import type { Replayer } from './types.ts';
import { differenceIn, type NamedWheel, type TimerHeader, wheelState } from './wheel-state.ts';

/**
 * Replays `purgatory-trace/1`: operations and keys have names, and each operation has a flag that says whether it is
 * satisfied.
 */

interface PurgatoryVector extends TimerHeader {
  purgeInterval: number;
  executor: Executor;
  steps: { op: PurgatoryOp; out: Record<string, unknown> }[];
}
type PurgatoryOp =
  | ['try-complete-else-watch', id: string, timeout: number, keys: string[]]
  | ['satisfy', id: string]
  | ['try-complete', id: string]
  | ['check', key: string]
  | ['cancel-key', key: string]
  | ['advance', toMs: Millis]
  | ['purge'];

/** A replay in progress. Operations are numbered; `names` has the name of each, so the wheel's tasks have names, too. */
interface Run extends NamedWheel {
  purgatory: Purgatory;
  port: PurgatoryPort;
  executor: Executor;
  operations: Map<string, number>;
  satisfied: Set<number>;
  keys: string[];
}

/** Compares operations, watches, checks and purges after each step. */
export const replay: Replayer = (vector) => {
  const v = parse(vector);
  const run = createRun(v);
  return differenceIn(v.steps, (op) => execute(run, op), {
    summary: () => summary(run),
    state: () => fullState(run),
  });
};

function parse(vector: unknown): PurgatoryVector {
  const v = vector as Partial<PurgatoryVector> | null;
  if (v?.format !== 'purgatory-trace/1')
    throw new Error(`not a purgatory-trace/1 vector: format ${String(v?.format)}`);
  if (!Array.isArray(v.steps)) throw new Error('purgatory-trace/1: steps is not a list');
  return v as PurgatoryVector;
}

function createRun(v: PurgatoryVector): Run {
  const wheel = createWheel({ tick: v.tickMs, size: v.wheelSize, start: v.startMs });
  const satisfied = new Set<number>();
  return {
    wheel,
    names: [],
    purgatory: createPurgatory(createStore(), { purgeInterval: v.purgeInterval }),
    port: wheelPort(wheel, (ref) => satisfied.has(ref)),
    executor: v.executor,
    operations: new Map(),
    satisfied,
    keys: [''],
  };
}

/** Returns the operation with this name, and creates it at first mention. Operations are numbered in that order. */
function operationNamed(run: Run, name: string): number {
  let operation = run.operations.get(name);
  if (operation === undefined) {
    operation = operationCreate(run.purgatory, run.operations.size);
    run.operations.set(name, operation);
    run.names[operation] = name;
  }
  return operation;
}

function refOf(run: Run, name: string): number {
  operationNamed(run, name);
  return [...run.operations.keys()].indexOf(name);
}

function keyNamed(run: Run, name: string): number {
  const known = run.keys.indexOf(name);
  return known > 0 ? known : run.keys.push(name) - 1;
}

function execute(run: Run, op: PurgatoryOp): Record<string, unknown> {
  const { purgatory: p, port } = run;
  switch (op[0]) {
    case 'try-complete-else-watch':
      return watch(run, op[1], op[2], op[3]);
    case 'satisfy':
      run.satisfied.add(refOf(run, op[1]));
      return {};
    case 'try-complete': {
      const result = purgatoryTryComplete(p, operationNamed(run, op[1]), port);
      return { result, completed: result ? [op[1]] : [] };
    }
    case 'check': {
      const { completed, visited, removed } = purgatoryCheck(p, keyNamed(run, op[1]), port);
      return { count: completed.length, completed: namesOf(run, completed), visited, removed };
    }
    case 'cancel-key':
      return { cancelled: namesOf(run, purgatoryCancelForKey(p, keyNamed(run, op[1]), port)) };
    case 'advance':
      return pass(run, op[1]);
    case 'purge':
      return pass(run, run.wheel.now);
    default:
      throw new Error(`purgatory-trace/1: unknown operation ${JSON.stringify(op)}`);
  }
}

function watch(run: Run, name: string, timeout: number, keys: string[]): Record<string, unknown> {
  const { purgatory: p, port } = run;
  const operation = operationNamed(run, name);
  const ids = keys.map((key) => keyNamed(run, key));
  const result = purgatoryTryCompleteElseWatch(p, operation, timeout, ids, port);
  const expired = namesOf(run, purgatoryRunExpired(p, purgatoryTakeReady(p, run.wheel), port));
  return { result, completed: result ? [name] : expired, expired };
}

function pass(run: Run, now: Millis): Record<string, unknown> {
  const { expired, purge } = purgatoryPass(run.purgatory, run.wheel, now, run.port, run.executor);
  return { expired: namesOf(run, expired), purge };
}

function namesOf(run: Run, operations: readonly number[]): string[] {
  return operations.map((operation) => run.names[operation] ?? '');
}

function summary(run: Run): Record<string, unknown> {
  const { watched, delayed, estimatedTotal } = purgatoryCounts(run.purgatory);
  return { watched, numDelayed: delayed, estimatedTotalOperations: estimatedTotal };
}

function fullState(run: Run): Record<string, unknown> {
  const { purgatory: p } = run;
  const lists = watchedKeys(p).map((key): [string, number[]] => [
    run.keys[key] ?? '',
    watchListOperations(p, key),
  ]);
  const watching = new Set(lists.flatMap(([, operations]) => operations));
  const { tryCompleteCalls, nodeVisits, checks, completions, expirations, purges, purgedNodes } =
    purgatoryCounts(p);
  return {
    now: run.wheel.now,
    watchers: Object.fromEntries(lists.map(([key, operations]) => [key, namesOf(run, operations)])),
    completedStillWatched: namesOf(
      run,
      [...watching].filter((operation) => operationCompleted(p, operation)),
    ).toSorted(),
    ...summary(run),
    counters: { tryCompleteCalls, nodeVisits, checks, completions, expirations, purges, purgedNodes },
    timer: wheelState(run),
  };
}
