import { MICROS_PER_MILLI, type Millis } from '../../protocol/units.ts';
import type { Result } from '../../protocol/result.ts';
import type { Sliced } from '../sliced.ts';
import { nextBits } from '../world/rng.ts';
import {
  createWheel,
  wheelAdd,
  wheelCancel,
  wheelDueOf,
  wheelLag,
  wheelNextExpiration,
  wheelPoll,
  wheelRelease,
  wheelSetOwner,
  wheelTake,
} from '../timers/wheel.ts';
import type { FlushLog, Wheel } from '../timers/wheel-model.ts';
import { wheelBucketCount, wheelBucketOf, wheelOwnerOf, wheelPlaceOf } from '../timers/wheel-read.ts';
import { emit, emitAdded, refuse, type LabCommand, type LabSim, type RawLab } from './model.ts';

/**
 * Creates an empty raw wheel; `tick` is in milliseconds. Delays are not rounded up, so with a coarse tick timers fire
 * early. The time of the wheel lags behind the clock while nothing polls the wheel.
 */
export function createRaw(tick: number, size: number): RawLab {
  return { wheel: createWheel({ tick, size }), records: [0] };
}

/** Returns the instant at which the reaper wakes, in milliseconds; null = no bucket is armed. */
export function rawNext({ wheel }: RawLab): number | null {
  const next = wheelNextExpiration(wheel);
  return next === null ? null : Math.max(next, wheel.now);
}

/** Number of timers in one slice of a step. */
const PART = 256;

/** One wake-up of the reaper: opens all buckets due at `now`. */
export function* rawWake(sim: LabSim, raw: RawLab): Sliced<void> {
  wheelLag(raw.wheel, sim.now);
  const log: FlushLog = { level: 0, bucket: 0, expiration: 0, ran: [], moved: [] };
  while (wheelPoll(raw.wheel, log) !== 0) {
    const { level: fromLevel, bucket: fromBucket, expiration } = log;
    emit(sim, {
      kind: 'bucket.opened',
      level: fromLevel,
      bucket: fromBucket,
      opens: expiration * MICROS_PER_MILLI,
      ran: log.ran.length,
      moved: log.moved.length,
    });
    for (const [i, record] of log.moved.entries()) {
      if (i % PART === PART - 1) yield;
      const { level: toLevel, bucket, opens } = placeOf(raw.wheel, record);
      emit(sim, {
        kind: 'timer.cascaded',
        ...named(raw, record),
        due: due(raw, record),
        fromLevel,
        fromBucket,
        toLevel,
        bucket,
        opens,
      });
    }
    yield* runReady(sim, raw);
  }
}

function* runReady(sim: LabSim, raw: RawLab): Sliced<void> {
  for (let record = wheelTake(raw.wheel), i = 0; record !== 0; record = wheelTake(raw.wheel), i++) {
    if (i % PART === PART - 1) yield;
    emit(sim, { kind: 'timer.expired', ...named(raw, record), due: due(raw, record) });
    raw.records[wheelOwnerOf(raw.wheel, record)] = 0;
    wheelRelease(raw.wheel, record);
  }
}

export function* rawApply(sim: LabSim, raw: RawLab, command: LabCommand): Sliced<void> {
  wheelLag(raw.wheel, sim.now);
  switch (command.kind) {
    case 'lab.add':
      emitAdded(sim, command);
      for (let i = 0; i < command.count; i++) {
        if (i % PART === PART - 1) yield;
        yield* add(sim, raw, delayOf(sim, command));
      }
      return;
    case 'lab.cancel':
      cancel(sim, raw, command.timer);
      return;
    case 'lab.cancel-share': {
      const pending = raw.records.flatMap((record, number) => (record === 0 ? [] : [number]));
      const chosen = pending.slice(0, Math.ceil((pending.length * command.percent) / 100));
      emit(sim, { kind: 'lab.cancelled', count: chosen.length });
      for (const [i, number] of chosen.entries()) {
        if (i % PART === PART - 1) yield;
        cancel(sim, raw, number);
      }
      return;
    }
    case 'lab.jump':
    case 'lab.lag':
      sim.now += command.ms;
      emit(sim, { kind: 'lab.jumped', ms: command.ms, polled: command.kind === 'lab.jump' });
      wheelLag(raw.wheel, sim.now);
      if (command.kind === 'lab.jump') yield* rawWake(sim, raw);
      return;
    default:
  }
}

export function rawCheck(raw: RawLab, command: LabCommand): Result<true> {
  if (command.kind === 'lab.cancel' && (raw.records[command.timer] ?? 0) === 0)
    return refuse('timer', command.timer, 'the number of a timer that is pending');
  if (command.kind === 'lab.cancel-share' && raw.wheel.count === 0)
    return refuse('percent', command.percent, 'a share of the pending timers, but no timer is pending');
  if (command.kind === 'lab.request' || command.kind === 'lab.check')
    return refuse('kind', command.kind, 'a command of the three designs');
  return { ok: true, value: true };
}

/** Draws a delay from `delay` to `upTo`: uniform, or mostly short (the cube of a uniform number, which needs no logarithm). */
export function delayOf(sim: LabSim, command: Extract<LabCommand, { kind: 'lab.add' }>): number {
  const { delay, upTo = delay, mix = 'even' } = command;
  if (upTo <= delay) return delay;
  const { state, bits } = nextBits(sim.random);
  sim.random = state;
  const share = bits / 2 ** 32;
  return delay + Math.floor((mix === 'short' ? share * share * share : share) * (upTo - delay + 1));
}

function* add(sim: LabSim, raw: RawLab, delay: Millis): Sliced<void> {
  const { wheel } = raw;
  const levels = wheel.levels;
  const whole = sim.scenario.lab.rounding === 'up' ? roundedUp(sim.now, delay, wheel.tick) : delay;
  const record = wheelAdd(wheel, whole);
  const number = raw.records.push(record) - 1;
  wheelSetOwner(wheel, record, number);
  for (let level = levels; level < wheel.levels; level++)
    emit(sim, {
      kind: 'wheel.overflowed',
      level,
      tick: wheel.levelTick[level]! * MICROS_PER_MILLI,
      timer: number,
    });
  const { level, bucket, opens } = placeOf(wheel, record);
  const wheelTime = wheel.levelTime[level]! * MICROS_PER_MILLI;
  emit(sim, {
    kind: 'timer.added',
    ...named(raw, record),
    due: due(raw, record),
    level,
    bucket,
    opens,
    wheelTime,
  });
  if (bucket < 0) yield* runReady(sim, raw);
}

/** Rounds up to a whole tick, as for mail timers (`timers/clock.ts`). */
function roundedUp(now: Millis, delay: Millis, tick: number): number {
  return Math.ceil((now + delay) / tick) * tick - now;
}

function cancel(sim: LabSim, raw: RawLab, number: number): void {
  const record = raw.records[number]!;
  const { level, bucket, opens, count } = placeOf(raw.wheel, record);
  emit(sim, { kind: 'timer.cancelled', ...named(raw, record), level, bucket, opens, emptied: count === 1 });
  wheelCancel(raw.wheel, record);
  raw.records[number] = 0;
}

function named(raw: RawLab, record: number): { timer: number; label: string } {
  const timer = wheelOwnerOf(raw.wheel, record);
  return { timer, label: `timer ${timer}` };
}

function due(raw: RawLab, record: number): number {
  return wheelDueOf(raw.wheel, record) * MICROS_PER_MILLI;
}

/** Returns the place of a record, times in µs. Bucket −1: the timer was due immediately and is in no bucket. */
function placeOf(
  wheel: Wheel,
  record: number,
): { level: number; bucket: number; opens: number; count: number } {
  const place = wheelPlaceOf(wheel, record);
  if (place === null)
    return { level: 0, bucket: -1, opens: wheel.levelTime[0]! * MICROS_PER_MILLI, count: 0 };
  const root = wheelBucketOf(wheel, record);
  return {
    level: place[0],
    bucket: place[1],
    opens: wheelDueOf(wheel, root) * MICROS_PER_MILLI,
    count: wheelBucketCount(wheel, root),
  };
}
