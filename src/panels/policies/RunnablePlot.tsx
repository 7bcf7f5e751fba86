import { type PointerEvent, useMemo, useRef } from 'react';
import { useSize } from '../../charts/useSize.ts';
import type { PolicyRun } from '../../protocol/policies.ts';
import type { Micros } from '../../protocol/units.ts';
import { formatMicros } from './figures.ts';
import { axisTicks, type CountBand, countBands } from './picture.ts';
import './policies.css';

const HEIGHT = 120;
const LABEL = 36;
const FOOT = 16;

interface RunnablePlotProps {
  run: PolicyRun;
  at: Micros;
  top: number;
  /** The axis ends here in all three. */
  end: Micros;
  onAt: (at: Micros) => void;
}

/** The count over the whole run, its excess in red above the dashed limit. Axes are equal in all three on purpose. */
export function RunnablePlot({ run, at, top, end, onAt }: RunnablePlotProps) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const width = Math.max(40, (size?.width ?? 240) - LABEL - 2);
  const { limit, figures, recording } = run;
  const ticks = axisTicks(top);
  const roof = ticks.at(-1) ?? top;
  const y = (value: number): number => 8 + (HEIGHT - 8) * (1 - value / roof);
  const x = (time: Micros): number => LABEL + (time / end) * width;
  const until = Math.min(figures.makespan, end);
  const bins = Math.max(1, Math.round((width * until) / end / 1.5));
  const bands = useMemo(() => countBands(recording.counts, until, bins), [recording, until, bins]);
  const paths = bandPaths(bands, { limit, y, step: (until / end) * (width / bins) });
  const move = (event: PointerEvent<SVGElement>): void => {
    if (event.buttons === 0 && event.type !== 'pointerdown') return;
    const box = event.currentTarget.getBoundingClientRect();
    onAt(Math.round(Math.min(1, Math.max(0, (event.clientX - box.left - LABEL) / width)) * end));
  };
  const said = `mean ${figures.meanRunnable.toFixed(1)}, at most ${figures.maxRunnable}`;
  return (
    <figure className="plot">
      <figcaption className="plot-name">
        <span>runnable</span>
        <b>{said}</b>
        <span>
          <i className="key-limit" aria-hidden="true" /> limit {limit}
        </span>
      </figcaption>
      <div ref={ref}>
        <svg
          className="runnable"
          width="100%"
          height={HEIGHT + FOOT}
          role="img"
          aria-label={`Runnable over the run: ${said}, limit ${limit}`}
          onPointerDown={move}
          onPointerMove={move}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <path className="grid" d={`M${LABEL} ${y(tick)}h${width}`} />
              <text className="axis" x={LABEL - 6} y={y(tick) + 3} textAnchor="end">
                {tick}
              </text>
            </g>
          ))}
          <path className="area" d={paths.count} />
          <path className="excess" d={paths.excess} />
          <path className="step-line" d={paths.mean} />
          <path className="limit" d={`M${LABEL} ${y(limit)}h${width}`} />
          <path className="instant" d={`M${x(Math.min(at, end))} 4V${y(0)}`} />
          <text className="axis" x={LABEL} y={HEIGHT + 12}>
            0
          </text>
          <text className="axis" x={LABEL + width} y={HEIGHT + 12} textAnchor="end">
            {figures.makespan > end ? `goes on to ${formatMicros(figures.makespan)}` : formatMicros(end)}
          </text>
        </svg>
      </div>
      <Table run={run} end={figures.makespan} />
    </figure>
  );
}

/** Columns of the count up to the limit, what stands above it, and the mean as a line. */
function bandPaths(
  bands: readonly CountBand[],
  { limit, y, step }: { limit: number; y: (value: number) => number; step: number },
): { count: string; excess: string; mean: string } {
  const x = (i: number): number => LABEL + i * step;
  const mean = bands.map(
    (band, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(band.mean).toFixed(1)}h${step.toFixed(2)}`,
  );
  const excess = bands.map(({ high }, i) => (high > limit ? bar(x(i), y(high), step, y(limit)) : ''));
  const count = bands.map(({ high }, i) => bar(x(i), y(Math.min(high, limit)), step, y(0)));
  return { count: count.join(''), excess: excess.join(''), mean: mean.join('') };
}

function bar(x: number, y: number, width: number, foot: number): string {
  return `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(2)}V${foot.toFixed(1)}h${(-width).toFixed(2)}z`;
}

/** The same curve for a reader who hears it. */
function Table({ run, end }: { run: PolicyRun; end: Micros }) {
  const rows = useMemo(() => countBands(run.recording.counts, end, 10), [run, end]);
  return (
    // In a frame of one pixel: a table cannot be that small itself.
    <div className="sr-only">
      <table>
        <caption>Runnable threads in tenths of the run</caption>
        <thead>
          <tr>
            <th scope="col">from</th>
            <th scope="col">least</th>
            <th scope="col">most</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ low, high }, i) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={i}>
              <th scope="row">{formatMicros((i * end) / 10)}</th>
              <td>{low}</td>
              <td>{high}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
