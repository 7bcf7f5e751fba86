import { describe, expect, it } from 'vitest';
import {
  createWheel,
  wheelAdd,
  wheelAddAt,
  wheelAdvance,
  wheelCancel,
  wheelNextExpiration,
  wheelRelease,
  wheelRemove,
  wheelTake,
} from '../../src/core/timers/wheel.ts';
import type { Wheel } from '../../src/core/timers/wheel-model.ts';
import {
  wheelBucketCount,
  wheelBucketOf,
  wheelPlaceOf,
  wheelTasksOf,
} from '../../src/core/timers/wheel-read.ts';

/**
 * The same checks as Kafka's own unit tests of the timer. The numbers in the titles are those of a checklist of
 * Kafka's tests; 22 and 24 are left out, because they are about threads of the host. 30 and up are in
 * timers-peer-purgatory.test.ts.
 */

function takeAll(w: Wheel): number[] {
  const taken: number[] = [];
  for (let id = wheelTake(w); id !== 0; id = wheelTake(w)) {
    taken.push(id);
    wheelRelease(w, id);
  }
  return taken;
}

describe('timing wheel: tick 10, size 5, start 1000', () => {
  const wheel = (): Wheel => createWheel({ tick: 10, size: 5, start: 1000 });

  it('1. accepts a task two ticks ahead: one in the delay queue, counter 1', () => {
    const w = wheel();
    const id = wheelAddAt(w, 1020);
    expect(wheelPlaceOf(w, id)).toEqual([0, 2]);
    expect([w.queue.length, w.count]).toEqual([1, 1]);
  });

  it('2. does not store a task before its time: it is ready immediately', () => {
    const w = wheel();
    const id = wheelAddAt(w, 999);
    expect([w.count, w.queue.length]).toEqual([0, 0]);
    expect(takeAll(w)).toEqual([id]);
  });

  it('3. never runs a task that was cancelled', () => {
    const w = wheel();
    expect(wheelCancel(w, wheelAddAt(w, 1020))).toBe(true);
    wheelAdvance(w, 2000);
    expect(takeAll(w)).toEqual([]);
  });

  it('4. does not store a task inside the current tick', () => {
    const w = wheel();
    expect(wheelPlaceOf(w, wheelAddAt(w, 1005))).toBeNull();
  });

  it('5. stays at 1000 if something opens within a tick, 6. moves to exactly 1010', () => {
    const w = wheel();
    wheelAddAt(w, 1010);
    wheelAdvance(w, 1005);
    expect(w.levelTime[0]).toBe(1000);
    wheelAdvance(w, 1010);
    expect(w.levelTime[0]).toBe(1010);
  });

  it('7. has no overflow wheel until a task needs it', () => {
    const w = wheel();
    expect(w.levels).toBe(1);
    expect(wheelPlaceOf(w, wheelAddAt(w, 1060))).toEqual([1, 1]);
    expect(w.levels).toBe(2);
  });

  it('8. uses the same overflow wheel for the next', () => {
    const w = wheel();
    const first = wheelAddAt(w, 1060);
    expect(wheelBucketOf(w, wheelAddAt(w, 1061))).toBe(wheelBucketOf(w, first));
    expect(w.levels).toBe(2);
  });

  it('9. moves both levels: 1060 and, by its tick of 50, 1050', () => {
    const w = wheel();
    wheelAddAt(w, 1060);
    wheelAdvance(w, 1060);
    expect([w.levelTime[0], w.levelTime[1]]).toEqual([1060, 1050]);
  });
});

describe('bucket lists', () => {
  function tenTasks(): { w: Wheel; tasks: number[]; counts: number[] } {
    const w = createWheel({ tick: 10, size: 20 });
    const tasks: number[] = [];
    const counts: number[] = [];
    for (let i = 0; i < 10; i++) {
      tasks.push(wheelAdd(w, 10 + i));
      counts.push(w.count);
    }
    return { w, tasks, counts };
  }
  const sizes = (w: Wheel): number[] =>
    [1, 2, 3].map((index) => wheelBucketCount(w, w.levelBase[0]! + index));
  const bucket = (w: Wheel, index: number): number[] => wheelTasksOf(w, w.levelBase[0]! + index);
  function move(w: Wheel, tasks: number[], i: number, delay: number): void {
    wheelRemove(w, tasks[i]!);
    tasks[i] = wheelAdd(w, delay);
  }

  it('10. count 1, 2 … 10 as ten tasks join a list', () => {
    expect(tenTasks().counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('11. keep the count at 10 while four tasks move to another, 12. leaving 6 and 4', () => {
    const { w, tasks } = tenTasks();
    for (let i = 0; i < 4; i++) {
      move(w, tasks, i, 20);
      expect(w.count).toBe(10);
    }
    expect(sizes(w)).toEqual([6, 4, 0]);
  });

  it('13. hold 0, 4 and 6 when the others have moved to a third', () => {
    const { w, tasks } = tenTasks();
    for (let i = 0; i < 10; i++) move(w, tasks, i, i < 4 ? 20 : 30);
    expect([w.count, ...sizes(w)]).toEqual([10, 0, 4, 6]);
  });

  it('14–16. can be emptied while they are walked, one by one', () => {
    const { w, tasks } = tenTasks();
    for (let i = 0; i < 10; i++) move(w, tasks, i, i < 4 ? 20 : 30);
    const left = [1, 2, 3].map((index) => {
      for (const id of bucket(w, index)) expect(wheelCancel(w, id)).toBe(true);
      return sizes(w);
    });
    expect(left).toEqual([
      [0, 4, 6],
      [0, 0, 6],
      [0, 0, 0],
    ]);
  });

  it('17. end at the same instant after 5 of 10 s, and 18. after all 10', () => {
    const w = createWheel({ tick: 1, size: 20 });
    expect(wheelNextExpiration(w)).toBeNull();
    wheelAdd(w, 10_000);
    wheelAdvance(w, 9_600);
    w.now = 5_000;
    expect(wheelNextExpiration(w)).toBe(10_000);
    w.now = 50_000;
    expect(wheelNextExpiration(w)).toBe(10_000);
  });
});

describe('system timer: tick 1, size 3', () => {
  it('19. runs delays −5 … −1 without waiting', () => {
    const w = createWheel({ tick: 1, size: 3, start: 100 });
    const ids = [-5, -4, -3, -2, -1].map((delay) => wheelAdd(w, delay));
    expect(takeAll(w)).toEqual(ids);
  });

  it('20. runs 585 tasks once each, in order of their time, 21. and ends', () => {
    const w = createWheel({ tick: 1, size: 3 });
    const delays = [...range(0, 5), ...range(10, 100), ...range(10, 100), ...range(100, 500)];
    const dueOf = new Map<number, number>();
    for (const delay of delays) dueOf.set(wheelAdd(w, delay), delay);
    expect(dueOf.size).toBe(585);
    // Ids are not freed here, so each is unique. A poll waits for the next bucket, as the 2 s in Kafka's test do.
    const ran: number[] = [];
    for (let polled = true; polled; polled = wheelAdvance(w, wheelNextExpiration(w) ?? w.now)) {
      for (let id = wheelTake(w); id !== 0; id = wheelTake(w)) ran.push(dueOf.get(id)!);
    }
    expect(ran).toEqual(delays.toSorted((a, b) => a - b));
    expect(wheelAdvance(w, 10_000)).toBe(false);
  });

  it('23. times out tasks of 100, 200 and 300 ms, each at its advance', () => {
    const w = createWheel({ tick: 1, size: 3 });
    const ids = [100, 200, 300].map((delay) => wheelAdd(w, delay));
    const ran = [100, 200, 300].map((at) => {
      wheelAdvance(w, at);
      return takeAll(w);
    });
    expect(ran).toEqual(ids.map((id) => [id]));
  });

  it('25. needs no task to be woken: nothing armed means no sleep to interrupt', () => {
    expect(wheelNextExpiration(createWheel({ tick: 1, size: 3 }))).toBeNull();
  });
});

describe('the wheel is not the mock timer', () => {
  it('26. with its own time behind the clock, a delay of 0 waits for the next poll', () => {
    const w = createWheel({ tick: 1, size: 20 });
    w.now = 15;
    expect(wheelPlaceOf(w, wheelAdd(w, 0))).toEqual([0, 15]);
  });

  it('27. runs a task whose expiration equals the clock', () => {
    const w = createWheel({ tick: 1, size: 20 });
    const id = wheelAdd(w, 7);
    wheelAdvance(w, 7);
    expect(takeAll(w)).toEqual([id]);
  });

  it('28. does not count cancelled tasks', () => {
    const w = createWheel({ tick: 1, size: 20 });
    wheelCancel(w, wheelAdd(w, 7));
    expect(w.count).toBe(0);
  });

  it('29. says that it polled although the bucket was empty', () => {
    const w = createWheel({ tick: 1, size: 20 });
    wheelCancel(w, wheelAdd(w, 7));
    expect(wheelAdvance(w, 7)).toBe(true);
    expect(w.counters.staleFlushes).toBe(1);
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
