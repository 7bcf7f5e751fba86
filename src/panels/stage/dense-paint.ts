import { CROWD, identityOf, paintOf, type Theme } from '../../charts/colours.ts';
import { denseHeight } from './dense.ts';
import { isBlocker } from './listed-jobs.ts';
import type { DenseBand } from './marks.ts';

const CROWD_ALPHA = 0.55;
/** Columns from this width on show how much of a job is blocked. */
const HATCH_FROM = 3;

export interface DenseLook {
  coloured: ReadonlySet<number>;
  theme: Theme;
  /** Number that is hovered or selected, 0 = none: the others are faint. */
  lit: number;
}

/**
 * Draws a list as columns. First the grey crowd, in one pass with one colour: at a hundred thousand jobs several fall
 * on a pixel, which then shows the tallest, so what is drawn never exceeds the pixels that there are. Then the few with
 * a colour, on top, where no later neighbour covers them.
 */
export function paintBand(context: CanvasRenderingContext2D, band: DenseBand, look: DenseLook): void {
  const crowd = paintOf(CROWD, look.theme);
  context.globalAlpha = (look.lit === 0 ? 1 : 0.4) * CROWD_ALPHA;
  context.fillStyle = crowd.edge;
  if (band.pitch < 1) paintPixels(context, band);
  else paintCrowd(context, band, look);
  for (const { index, number } of kept(band, look)) {
    const own = look.coloured.has(number);
    const paint = paintOf(own ? identityOf(number) : CROWD, look.theme);
    context.globalAlpha = look.lit === 0 || look.lit === number ? 1 : 0.4;
    context.fillStyle = own ? paint.fill : paint.edge;
    const width = Math.max(2, columnWidth(band));
    paintColumn(context, band, index, width);
    if (band.pitch >= HATCH_FROM) paintShare(context, band, index, width, paint.edge);
  }
  context.globalAlpha = 1;
}

function columnWidth({ pitch }: DenseBand): number {
  return pitch >= HATCH_FROM ? pitch - 1 : Math.max(1, pitch);
}

/** Jobs with a colour of their own, and the one that is lit. */
function kept({ jobs }: DenseBand, { coloured, lit }: DenseLook): { index: number; number: number }[] {
  const found: { index: number; number: number }[] = [];
  for (const number of new Set([...coloured, lit])) {
    const index = number === 0 ? -1 : jobs.numbers.indexOf(number);
    if (index >= 0) found.push({ index, number });
  }
  return found.toSorted((a, b) => Number(a.number === lit) - Number(b.number === lit));
}

/** Several jobs a pixel: the tallest of each; a pixel is dashed when it holds blockers only. */
function paintPixels(context: CanvasRenderingContext2D, band: DenseBand): void {
  const { left, flags } = band.jobs;
  const count = left.length;
  let pixel = 0;
  let most = 0;
  let blockers = true;
  const flush = (): void => {
    const height = denseHeight(band, most);
    if (blockers) dashes(context, pixel, 1, height);
    else context.fillRect(pixel, 0, 1, height);
    most = 0;
    blockers = true;
  };
  for (let i = 0; i < count; i += 1) {
    const at = Math.floor(i * band.pitch);
    if (at !== pixel) {
      flush();
      pixel = at;
    }
    const value = left[i] as number;
    if (value > most) most = value;
    if (flags[i] === 0) blockers = false;
  }
  if (count > 0) flush();
}

function paintCrowd(context: CanvasRenderingContext2D, band: DenseBand, look: DenseLook): void {
  const width = columnWidth(band);
  const { numbers } = band.jobs;
  for (let i = 0; i < numbers.length; i += 1) {
    const number = numbers[i] as number;
    if (number === look.lit || look.coloured.has(number)) continue;
    paintColumn(context, band, i, width);
    if (band.pitch >= HATCH_FROM) paintShare(context, band, i, width, null);
  }
}

function paintColumn(context: CanvasRenderingContext2D, band: DenseBand, index: number, width: number): void {
  const height = denseHeight(band, band.jobs.left[index] ?? 0);
  const x = index * band.pitch;
  if (isBlocker(band.jobs, index)) dashes(context, x, width, height);
  else context.fillRect(x, 0, width, height);
}

/** Blocked: dashes, as on a station of the rail. */
function dashes(context: CanvasRenderingContext2D, x: number, width: number, height: number): void {
  for (let y = 0; y < height; y += 3) context.fillRect(x, y, width, Math.min(1.5, height - y));
}

/** The part of the entries that waits for a full destination, at the lower end: cut through as its hatch would be. */
function paintShare(
  context: CanvasRenderingContext2D,
  band: DenseBand,
  index: number,
  width: number,
  edge: string | null,
): void {
  const share = band.jobs.blocked[index] ?? 0;
  if (share === 0 || isBlocker(band.jobs, index)) return;
  const height = denseHeight(band, band.jobs.left[index] ?? 0);
  const x = index * band.pitch;
  const from = height * (1 - share / 255);
  for (let y = from; y < height; y += 3) context.clearRect(x, y, width, Math.min(1.5, height - y));
  if (edge === null) return;
  context.save();
  context.fillStyle = edge;
  context.fillRect(x, height - 1, width, 1);
  context.restore();
}
