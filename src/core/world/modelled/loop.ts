import { MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { clockSchedule } from '../../timers/clock.ts';
import { get, touch } from '../../tables.ts';
import { ONE, type World } from '../state.ts';
import { LOOP } from '../task-label.ts';
import { CURSOR } from './create.ts';
import type { HeldTask, ModelledWorld } from './model.ts';

/**
 * The queue manager's loop sleeps for whole seconds: a timer that is due at second S, asked for while the loop last turned
 * at a fraction f, is seen at S + f, or when something else wakes the loop before (event_loop of Postfix).
 */

/** A timer's second has come: true when it has to wait for the loop. */
export function holdTask(world: World, modelled: ModelledWorld, task: Omit<HeldTask, 'until'>): boolean {
  const { now } = get(world.one, ONE);
  const { loop, held } = get(modelled.one, CURSOR);
  const until = now + (loop % MICROS_PER_SECOND);
  if (now % MICROS_PER_SECOND !== 0 || until <= now || loop >= now) return false;
  touch(modelled.one, CURSOR).held = [...held, { id: task.id, kind: task.kind, ref: task.ref, until }];
  clockSchedule(world.clock, until, LOOP, 0, world.clockPort);
  return true;
}

/** Timers wait for a turn of the loop at this instant. */
export function isAwaited({ one }: ModelledWorld, now: Micros): boolean {
  return get(one, CURSOR).held.some(({ until }) => until <= now);
}

/** The loop turns now: timers that waited for it, to be run. */
export function loopTurns(world: World, modelled: ModelledWorld): readonly HeldTask[] {
  const one = touch(modelled.one, CURSOR);
  const { held } = one;
  one.loop = get(world.one, ONE).now;
  one.held = [];
  return held;
}

/** The scan of the deferred queue after now, on the grid of the record as far as it goes. */
export function nextScanOf(modelled: ModelledWorld, now: Micros, delay: Micros): Micros {
  const { scans } = modelled.setup;
  let nearest = scans[0] ?? 0;
  for (const scan of scans) if (Math.abs(scan - now) < Math.abs(nearest - now)) nearest = scan;
  return nearest + (Math.floor((now - nearest) / delay) + 1) * delay;
}
