import { type Level, levelsOf, stepArea, stepLine, tenths } from '../../plot/paths.ts';

/**
 * Tiny pictures of scenes whose subject is not the order of delivery slots. They show the state in which the scene
 * opens. `shapes.ts` stores them; a test computes them again.
 */
export type StoredShape =
  /** Window of a destination after each feedback event, with blanks between; 0 = dead. */
  | { kind: 'window'; windows: string }
  /** Runnable threads over time, as `at count` in µs with commas between, and the concurrency limit. */
  | { kind: 'runnable'; limit: number; steps: string };

/** A picture in a box of 100 × 50, as paths and marks. */
export interface ShapePicture {
  lines: { d: string; look: 'main' | 'limit' | 'over' | 'ground' }[];
  crosses: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 100;
const HEIGHT = 50;

function steps(values: readonly number[], most: number): string {
  const y = (value: number): number => HEIGHT - (value / Math.max(1, most)) * (HEIGHT - 4);
  const pitch = WIDTH / Math.max(1, values.length);
  return stepLine(levelsOf(values, (i) => i * pitch, y));
}

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
  const levels = (least: number): Level[] =>
    samples.map(([at, count], i) => ({
      x: x(at),
      y: y(Math.max(count, least)),
      to: x(samples[i + 1]?.[0] ?? at),
    }));
  return {
    lines: [
      { d: stepArea(levels(0), HEIGHT), look: 'ground' },
      { d: stepArea(levels(limit), y(limit)), look: 'over' },
      { d: stepLine(levels(0)), look: 'main' },
      { d: `M0 ${y(limit)}H${WIDTH}`, look: 'limit' },
    ],
    crosses: [],
  };
}
