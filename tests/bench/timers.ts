import {
  type Contestant,
  flatqueueContestant,
  heapJsContestant,
  type LifecycleTimes,
  tinyqueueContestant,
  wheelContestant,
} from './parts/timer-contestants.ts';
import type { BenchRow } from './parts/types.ts';
import { median, middleOf } from './parts/yardstick.ts';
import { shuffled } from '../../src/worker/jobs/timer-cost.ts';

/**
 * Timers: add, cancel 90 %, expire, and hold (pop the earliest, add one), with 10^4 to 10^6 pending timers, on this project's
 * wheel and on three published queues, in one run. All figures are nanoseconds per operation: an add, a cancel, one live
 * timer popped, or one round of hold. A pop includes the cost of the cancelled timers that a queue without removal has to
 * pop, too. `reference` is flatqueue, the fastest of the three.
 */
export function run(): BenchRow[] {
  const yardstick = median(3, yardstickNs);
  const contestants = [
    wheelContestant(1, 20),
    wheelContestant(1, 512),
    tinyqueueContestant,
    flatqueueContestant,
    heapJsContestant,
  ];
  const rows: BenchRow[] = [
    { bench: 'timers', case: 'yardstick', value: yardstick, unit: 'ns', yardstickRatio: 1, reference: null },
  ];
  // One run without measurement, so that compiling does not affect the first figures.
  measure(contestants, 10_000);
  for (const count of [10_000, 100_000, 1_000_000]) {
    const figures = measure(contestants, count);
    const reference = figures.get(flatqueueContestant.name);
    for (const [name, measured] of figures) {
      for (const work of WORKS) {
        rows.push({
          bench: 'timers',
          case: `${work}, ${count} timers, ${name}`,
          value: measured[work],
          unit: 'ns',
          yardstickRatio: measured[work] / yardstick,
          reference: reference?.[work] ?? null,
        });
      }
    }
  }
  return rows;
}

const WORKS = ['add', 'cancel', 'expire', 'add + cancel', 'whole life', 'hold'] as const;
type Figures = Record<(typeof WORKS)[number], number>;

const REPEATS = 3;
const HOUR_MS = 3_600_000;
/** Mean delay of the hold workload in milliseconds: a minute, between the timeout of a connection and the delay of a retry. */
const MEAN_MS = 60_000;

function measure(contestants: readonly Contestant[], count: number): Map<string, Figures> {
  const random = randomNumbers(42);
  // With small counts, many wheels run one after another, so that each figure covers the same number of operations.
  const batches = Math.max(1, 100_000 / count);
  const uniform = Float64Array.from({ length: count }, () => 1 + Math.floor(random() * HOUR_MS));
  const cancelled = pickNinetyPercent(count, random);
  const rounds = 1_000_000;
  const exponential = exponentialDelays(count + rounds, MEAN_MS, random);
  const figures = new Map<string, Figures>();
  for (const contestant of contestants) {
    const lives = Array.from({ length: REPEATS }, () =>
      sum(Array.from({ length: batches }, () => contestant.lifecycle(uniform, cancelled))),
    );
    const hold = median(REPEATS, () => contestant.hold(exponential, count, rounds));
    const live = count - cancelled.length;
    if (lives.some((life) => life.popped !== live * batches))
      throw new Error(`${contestant.name} lost timers`);
    const ns = 1e6 / batches;
    const middle = (of: (life: LifecycleTimes) => number): number => middleOf(lives.map(of)) * ns;
    figures.set(contestant.name, {
      add: middle((l) => l.add) / count,
      cancel: middle((l) => l.cancel) / cancelled.length,
      expire: middle((l) => l.expire) / live,
      'add + cancel': middle((l) => l.add) / count + middle((l) => l.cancel) / cancelled.length,
      'whole life': middle((l) => l.add + l.cancel + l.expire) / count,
      hold: (hold * 1e6) / rounds,
    });
  }
  return figures;
}

function sum(lives: readonly LifecycleTimes[]): LifecycleTimes {
  const total = { add: 0, cancel: 0, expire: 0, popped: 0 };
  for (const life of lives) {
    total.add += life.add;
    total.cancel += life.cancel;
    total.expire += life.expire;
    total.popped += life.popped;
  }
  return total;
}

/** The yardstick of timers/README.md §9: nanoseconds of one Map set, get and delete with an integer key, over 1e7 rounds. */
function yardstickNs(): number {
  const rounds = 10_000_000;
  const map = new Map<number, number>();
  let check = 0;
  const start = performance.now();
  for (let i = 0; i < rounds; i++) {
    map.set(i, i);
    check += map.get(i)!;
    map.delete(i);
  }
  const ms = performance.now() - start;
  if (check === 0) throw new Error('yardstick: nothing was done');
  return (ms * 1e6) / rounds;
}

/** A linear congruential generator: the same numbers on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Exponential delays of at least 1 ms, drawn from a table of 4,096 quantiles. */
function exponentialDelays(count: number, mean: number, random: () => number): Float64Array {
  const table = Float64Array.from(
    { length: 4096 },
    (_, i) => 1 + Math.floor(-Math.log((i + 0.5) / 4096) * mean),
  );
  return Float64Array.from({ length: count }, () => table[Math.floor(random() * 4096)]!);
}

/** Picks nine of ten indices, in random order. */
function pickNinetyPercent(count: number, random: () => number): Int32Array {
  return shuffled(count, random).slice(0, Math.floor(count * 0.9));
}
