import { area, curveStepAfter, scaleLinear } from 'd3';
import type { MailSample } from '../../protocol/rows.ts';
import { MICROS_PER_SECOND, type Micros, type Seconds } from '../../protocol/units.ts';

/** Sizes of the mail queues over time as stacked step areas: active below, incoming on it, deferred on top. */
export interface MailChart {
  areas: { name: 'active' | 'incoming' | 'deferred'; path: string }[];
  top: number;
  ticks: { x: number; text: string }[];
}

const ORDER = ['active', 'incoming', 'deferred'] as const;

/** Lays out the samples up to `now` (microseconds) in a box; the last one reaches to the right edge. */
export function mailChart(
  samples: readonly MailSample[],
  now: Micros,
  size: { width: number; height: number },
): MailChart {
  const shown: readonly MailSample[] = [{ at: 0, incoming: 0, active: 0, deferred: 0 }, ...samples];
  const last = shown.at(-1);
  const points = last === undefined ? shown : [...shown, { ...last, at: Math.max(now, last.at) }];
  const top = Math.max(1, ...points.map((p) => p.incoming + p.active + p.deferred));
  const x = scaleLinear([0, Math.max(1, now)], [0, size.width]);
  const y = scaleLinear([0, top], [size.height, 2]);
  const below = (sample: MailSample, name: (typeof ORDER)[number]): number =>
    ORDER.slice(0, ORDER.indexOf(name)).reduce((sum, other) => sum + sample[other], 0);
  const areas = ORDER.map((name) => {
    const shape = area<MailSample>()
      .x((p) => x(p.at))
      .y0((p) => y(below(p, name)))
      .y1((p) => y(below(p, name) + p[name]))
      .curve(curveStepAfter);
    return { name, path: shape([...points]) ?? '' };
  });
  return {
    areas,
    top,
    ticks: scaleLinear([0, Math.max(1, now / MICROS_PER_SECOND)], [0, size.width])
      .ticks(5)
      .map((seconds) => ({ x: x(seconds * MICROS_PER_SECOND), text: tick(seconds) })),
  };
}

function tick(seconds: Seconds): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds % 60);
  if (minutes < 60) return `${minutes}:${String(rest).padStart(2, '0')}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
}
