import type { Millis } from '../../protocol/units.ts';
import { LAB_METRICS, type LabHistory } from '../../protocol/lab.ts';
import { DESIGNS, type LabCounters, type LabMachine } from '../timers/lab-model.ts';
import { labCounters } from '../timers/lab.ts';

/**
 * The counters over time, for charts. Full chunks never change, so keyframes share them. Copying the whole history would be
 * the largest cost of a keyframe.
 */
export interface Samples {
  chunks: readonly Float64Array[];
  /** The chunk being filled and its number of samples. */
  open: Float64Array;
  filled: number;
}

const PER_CHUNK = 64;
const WIDTH = 1 + DESIGNS.length * LAB_METRICS.length;

export function createSamples(): Samples {
  return { chunks: [], open: new Float64Array(PER_CHUNK * WIDTH), filled: 0 };
}

export function copySamples({ chunks, open, filled }: Samples): Samples {
  return { chunks, open: open.slice(), filled };
}

export function takeSample(samples: Samples, now: Millis, machines: Record<string, LabMachine>): void {
  if (samples.filled === PER_CHUNK) {
    samples.chunks = [...samples.chunks, samples.open];
    samples.open = new Float64Array(PER_CHUNK * WIDTH);
    samples.filled = 0;
  }
  let place = samples.filled++ * WIDTH;
  samples.open[place++] = now;
  for (const design of DESIGNS) {
    const counters: LabCounters = labCounters(machines[design]!);
    for (const metric of LAB_METRICS) samples.open[place++] = counters[metric];
  }
}

/** Returns the samples as columns. If there are more than `most`, returns each n-th sample and the last sample. */
export function historyOf(samples: Samples, most: number): LabHistory {
  const total = samples.chunks.length * PER_CHUNK + samples.filled;
  const every = Math.max(1, Math.ceil(total / most));
  const places: number[] = [];
  for (let i = 0; i < total; i += every) places.push(i);
  if (total > 0 && places.at(-1) !== total - 1) places.push(total - 1);
  const column = (offset: number): Float64Array =>
    Float64Array.from(places, (i) => {
      const chunk = Math.floor(i / PER_CHUNK);
      return (samples.chunks[chunk] ?? samples.open)[(i % PER_CHUNK) * WIDTH + offset]!;
    });
  const series = Object.fromEntries(
    DESIGNS.map((design, d) => [
      design,
      Object.fromEntries(LAB_METRICS.map((metric, m) => [metric, column(1 + d * LAB_METRICS.length + m)])),
    ]),
  ) as LabHistory['series'];
  return { at: column(0), series };
}
