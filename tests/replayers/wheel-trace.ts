import {
  createWheel,
  wheelAdd,
  wheelCancel,
  wheelDueOf,
  wheelLag,
  wheelPoll,
  wheelRelease,
  wheelRemove,
  wheelSetOwner,
  wheelTake,
} from '../../src/core/timers/wheel.ts';
import type { FlushLog, Wheel } from '../../src/core/timers/wheel-model.ts';
import { wheelPlaceOf } from '../../src/core/timers/wheel-read.ts';
import type { Millis } from '../../src/protocol/units.ts';
import type { Replayer } from './types.ts';
import {
  heapOf,
  differenceIn,
  nameOf,
  type NamedWheel,
  type TimerHeader,
  wheelState,
} from './wheel-state.ts';

/**
 * Replays `wheel-trace/1`: only the timer, with named tasks. Tasks run inside the call that finds them due (timers/README.md
 * §11).
 */

interface WheelVector extends TimerHeader {
  steps: { op: WheelOp; out: Record<string, unknown> }[];
}
type WheelOp =
  | ['add', id: string, delay: number]
  | ['re-add', id: string]
  | ['cancel', id: string]
  | ['advance', toMs: Millis]
  | ['lag', toMs: Millis];

/** Compares adds, removals and ticks of the wheel after each step. Times are milliseconds. */
export const replay: Replayer = (vector) => {
  const { tickMs, wheelSize, startMs, steps } = parse(vector);
  const run: Run = {
    wheel: createWheel({ tick: tickMs, size: wheelSize, start: startMs }),
    names: [''],
    tasks: new Map(),
    delays: new Map(),
  };
  return differenceIn(steps, (op) => execute(run, op), {
    summary: () => summary(run.wheel),
    state: () => fullState(run),
  });
};

function parse(vector: unknown): WheelVector {
  const v = vector as Partial<WheelVector> | null;
  if (v?.format !== 'wheel-trace/1')
    throw new Error(`not a wheel-trace/1 vector: format ${String(v?.format)}`);
  if (!Array.isArray(v.steps)) throw new Error('wheel-trace/1: steps is not a list');
  return v as WheelVector;
}

/** The names of the vector, and the ids of the wheel. The wheel stores the index in `names` as a task's owner. */
interface Run extends NamedWheel {
  /** Ids of the tasks in the wheel, by name. A task is absent if it was never added, has run, or was cancelled. */
  tasks: Map<string, number>;
  delays: Map<string, number>;
}

function execute(run: Run, op: WheelOp): Record<string, unknown> {
  switch (op[0]) {
    case 'add':
      run.delays.set(op[1], op[2]);
      return add(run, op[1], op[2]);
    case 're-add': {
      const removedFrom = remove(run, op[1], wheelRemove);
      return { ...add(run, op[1], run.delays.get(op[1]) ?? 0), removedFrom };
    }
    case 'cancel': {
      const from = remove(run, op[1], wheelCancel);
      return { removed: from !== null, from };
    }
    case 'advance':
      return advance(run, op[1]);
    case 'lag':
      wheelLag(run.wheel, op[1]);
      return {};
    default:
      throw new Error(`wheel-trace/1: unknown operation ${JSON.stringify(op)}`);
  }
}

function add(run: Run, name: string, delay: Millis): Record<string, unknown> {
  const { wheel } = run;
  const offers = wheel.counters.dqOffers;
  const id = wheelAdd(wheel, delay);
  wheelSetOwner(wheel, id, run.names.push(name) - 1);
  run.tasks.set(name, id);
  const placed = wheelPlaceOf(wheel, id);
  const expiration = wheelDueOf(wheel, id);
  takeReady(run);
  return { expiration, placed, ran: placed === null, armed: wheel.counters.dqOffers > offers };
}

function remove(run: Run, name: string, how: typeof wheelCancel): [number, number] | null {
  const id = run.tasks.get(name);
  if (id === undefined) return null;
  const from = wheelPlaceOf(run.wheel, id);
  how(run.wheel, id);
  run.tasks.delete(name);
  return from;
}

function takeReady(run: Run): string[] {
  const { wheel } = run;
  const ran: string[] = [];
  for (let id = wheelTake(wheel); id !== 0; id = wheelTake(wheel)) {
    const name = nameOf(run, id);
    ran.push(name);
    if (run.tasks.get(name) === id) run.tasks.delete(name);
    wheelRelease(wheel, id);
  }
  return ran;
}

function advance(run: Run, to: Millis): Record<string, unknown> {
  const { wheel } = run;
  const flushed: Record<string, unknown>[] = [];
  const expirations: number[] = [];
  const expired: string[] = [];
  const log: FlushLog = { level: 0, bucket: 0, expiration: 0, ran: [], moved: [] };
  wheelLag(wheel, to);
  while (wheelPoll(wheel, log) !== 0) {
    const { level, bucket, expiration } = log;
    const moved = log.moved.map((id) => [nameOf(run, id), ...(wheelPlaceOf(wheel, id) ?? [])]);
    const ran = takeReady(run);
    flushed.push({ level, bucket, expiration, ran, moved });
    expirations.push(expiration);
    expired.push(...ran);
  }
  const tie = new Set(expirations).size < expirations.length;
  return { polled: flushed.length > 0, expired, flushed, tie };
}

function summary(wheel: Wheel): Record<string, unknown> {
  return { size: wheel.count, queued: wheel.queue.length, wheelTime: wheel.levelTime[0] };
}

function fullState(run: Run): Record<string, unknown> {
  return { now: run.wheel.now, ...wheelState(run), heap: heapOf(run.wheel) };
}
