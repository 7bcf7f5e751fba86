import { find } from '../tables.ts';
import type { Purgatory, PurgatoryPort } from './purgatory-model.ts';
import { purgatoryExpire, purgatoryPurge, purgatoryTimerLeft, type PurgeResult } from './purgatory.ts';
import { wheelAdd, wheelAdvance, wheelRelease, wheelRemove, wheelSetOwner, wheelTake } from './wheel.ts';
import type { Wheel } from './wheel-model.ts';
import { wheelOwnerOf } from './wheel-read.ts';

/** A purgatory with its own wheel and reaper, as in Kafka. The world uses its clock instead. */

/**
 * When expired operations run: `inline` as they leave the wheel, or `deferred` on the executor thread, after the pass.
 * `deferred` keeps a race of Kafka: the purge of the pass misses them (timers/README.md §6).
 */
export type Executor = 'inline' | 'deferred';

/** Makes the port that arms timeouts on `wheel`. The wheel's task carries the operation id. */
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

/** Removes ready tasks from the wheel, in order, and from the count of delayed operations. */
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
