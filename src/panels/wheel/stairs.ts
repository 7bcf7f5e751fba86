import type { TimerPath, TimerPlacing } from '../../protocol/wheel.ts';
import type { Micros } from '../../protocol/units.ts';

/** The staircase of one timer: down is nearer to its end, right is later; time left is drawn by its logarithm. */
export const STAIRS = { width: 380, height: 106, left: 8, right: 48, base: 86, top: 22, room: 50 } as const;

export interface Stair {
  placing: TimerPlacing;
  x0: number;
  x1: number;
  /** Up to here it has happened. */
  xNow: number;
  y: number;
}

export interface Stairs {
  stairs: Stair[];
  end: { x: number; y: number };
  now: { x: number; y: number } | null;
  /** Place of an instant. */
  xOf: (at: Micros) => number;
}

/** Where the stairs are. `end` = when the timer runs, or ran, or was cancelled. */
export function stairsOf(
  placings: readonly TimerPlacing[],
  path: TimerPath,
  end: Micros,
  now: Micros,
): Stairs {
  const born = placings[0]?.at ?? 0;
  const unit = Math.max(1, (end - born) / 2000);
  const most = Math.max(0.1, Math.log10((end - born) / unit + 1));
  const { width, left, right, top, room } = STAIRS;
  const xOf = (at: Micros): number =>
    left + (1 - Math.log10(Math.max(0, end - at) / unit + 1) / most) * (width - left - right);
  const highest = Math.max(0, ...placings.map(({ level }) => level));
  const yOf = (level: number): number => (highest === 0 ? 46 : top + (highest - level) * (room / highest));
  const reached = path.end === null ? now : path.end.at;
  const stairs = placings.map((placing, i): Stair => {
    const x0 = xOf(placing.at);
    const x1 = xOf(placings[i + 1]?.at ?? end);
    return { placing, x0, x1, xNow: Math.min(x1, Math.max(x0, xOf(reached))), y: yOf(placing.level) };
  });
  const last = stairs.at(-1);
  const current = stairs.findLast(({ placing }) => placing.at <= now) ?? last;
  return {
    stairs,
    end: { x: xOf(end), y: last?.y ?? top },
    now: path.end === null && current !== undefined && now < end ? { x: xOf(now), y: current.y } : null,
    xOf,
  };
}
