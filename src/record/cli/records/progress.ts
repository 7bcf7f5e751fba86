import { formatBytes, formatWhole } from '../../../explain/figures.ts';
import { formatLasting } from '../../explain/record-format.ts';
import type { ReadOptions } from '../../importers/input/read.ts';
import { printProgress, rowWidth, showsProgress } from '../../../cli/terminal.ts';

/** Milliseconds until the first line (shorter reads show none), and between two lines. */
const FIRST_MS = 500;
const NEXT_MS = 100;
const BAR = 20;

type Figures = Parameters<NonNullable<ReadOptions['onProgress']>>[0];

/** Shows on standard error how much of the files has been read, if somebody may be looking at it. */
export function showProgress(): { onProgress?: (figures: Figures) => void; end: () => void } {
  if (!showsProgress()) return { end: () => {} };
  const began = performance.now();
  let next = began + FIRST_MS;
  let shown = false;
  return {
    onProgress(figures) {
      const now = performance.now();
      // At the end there is nothing left to wait for.
      if (now < next || figures.bytes === figures.total) return;
      next = now + NEXT_MS;
      shown = true;
      printProgress(progressText(figures, now - began, rowWidth()));
    },
    end() {
      if (shown) printProgress('');
    },
  };
}

/** A bar, the bytes and the time left. Without a known total only the bytes and lines. Fits into `width` characters. */
export function progressText(
  { bytes, total, lines }: Omit<Figures, 'file'>,
  millis: number,
  width: number,
): string {
  const count = `${formatWhole(lines)} lines`;
  if (total === 0) return `Reading: ${formatBytes(bytes)}, ${count}`.slice(0, width - 1);
  const share = Math.min(1, bytes / total);
  const full = Math.round(share * BAR);
  const left = bytes === 0 ? '' : `, ${formatLasting(((1 - share) / share) * (millis / 1000))} left`;
  const figures = `${formatBytes(bytes)} of ${formatBytes(total)}${left}`;
  const bar = `[${'#'.repeat(full)}${' '.repeat(BAR - full)}] `;
  return `${width > BAR + figures.length + 4 ? bar : ''}${figures}`.slice(0, width - 1);
}
