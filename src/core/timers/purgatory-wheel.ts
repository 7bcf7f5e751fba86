import { find } from '../tables.ts';
import type { Purgatory, PurgatoryPort } from './purgatory-model.ts';
import { purgatoryExpire, purgatoryPurge, purgatoryTimerLeft, type PurgeResult } from './purgatory.ts';
import { wheelAdd, wheelAdvance, wheelRelease, wheelRemove, wheelSetOwner, wheelTake } from './wheel.ts';
import type { Wheel } from './wheel-model.ts';
import { wheelOwnerOf } from './wheel-read.ts';

/** A purgatory with a wheel of its own and a reaper, as in Kafka. The world does without: its clock is the wheel. */

/**
 * When expired operations run: `inline` as they leave the wheel, `deferred` on the executor thread, that is, after the
 * pass. The second keeps a race of the real thing: the purge of that pass misses them (timers/README.md §6).
 */
export type Executor = 'inline' | 'deferred';

/** Port that arms timeouts on `wheel`; `satisfied` is the owner's. Operations leave their id with the wheel's task. */
export function wheelPort(wheel: Wheel, satisfied: (ref: number) => boolean): PurgatoryPort {
  return {
    satisfied,
    arm(operation, timeout) {
      const task = wheelAdd(wheel, timeout);
      wheelSetOwner(wheel, task, operation);
      return task;
    },
    disarm(timer) {
      wheelRemove(wheel, timer);
    },
  };
}

/** Takes what is ready off the wheel, in order, and off the count of delayed operations. */
export function purgatoryTakeReady(p: Purgatory, wheel: Wheel): number[] {
  const operations: number[] = [];
  for (let task = wheelTake(wheel); task !== 0; task = wheelTake(wheel)) {
    const operation = wheelOwnerOf(wheel, task);
    wheelRelease(wheel, task);
    purgatoryTimerLeft(p, operation);
    operations.push(operation);
  }
  return operations;
}

/** Runs timed-out operations; returns those that this completed. */
export function purgatoryRunExpired(
  p: Purgatory,
  operations: readonly number[],
  port: PurgatoryPort,
): number[] {
  return operations.filter(
    (operation) => find(p.operations, operation) !== undefined && purgatoryExpire(p, operation, port),
  );
}

/** ONE pass of the reaper at clock `now`: the timer, then the test for a purge. */
export function purgatoryPass(
  p: Purgatory,
  wheel: Wheel,
  now: number,
  port: PurgatoryPort,
  executor: Executor,
): { expired: number[]; purge: PurgeResult } {
  wheelAdvance(wheel, now);
  const ready = purgatoryTakeReady(p, wheel);
  if (executor === 'inline') {
    const expired = purgatoryRunExpired(p, ready, port);
    return { expired, purge: purgatoryPurge(p, port) };
  }
  const purge = purgatoryPurge(p, port);
  return { expired: purgatoryRunExpired(p, ready, port), purge };
}
