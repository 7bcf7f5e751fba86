import { Table } from '../../ui/Table.tsx';
import { formatSpanDigits } from '../../explain/figures.ts';
import { useMemo, useRef, type PointerEvent } from 'react';
import type { PolicyRun } from '../../protocol/policies.ts';
import { policySentence } from '../../explain/policies.ts';
import { formatCount, formatCounted } from '../../explain/format.ts';
import type { Micros } from '../../protocol/units.ts';
import { FIGURE_ROWS, figureRows, isBest } from './policy-figures.ts';
import { type Box, boxesPath, levelsOf, stepLine } from '../../plot/paths.ts';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { valueTicks } from '../../plot/values.ts';
import { changeAt, lanePaths, type CountBand, countBands } from './picture.ts';
import css from './policies.module.css';
import { useSize } from '../../charts/useSize.ts';

export const LETTERS = { plain: 'A', fixed: 'B', cmgroup: 'C' } as const;
export const NAMES = { plain: 'Plain', fixed: 'Fixed pool', cmgroup: 'Group' } as const;

interface PolicyColumnProps {
  run: PolicyRun;
  runs: readonly PolicyRun[];
  cpus: number;
  count: number;
  wake: string;
  at: Micros;
  /** Of all three: one axis. */
  top: number;
  end: Micros;
  onAt: (at: Micros) => void;
}

/** One policy: what it is, its CPUs about the instant, its count over the whole run, its figures. */
export function PolicyColumn({ run, runs, cpus, count, wake, at, top, end, onAt }: PolicyColumnProps) {
  const { kind, workers, limit, recording } = run;
  const now = changeAt(recording.counts.at, at);
  const done = recording.counts.done[now] ?? 0;
  // Threads that a growing pool created are known by their names alone.
  const grown = Math.max(workers, recording.names.filter((name) => name !== undefined && name !== '').length);
  const pool = grown > workers ? `${workers} workers, grew to ${grown}` : `${workers} workers`;
  const facts = {
    plain: `${pool}, no group, ${wake}`,
    fixed: `${formatCounted(workers, 'worker')}, one a CPU`,
    cmgroup: `${pool}, CV ${limit}`,
  };
  return (
    <section
      className={css.policy}
      translate="no"
      data-kind={kind}
      aria-label={`${LETTERS[kind]}, ${NAMES[kind]}`}
    >
      <header className={css.policyHead}>
        <span className={css.policyLetter} aria-hidden="true">
          {LETTERS[kind]}
        </span>
        <h2>{NAMES[kind]}</h2>
        <span className="dim" title={facts[kind]}>
          {facts[kind]}
        </span>
      </header>
      <p className={`${css.policySay} sub`}>{policySentence(run)}</p>
      <CpuLanes run={run} cpus={cpus} at={at} />
      <RunnablePlot run={run} at={at} top={top} end={end} onAt={onAt} />
      <p className={`${css.policyNow} mono`}>
        <span>{recording.counts.runnable[now] ?? 0} runnable</span>
        <span>{formatCount(recording.counts.pending[now] ?? 0)} pending</span>
        <span>
          {formatCount(done)} of {formatCount(count)} done
        </span>
      </p>
      <CpuBar run={run} cpus={cpus} />
      <Figures run={run} runs={runs} cpus={cpus} />
    </section>
  );
}

function CpuBar({ run, cpus }: { run: PolicyRun; cpus: number }) {
  return (
    <figure className="cpu-bar">
      <figcaption className={css.plotName}>
        <span>where the CPU time went, whole run of {formatSpanDigits(run.figures.makespan)}</span>
      </figcaption>
      <span className={css.cpuBarParts} aria-hidden="true">
        {FIGURE_ROWS.filter(({ part }) => part !== undefined).map(({ part, value }) => (
          <i key={part} data-part={part} style={{ flexGrow: value(run.figures, cpus) }} />
        ))}
      </span>
    </figure>
  );
}

function Figures({ run, runs, cpus }: Pick<PolicyColumnProps, 'run' | 'runs' | 'cpus'>) {
  return (
    <table className={css.figures}>
      <caption className="sr-only">
        Figures of the model, {NAMES[run.kind]}; the best of the three is said
      </caption>
      <tbody>
        {figureRows(run.figures).map((row) => {
          const mine = row.value(run.figures, cpus);
          const best = isBest(
            row,
            mine,
            runs.map(({ figures }) => row.value(figures, cpus)),
          );
          return (
            <tr key={row.name}>
              <th scope="row">
                {row.part !== undefined && <i className={css.part} data-part={row.part} aria-hidden="true" />}
                {row.name}
              </th>
              <td className="mono" data-best={best}>
                {row.text(mine)}
                {best && <span className="sr-only">, best</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The lanes show this many microseconds before and after the instant. */
const REACH_US = 2_000;
const LANES_MAX = 8;
const LANE = 12;
const GAP = 8;
const LABEL = 36;

/** The CPUs two milliseconds before and after the instant: busy stretches, and a black mark for each switch. */
function CpuLanes({ run, cpus, at }: { run: PolicyRun; cpus: number; at: Micros }) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const width = Math.max(40, (size?.width ?? 240) - LABEL);
  const shown = Math.min(cpus, LANES_MAX);
  const { stretches } = run.recording;
  const lanes = useMemo(() => {
    const window = { from: at - REACH_US, to: at + REACH_US };
    return Array.from({ length: shown }, (_, cpu) => lanePaths(stretches, cpu, window, width, LANE));
  }, [stretches, shown, at, width]);
  const busy = useMemo(() => busyShare(run, at, cpus), [run, at, cpus]);
  const height = shown * (LANE + GAP);
  return (
    <figure className={css.plot}>
      <figcaption className={css.plotName}>
        <span>{shown < cpus ? `CPUs, ${shown} of ${cpus}` : 'CPUs'}, 4 ms around the instant</span>
        <span>
          <i className={css.keySwitch} aria-hidden="true" /> switch
        </span>
      </figcaption>
      <div ref={ref}>
        <svg
          width="100%"
          height={height + 14}
          role="img"
          aria-label={`CPUs around ${formatSpanDigits(at)}: ${Math.round(busy * 100)} % of their time in use`}
        >
          {lanes.map(({ busy: bars, switching }, cpu) => (
            // The lane is the CPU: its number is what it is.
            // oxlint-disable-next-line react/no-array-index-key
            <g key={cpu} transform={`translate(0 ${cpu * (LANE + GAP) + 2})`}>
              <text x="0" y={LANE - 2} className="plot-label">
                cpu {cpu}
              </text>
              <g transform={`translate(${LABEL} 0)`}>
                <path className={css.laneLine} d={`M0 ${LANE / 2}h${width}`} />
                <path className={css.laneBusy} d={bars} />
                <path className={css.laneSwitch} d={switching} />
              </g>
            </g>
          ))}
          <path className={css.instant} d={`M${LABEL + width / 2} 0v${height}`} />
          <PlaceAxis
            ticks={[
              { x: LABEL, text: '−2 ms' },
              { x: LABEL + width, text: '+2 ms' },
            ]}
            left={LABEL}
            right={LABEL + width}
            y={height + 11}
          />
        </svg>
      </div>
    </figure>
  );
}

function busyShare({ recording }: PolicyRun, at: Micros, cpus: number): number {
  const { from, to } = recording.stretches;
  let sum = 0;
  for (let i = 0; i < from.length; i++) {
    sum += Math.max(0, Math.min(at + REACH_US, to[i] ?? 0) - Math.max(at - REACH_US, from[i] ?? 0));
  }
  return sum / (2 * REACH_US * cpus);
}

const PLOT_HEIGHT = 120;
const PLOT_FOOT = 16;

interface RunnablePlotProps {
  run: PolicyRun;
  at: Micros;
  top: number;
  /** The axis ends here in all three. */
  end: Micros;
  onAt: (at: Micros) => void;
}

/** The count over the whole run, its excess in red above the dashed limit. Axes are equal in all three on purpose. */
function RunnablePlot({ run, at, top, end, onAt }: RunnablePlotProps) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const width = Math.max(40, (size?.width ?? 240) - LABEL - 2);
  const { limit, figures, recording } = run;
  const ticks = valueTicks(top, 4);
  const roof = ticks.at(-1) ?? top;
  const y = (value: number): number => 8 + (PLOT_HEIGHT - 8) * (1 - value / roof);
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
    <figure className={css.plot}>
      <figcaption className={css.plotName}>
        <span>runnable</span>
        <b>{said}</b>
        <span>
          <i className={css.keyLimit} aria-hidden="true" /> limit {limit}
        </span>
      </figcaption>
      <div ref={ref}>
        <svg
          className={css.runnable}
          width="100%"
          height={PLOT_HEIGHT + PLOT_FOOT}
          role="img"
          aria-label={`Runnable over the run: ${said}, limit ${limit}`}
          onPointerDown={move}
          onPointerMove={move}
        >
          <ValueAxis
            ticks={ticks.map((tick) => ({ y: y(tick), text: tick }))}
            left={LABEL}
            right={LABEL + width}
          />
          <path className={css.area} d={paths.count} />
          <path className={css.excess} d={paths.excess} />
          <path className={css.stepLine} d={paths.mean} />
          <path className={css.limit} d={`M${LABEL} ${y(limit)}h${width}`} />
          <path className={css.instant} d={`M${x(Math.min(at, end))} 4V${y(0)}`} />
          <PlaceAxis
            ticks={[
              { x: LABEL, text: 0 },
              {
                x: LABEL + width,
                text:
                  figures.makespan > end
                    ? `goes on to ${formatSpanDigits(figures.makespan)}`
                    : formatSpanDigits(end),
              },
            ]}
            left={LABEL}
            right={LABEL + width}
            y={PLOT_HEIGHT + 12}
          />
        </svg>
      </div>
      <RunnableTable run={run} end={figures.makespan} />
    </figure>
  );
}

/** Columns of the count up to the limit, what stands above it, and the mean as a line. */
function bandPaths(
  bands: readonly CountBand[],
  { limit, y, step }: { limit: number; y: (value: number) => number; step: number },
): { count: string; excess: string; mean: string } {
  const x = (i: number): number => LABEL + i * step;
  const mean = levelsOf(
    bands.map((band) => band.mean),
    x,
    y,
  );
  const column = (i: number, from: number, to: number): Box => ({
    x: x(i),
    y: y(to),
    width: step,
    height: y(from) - y(to),
  });
  const excess = bands.flatMap(({ high }, i) => (high > limit ? [column(i, limit, high)] : []));
  const count = bands.map(({ high }, i) => column(i, 0, Math.min(high, limit)));
  return { count: boxesPath(count), excess: boxesPath(excess), mean: stepLine(mean) };
}

/** The same curve for a reader who hears it. */
function RunnableTable({ run, end }: { run: PolicyRun; end: Micros }) {
  const rows = useMemo(() => countBands(run.recording.counts, end, 10), [run, end]);
  return (
    // In a frame of one pixel: a table cannot be that small itself.
    <div className="sr-only">
      <Table
        label="Runnable threads in tenths of the run"
        columns={[
          { name: 'from', cell: (_, i) => formatSpanDigits((i * end) / 10) },
          { name: 'least', cell: ({ low }) => low },
          { name: 'most', cell: ({ high }) => high },
        ]}
        rows={rows}
        rowKey={(_, i) => i}
      />
    </div>
  );
}
