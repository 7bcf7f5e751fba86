import type {
  ArmedBucketRow,
  OpenedBucket,
  TimerToken,
  WheelDetail,
  WheelQuestion,
} from '../../protocol/wheel.ts';
import type { Wheel } from './wheel-model.ts';
import { wheelBucketCount, wheelLevelOf, wheelTasksOf } from './wheel-read.ts';
import { wheelDueOf } from './wheel.ts';

/** Rows for the large view of any wheel: the world's clock, or a wheel of the laboratory. */

/** Largest number of tokens drawn one by one; with more timers, buckets show numbers. */
const MOST_TOKENS = 150;
/** Largest number of nodes shown of the opened bucket's list. */
const MOST_LISTED = 60;

/** Data about tasks that the wheel does not have. */
export interface TokenSource {
  /** Microseconds in one unit of the wheel's time: 1 for the world's clock, 1,000 in the laboratory. */
  unit: number;
  token(record: number, level: number, bucket: number): TimerToken;
}

type Structure = Pick<
  WheelDetail,
  'tick' | 'size' | 'levels' | 'queue' | 'timers' | 'opened' | 'counters' | 'pending'
>;

/** Returns the buckets, queue and tokens of a wheel, in µs. The cost depends on the armed buckets and listed timers. */
export function projectStructure(wheel: Wheel, source: TokenSource, question: WheelQuestion): Structure {
  const { unit } = source;
  const { counters } = wheel;
  const roots = [...wheel.queue.ids.subarray(0, wheel.queue.length)].toSorted(
    (a, b) => wheelDueOf(wheel, a) - wheelDueOf(wheel, b) || a - b,
  );
  const queue = roots.map((root) => armedRow(wheel, root, unit));
  const levels = Array.from({ length: wheel.levels }, (_, level) => ({
    tick: wheel.levelTick[level]! * unit,
    currentTime: wheel.levelTime[level]! * unit,
    count: queue.reduce((sum, row) => sum + (row.level === level ? row.count : 0), 0),
  }));
  const timers: TimerToken[] = [];
  for (const [i, root] of roots.entries()) {
    if (timers.length >= MOST_TOKENS) break;
    const { level, bucket } = queue[i]!;
    for (const record of wheelTasksOf(wheel, root, MOST_TOKENS - timers.length))
      timers.push(source.token(record, level, bucket));
  }
  return {
    tick: wheel.tick * unit,
    size: wheel.size,
    pending: wheel.count,
    levels,
    queue,
    timers,
    opened: openedBucket(wheel, source, question),
    counters: {
      inserts: counters.inserts,
      immediate: counters.immediate,
      cancels: counters.cancels,
      cascades: counters.cascades,
      expirations: counters.expirations,
      offers: counters.dqOffers,
      polls: counters.dqPolls,
      empty: counters.staleFlushes,
    },
  };
}

function armedRow(wheel: Wheel, root: number, unit: number): ArmedBucketRow {
  const level = wheelLevelOf(wheel, root);
  const due = wheelDueOf(wheel, root);
  const count = wheelBucketCount(wheel, root);
  return {
    level,
    bucket: root - wheel.levelBase[level]!,
    due: due * unit,
    count,
    runs: count > 0 && (level === 0 || runsAtOpening(wheel, root, due)),
  };
}

/** True if a task in the bucket expires when the bucket opens. Examines only the first `MOST_LISTED` tasks. */
function runsAtOpening(wheel: Wheel, root: number, due: number): boolean {
  return wheelTasksOf(wheel, root, MOST_LISTED).some(
    (record) => wheelDueOf(wheel, record) < due + wheel.tick,
  );
}

function openedBucket(wheel: Wheel, source: TokenSource, { open }: WheelQuestion): OpenedBucket | null {
  if (open === null || open.level >= wheel.levels || open.bucket >= wheel.size) return null;
  const root = wheel.levelBase[open.level]! + open.bucket;
  const due = wheelDueOf(wheel, root);
  return {
    ...open,
    due: due < 0 ? -1 : due * source.unit,
    count: wheelBucketCount(wheel, root),
    timers: wheelTasksOf(wheel, root, MOST_LISTED).map((record) =>
      source.token(record, open.level, open.bucket),
    ),
    emptiedBy: null,
  };
}
