import type { Micros } from '../../protocol/units.ts';
import type { CountSample } from '../../protocol/threads-view.ts';
import { boxesPath, hundredths, stepLine } from '../../plot/paths.ts';

/**
 * Draws runnable threads against the concurrency value, with one column for each change. A time axis would not work,
 * because the times between changes span six powers of ten.
 */

export const AREA_BOX = { width: 240, height: 48 } as const;
/** Largest number of columns: more would be too thin to see. */
const COLUMNS = 48;
const TOP = 3;
const BASE = AREA_BOX.height - 1;

interface AreaColumn {
  key: number;
  x: number;
  width: number;
  /** y of the top of the runnable area and of the limit, from the upper edge of the picture. */
  y: number;
  limitY: number;
  runnable: number;
  limit: number;
}

export interface AreaPicture {
  columns: AreaColumn[];
  /** Paths of the count, of its part above the limit, and of the limit; '' = nothing to draw. */
  area: string;
  over: string;
  limit: string;
  /** Largest value on the axis. */
  most: number;
  /** Instant of the first change shown; −1 = none. */
  from: Micros;
  to: Micros;
}

/** Lays out the latest changes; the last column is the present. Limit −1 = none. */
export function areaLayout(samples: readonly CountSample[]): AreaPicture {
  const shown = samples.slice(-COLUMNS);
  const most = Math.max(1, ...shown.map(([, runnable, limit]) => Math.max(runnable, limit)));
  const width = AREA_BOX.width / Math.max(COLUMNS / 2, shown.length);
  const y = (value: number): number => BASE - (value / most) * (BASE - TOP);
  const columns = shown.map(([, runnable, limit], i) => ({
    key: samples.length - shown.length + i,
    x: AREA_BOX.width - (shown.length - i) * width,
    width,
    y: y(runnable),
    limitY: limit < 0 ? -1 : y(limit),
    runnable,
    limit,
  }));
  return {
    columns,
    area: boxesPath(columns.map((column) => ({ ...column, height: BASE - column.y }))),
    over: boxesPath(
      columns.filter(isOver).map((column) => ({ ...column, height: column.limitY - column.y })),
    ),
    limit: stepLine(
      columns
        .filter(({ limitY }) => limitY >= 0)
        .map((column) => ({ x: column.x, to: column.x + column.width, y: column.limitY, apart: true })),
      hundredths,
    ),
    most,
    from: shown[0]?.[0] ?? -1,
    to: shown.at(-1)?.[0] ?? -1,
  };
}

function isOver({ runnable, limit }: AreaColumn): boolean {
  return limit >= 0 && runnable > limit;
}

/** Text of the picture for screen readers. */
export function areaWords(samples: readonly CountSample[]): string {
  const last = samples.at(-1);
  if (last === undefined) return 'runnable threads: none so far';
  const [, runnable, limit] = last;
  const shown = samples.slice(-COLUMNS);
  const over = shown.filter(([, count, most]) => most >= 0 && count > most).length;
  const now = limit < 0 ? `${runnable} now, no limit` : `${runnable} now, concurrency value ${limit}`;
  return `runnable threads over the last ${shown.length} changes: ${now}, over it in ${over}`;
}
