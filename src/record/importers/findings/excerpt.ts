import type { Finding, Verdict } from '../../protocol/findings.ts';
import type { AttemptRow } from '../../../protocol/ids.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { DIGITS, printed } from '../store/origins.ts';
import { attemptsInRange, type FindingContext, inRange, joined } from './finding-context.ts';
import { Tally } from './tally.ts';
import { attemptsThat, once } from './prepared.ts';

const PARTS = ['a', 'b', 'c', 'd'] as const;
type Part = (typeof PARTS)[number];
/** If there are other findings, the excerpt is reported only if at least this share of all waiting is unexplained. */
const MOSTLY = 0.5;

/**
 * For records in which mail waited but nothing explains the wait, often a single line. Reports in which part of
 * `delays=` the time was spent, and from when on the log would show the cause.
 */
export function excerpt(context: FindingContext, found: readonly Finding[], all: Verdict): Finding[] {
  const told = found.some(({ rule }) => rule !== 'log-gap');
  const { time, queue } = all;
  const whole = time.before + time.queue + time.pause + time.connect + time.deliver + time.untried;
  if (told && queue.other < MOSTLY * whole) return [];
  const rows = waitingRows(context);
  if (rows.length === 0) return [];
  const { attempts, deliveries } = context.traffic.instance.tables;
  const isBefore = (row: AttemptRow): boolean => deliveries.activation[attempts.delivery[row] ?? 0] === 0;
  if (told && !rows.some(isBefore)) return [];
  const tally = new Tally(context);
  let [worst, most] = [0, 0];
  for (const row of rows) {
    const waited = partsOf(context, row);
    const sum = PARTS.reduce((total, part) => total + waited[part], 0);
    const end = attempts.time[row] ?? 0;
    tally.add(row, sum, end - sum * MICROS_PER_SECOND, end);
    if (sum > most) [worst, most] = [row, sum];
  }
  const parts = partsOf(context, worst);
  const largest = PARTS.reduce((one: Part, other) => (parts[other] > parts[one] ? other : one), 'a');
  const { tables, pools } = context.traffic.instance;
  return [
    tally.finding(
      'excerpt',
      '',
      { ...parts, without: rows.filter(isBefore).length, all: attempts.length - 1 },
      {
        words: {
          delays: printedDelays(context, worst),
          id: pools.texts.text(tables.lives.id[attempts.life[worst] ?? 0] ?? 0),
          most: largest,
        },
      },
    ),
  ];
}

/** Attempts that spent at least `thresholds.late` in `a` (first attempts only), in `b`, or in `c` and `d` together. */
function waitingRows(context: FindingContext): Uint32Array {
  const { prepared, thresholds } = context;
  const { attempts } = context.traffic.instance.tables;
  const least = thresholds.late;
  const rows = once(prepared, `excerpt ${least}`, () =>
    attemptsThat(
      prepared,
      (row) =>
        (attempts.b[row] ?? 0) >= least ||
        (attempts.c[row] ?? 0) + (attempts.d[row] ?? 0) >= least ||
        ((attempts.a[row] ?? 0) >= least && attempts.before[row] === 0),
    ),
  );
  return attemptsInRange(context, joined(rows)).filter((row) => inRange(context, row));
}

function partsOf({ traffic }: FindingContext, row: AttemptRow): Record<Part, Seconds> {
  const { attempts } = traffic.instance.tables;
  const [a = 0, b = 0, c = 0, d = 0] = PARTS.map((part) => attempts[part][row] ?? 0);
  // The `a` of a retry includes the time of earlier attempts. The record has those attempts, so `a` counts as 0.
  return { a: attempts.before[row] === 0 ? a : 0, b, c, d };
}

function printedDelays({ traffic }: FindingContext, row: AttemptRow): string {
  const { attempts } = traffic.instance.tables;
  const digits = attempts.digits[row] ?? 0;
  const values = PARTS.map((part) => printed(attempts[part][row] ?? 0, (digits >>> DIGITS[part]) & 15));
  return values.every((value) => Number.isFinite(value)) ? values.join('/') : '';
}
