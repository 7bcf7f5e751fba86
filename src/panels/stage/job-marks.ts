import { cellBlock, type CellBlock } from '../../charts/cells.ts';
import { balanceText } from '../../charts/coins.ts';
import type { JobRow } from '../../protocol/rows.ts';
import type { Seconds } from '../../protocol/units.ts';
import { ghostWords } from './stage-words.ts';
import type { StageInput } from './input.ts';
import type { BarMark, CardMark, Standing } from './stage-marks.ts';
import { chipWidth, labelWidth, type Metrics } from './metrics.ts';

/** Largest number of squares in a bar. Each square stands for several entries, so that no bar is longer than a card. */
const BAR_SQUARES = 24;

/** Number of entries that are not selected yet, including unread recipients. */
export function entriesLeft(job: JobRow): number {
  return job.read - job.selected + job.unread;
}

/** Age in whole seconds, minutes or hours, as the queue manager counts. */
export function ageText(seconds: Seconds): string {
  if (seconds < 600) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 600 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`;
}

/** Footer of a card: `selected/read`, and `+unread` while recipients wait in the queue file. */
export function footerText(job: JobRow): string {
  return `${job.selected}/${job.read}${job.unread > 0 ? `+${job.unread}` : ''}`;
}

/** One decimal is enough to compare scores. */
export function scoreText(score: number): string {
  return score.toFixed(1);
}

function standingOf(job: JobRow, input: StageInput): Standing {
  const current = job.id === input.current;
  return { current, candidate: !current && job.id === input.candidate, blocker: job.blocker };
}

const blocks = new WeakMap<JobRow, Map<string, CellBlock>>();

/**
 * The cells of a row, cached. Rows are never changed but replaced, so the same row gets the same object, which tells
 * the components that nothing changed.
 */
function blockOf(job: JobRow, key: string, make: () => CellBlock): CellBlock {
  let known = blocks.get(job);
  if (known === undefined) blocks.set(job, (known = new Map<string, CellBlock>()));
  const block = known.get(key) ?? make();
  known.set(key, block);
  return block;
}

export function cardMark(job: JobRow, input: StageInput, metrics: Metrics): CardMark {
  const standing = standingOf(job, input);
  const size = `${metrics.cell} ${metrics.gap} ${metrics.columnsMax} ${metrics.rows ?? ''}`;
  const block = blockOf(job, `card ${size}`, () => cellBlock(job, metrics));
  const balance = balanceText(job);
  const footer = footerText(job);
  const age = ageText(Math.max(0, input.now - job.queued));
  const { unit, mono } = metrics;
  const space = 5 * unit;
  const header =
    chipWidth(job.number, metrics) +
    (job.blocker ? 13 * unit + space : 0) +
    (balance === '' ? 0 : balance.length * mono + space);
  const foot = (footer.length + age.length) * mono + 6 * unit;
  const inner = Math.max(header, foot, block.width, metrics.cardMin - 2 * metrics.padX);
  // The score never makes a card wider: a card keeps its place when it becomes the best candidate.
  const text = standing.candidate && input.candidateScore > 0 ? scoreText(input.candidateScore) : '';
  const score = header + 12 * unit + labelWidth(text, metrics.font) + space <= inner ? text : '';
  return {
    kind: 'card',
    id: job.id,
    job,
    ...standing,
    block,
    balance,
    score,
    footer,
    age,
    x: 0,
    y: 0,
    width: Math.ceil(inner + 2 * metrics.padX + 2),
    height: Math.ceil(
      metrics.padTop +
        metrics.chip +
        block.height +
        metrics.footer +
        2 * metrics.rowGap +
        metrics.padBottom +
        2,
    ),
  };
}

/** Squares of a bar, `columns` wide: selected and remaining entries, without coins. */
function barBlock(job: JobRow, metrics: Metrics, columns: number, across: boolean): CellBlock {
  const total = job.read + job.unread;
  const per = Math.max(1, Math.ceil(total / BAR_SQUARES));
  const cell = metrics.cell * (across ? 0.9 : 0.82);
  const pitch = cell + metrics.gap;
  const block: CellBlock = {
    width: 0,
    height: 0,
    cell,
    per,
    cells: { d: [], f: [], b: [], s: [], x: [] },
    unread: [],
    coins: [],
    bar: null,
    coinBar: null,
  };
  const bounds = (['d', 'f', 'b', 's', 'x'] as const).map((state) => [state, job.counts[state]] as const);
  const squares = Math.ceil(total / per);
  for (let i = 0; i < squares; i += 1) {
    const place = { x: (i % columns) * pitch, y: Math.floor(i / columns) * pitch };
    let before = 0;
    const found = bounds.find(([, count]) => (before += count) > i * per);
    if (found === undefined) block.unread.push(place);
    else block.cells[found[0]].push(place);
  }
  block.width = Math.min(squares, columns) * pitch - metrics.gap;
  block.height = Math.max(0, Math.ceil(squares / columns) * pitch - metrics.gap);
  return block;
}

/** A bar of natural size at 0,0. `chip` false: the station above the bar already shows number and colour. */
export function barMark(job: JobRow, input: StageInput, metrics: Metrics, chip: boolean): BarMark {
  const { unit } = metrics;
  const squares = Math.ceil(
    (job.read + job.unread) / Math.max(1, Math.ceil((job.read + job.unread) / BAR_SQUARES)),
  );
  const block = blockOf(job, `bar ${metrics.cell} ${metrics.gap}`, () =>
    barBlock(job, metrics, squares > 6 ? 2 : 1, false),
  );
  const top = chip ? 6 * unit + 15 * unit + 5 * unit : 4 * unit;
  return {
    kind: 'bar',
    id: job.id,
    job,
    ...standingOf(job, input),
    block,
    left: entriesLeft(job),
    chip,
    x: 0,
    y: 0,
    width: chip ? Math.max(metrics.barWidth, chipWidth(job.number, metrics)) : metrics.barWidth,
    height: Math.ceil(top + block.height + 4 * unit + 10 * unit),
  };
}

/** A horizontal bar, for the outline. */
export function rowMark(job: JobRow, input: StageInput, metrics: Metrics): BarMark {
  return {
    ...barMark(job, input, metrics, true),
    block: blockOf(job, `row ${metrics.cell} ${metrics.gap}`, () => barBlock(job, metrics, 12, true)),
  };
}

export function ghostSize(
  number: number,
  adopted: boolean,
  metrics: Metrics,
): { width: number; height: number } {
  const { unit } = metrics;
  const words = labelWidth(ghostWords(adopted), 11 * unit);
  const chip = Math.max(15 * unit, (6 + String(number).length * 6.4) * unit);
  return { width: Math.ceil((20 + 9 + 7 + 5) * unit + chip + words), height: Math.ceil(30 * unit) };
}
