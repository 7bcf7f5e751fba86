import { coinsOf, type CoinRun } from '../../charts/coins.ts';
import type { CellState, JobRow } from '../../protocol/rows.ts';
import type { StageInput } from './input.ts';
import { labelBox } from './labels.ts';
import { overlaps, pathCrosses } from './paths.ts';
import type { StageLayout } from './stage-marks.ts';

/** A line of the key: a mark that is on the stage. */
export interface KeyLine {
  mark: CellState | 'unread' | CoinRun['kind'];
  text: string;
  /** Number of the message whose colour the mark has. */
  number: number;
  /** Number of the message for which the coin was spent. */
  paidFor?: number;
}

export interface KeyLines {
  /** The job with the most kinds of marks. Other jobs are examples of the kinds that this job lacks. */
  job: JobRow;
  entries: KeyLine[];
  coins: KeyLine[];
  /** Some jobs are skipped because their destinations are full. */
  blockers: boolean;
}

const ENTRIES: readonly [KeyLine['mark'], string][] = [
  ['d', 'delivered'],
  ['f', 'failed or deferred'],
  ['b', 'an agent has it'],
  ['s', 'waits'],
  ['x', 'waits: its destination is full'],
  ['unread', 'not read from the queue file yet'],
];
const COINS: readonly [CoinRun['kind'], string][] = [
  ['free', 'earned, not spent'],
  ['spent', 'paid for'],
  ['owed', 'taken in advance for'],
  ['future', 'can still be earned'],
];

const hasEntries = (job: JobRow, mark: KeyLine['mark']): boolean =>
  mark === 'unread' ? job.unread > 0 : job.counts[mark as CellState] > 0;

/** Kinds of marks on the cards of a job. */
function marksOf(job: JobRow): KeyLine['mark'][] {
  return [
    ...ENTRIES.map(([mark]) => mark).filter((mark) => hasEntries(job, mark)),
    ...new Set(coinsOf(job).map(({ kind }) => kind)),
  ];
}

/** Lines of the key. `input` has at least one job. */
export function keyLines({ jobs }: StageInput): KeyLines {
  const sorted = jobs.toSorted((a, b) => marksOf(b).length - marksOf(a).length || a.number - b.number);
  const [job] = sorted as [JobRow];
  const coins = COINS.flatMap(([mark, text]): KeyLine[] => {
    for (const owner of sorted) {
      const run = coinsOf(owner).find(({ kind }) => kind === mark);
      if (run === undefined) continue;
      return [{ mark, text, number: owner.number, ...(run.number > 0 ? { paidFor: run.number } : {}) }];
    }
    return [];
  });
  return {
    job,
    entries: ENTRIES.flatMap(([mark, text]): KeyLine[] => {
      const owner = sorted.find((row) => hasEntries(row, mark));
      return owner === undefined ? [] : [{ mark, text, number: owner.number }];
    }),
    coins,
    blockers: jobs.some(({ blocker }) => blocker),
  };
}

/** The key in design pixels: its width, frame and line, and its distances from the edges. The button is below it. */
const KEY = { width: 310, frame: 20, line: 22, right: 14, bottom: 46, air: 8 };

/** True if the open key would cover nothing of the picture. */
export function keyFits(layout: StageLayout, input: StageInput): boolean {
  if (layout.width > input.width || layout.height > input.height) return false;
  const { entries, coins, blockers } = keyLines(input);
  const { text } = layout.metrics;
  const height =
    (KEY.frame + KEY.line * (1 + Math.max(entries.length + (blockers ? 1 : 0), coins.length))) * text;
  const width = KEY.width * text;
  const box = {
    x: input.width - KEY.right * text - width,
    y: input.height - KEY.bottom * text - height,
    width,
    height,
  };
  const { dense } = layout;
  const inTheWay = [
    ...layout.jobs,
    ...layout.ghosts,
    ...(dense === null ? [] : [{ ...dense, height: (dense.lensTop ?? 0) + dense.height }]),
    ...layout.labels.map((label) => labelBox(label, text)),
  ];
  return (
    inTheWay.every((rect) => !overlaps(rect, box, KEY.air * text)) &&
    !layout.links.some(({ points }) => pathCrosses(points, box))
  );
}
