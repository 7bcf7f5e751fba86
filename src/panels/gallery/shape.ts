import { tenths } from '../../charts/round.ts';

/**
 * Tiny pictures of scenes that are not about the order of delivery slots, each from the scene's own state where it opens.
 * `shapes.ts` stores them; a test computes them again.
 */
export type StoredShape =
  /** Window of a destination after each feedback event, with blanks between; 0 = dead. */
  | { kind: 'window'; windows: string }
  /** Runnable threads over time, `at count` in µs with commas between, and the limit. */
  | { kind: 'runnable'; limit: number; steps: string };

/** A picture in a box of 100 × 50, as paths and marks. */
export interface ShapePicture {
  lines: { d: string; look: 'main' | 'limit' | 'over' | 'ground' }[];
  crosses: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 100;
const HEIGHT = 50;

/** Steps: each value holds until the next. */
function steps(values: readonly number[], most: number): string {
  const y = (value: number): number => HEIGHT - (value / Math.max(1, most)) * (HEIGHT - 4);
  const pitch = WIDTH / Math.max(1, values.length);
  return (
    values
      .map(
        (value, i) =>
          `${i === 0 ? 'M0' : 'H'}${i === 0 ? '' : tenths(i * pitch)} ${i === 0 ? '' : 'V'}${tenths(y(value))}`,
      )
      .join('') + `H${WIDTH}`
  );
}

/** What to draw for a stored shape. */
export function shapePicture(shape: StoredShape): ShapePicture {
  return shape.kind === 'window'
    ? windowPicture(shape.windows.split(' ').map(Number))
    : runnablePicture(shape.limit, samplesOf(shape.steps));
}

function windowPicture(windows: readonly number[]): ShapePicture {
  const pitch = WIDTH / Math.max(1, windows.length);
  const crosses = windows.flatMap((window, i) =>
    window === 0 && windows[i - 1] !== 0 ? [[tenths((i + 0.5) * pitch), HEIGHT - 6] as const] : [],
  );
  return {
    lines: [
      { d: `M0 ${HEIGHT}H${WIDTH}`, look: 'limit' },
      { d: steps(windows, Math.max(...windows)), look: 'main' },
    ],
    crosses,
  };
}

function samplesOf(text: string): (readonly [at: number, count: number])[] {
  return text.split(',').map((sample) => {
    const [at = 0, count = 0] = sample.split(' ').map(Number);
    return [at, count] as const;
  });
}

function runnablePicture(limit: number, samples: readonly (readonly [number, number])[]): ShapePicture {
  const first = samples[0]?.[0] ?? 0;
  const last = samples.at(-1)?.[0] ?? 1;
  const most = Math.max(limit, ...samples.map(([, count]) => count));
  const x = (at: number): number => tenths(((at - first) / Math.max(1, last - first)) * WIDTH);
  const y = (count: number): number => tenths(HEIGHT - (count / Math.max(1, most)) * (HEIGHT - 4));
  const path = (of: (count: number) => number): string =>
    samples
      .map(([at, count], i) => `${i === 0 ? `M${x(at)}` : `H${x(at)}`} ${i === 0 ? '' : 'V'}${of(count)}`)
      .join('');
  const over = path((count) => y(Math.max(count, limit)));
  return {
    lines: [
      { d: `${path(y)}V${HEIGHT}H0Z`, look: 'ground' },
      { d: `${over}V${y(limit)}H0Z`, look: 'over' },
      { d: path(y), look: 'main' },
      { d: `M0 ${y(limit)}H${WIDTH}`, look: 'limit' },
    ],
    crosses: [],
  };
}
