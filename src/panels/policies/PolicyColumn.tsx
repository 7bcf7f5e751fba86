import { type CSSProperties, type PointerEvent, useMemo } from 'react';
import { formatSpanDigits } from '../../explain/figures.ts';
import { formatCount, formatCounted } from '../../explain/format.ts';
import { policySentence } from '../../explain/policies.ts';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { Frame, type Plot } from '../../plot/Frame.tsx';
import { Legend } from '../../plot/Legend.tsx';
import { type Box, boxesPath, levelsOf, stepLine } from '../../plot/paths.ts';
import { timeScale, valueScale } from '../../plot/scales.ts';
import type { PolicyRun } from '../../protocol/policies.ts';
import type { Micros } from '../../protocol/units.ts';
import type { PolicySettings } from '../../scenario/policy-settings.ts';
import { Table } from '../../ui/Table.tsx';
import { axisEnd, changeAt, type CountBand, countBands, lanePaths } from './picture.ts';
import css from './policies.module.css';
import { FIGURE_ROWS, figureRows, isBest } from './policy-figures.ts';

export const LETTERS = { plain: 'A', fixed: 'B', cmgroup: 'C' } as const;
export const NAMES = { plain: 'Plain', fixed: 'Fixed pool', cmgroup: 'Group' } as const;

/** The three runs, their settings, and the instant that all pictures show. */
export interface Compared {
  runs: readonly PolicyRun[];
  ran: PolicySettings;
  at: Micros;
  onAt: (at: Micros) => void;
}

type ColumnProps = Compared & { run: PolicyRun };

/** Shows one policy: its CPUs around the instant, its count of runnable threads over the whole run, its figures. */
export function PolicyColumn(props: ColumnProps) {
  const { run, ran, at } = props;
  const { kind, recording } = run;
  const now = changeAt(recording.counts.at, at);
  const facts = factsOf(run, ran);
  return (
    <section
      className="stack gap-12"
      translate="no"
      data-kind={kind}
      aria-label={`${LETTERS[kind]}, ${NAMES[kind]}`}
    >
      <header className="row">
        <span className={css.letter} aria-hidden="true">
          {LETTERS[kind]}
        </span>
        <h2 className="nowrap">{NAMES[kind]}</h2>
        <span className="dim cut text-2" title={facts}>
          {facts}
        </span>
      </header>
      <p className={`sub ${css.say}`}>{policySentence(run)}</p>
      <CpuLanes {...props} />
      <RunnablePlot {...props} />
      <p className="row wrap between gap-10 text-1 mono">
        <span>{recording.counts.runnable[now] ?? 0} runnable</span>
        <span>{formatCount(recording.counts.pending[now] ?? 0)} pending</span>
        <span>
          {formatCount(recording.counts.done[now] ?? 0)} of {formatCount(ran.count)} done
        </span>
      </p>
      <figure className="stack gap-4">
        <figcaption className="text-1 sub">
          CPU time of the whole run, {formatSpanDigits(run.figures.makespan)}
        </figcaption>
        <span className={css.bar} aria-hidden="true">
          {FIGURE_ROWS.map(
            ({ ink, value }) =>
              ink !== undefined && (
                <i key={ink} className={css.grey} style={greyOf(ink, value(run.figures, ran.cpus))} />
              ),
          )}
        </span>
      </figure>
      <Figures {...props} />
    </section>
  );
}

/** Settings of a policy in words, such as `64 workers, no group, oldest first`. */
function factsOf({ kind, workers, limit, recording }: PolicyRun, { source, wake }: PolicySettings): string {
  if (kind === 'fixed') return `${formatCounted(workers, 'worker')}, one per CPU`;
  // Only threads that were created have a name.
  const grown = Math.max(workers, recording.names.filter((name) => name !== undefined && name !== '').length);
  const pool = grown > workers ? `${workers} workers, grew to ${grown}` : `${workers} workers`;
  if (kind === 'cmgroup') return `${pool}, CV ${limit}`;
  const order = { lifo: 'newest first', fifo: 'oldest first', herd: 'wakes all' }[wake];
  return `${pool}, no group, ${source === 'aio' ? 'AIO, wakes all' : order}`;
}

/** CSS of a part of a bar, in a grey with this percentage of ink. */
function greyOf(ink: number, flexGrow?: number): CSSProperties {
  return { '--part': `${ink}%`, flexGrow } as CSSProperties;
}

function Figures({ run, runs, ran: { cpus } }: ColumnProps) {
  const rows = figureRows(run.figures).map((row) => {
    const mine = row.value(run.figures, cpus);
    const all = runs.map(({ figures }) => row.value(figures, cpus));
    return { ...row, shown: row.text(mine), best: isBest(row, mine, all) };
  });
  return (
    <Table
      label={`Figures of the model, ${NAMES[run.kind]}, with the best of the three marked`}
      headless
      columns={[
        {
          name: 'figure',
          cell: ({ name, ink }) => (
            <span className="sub">
              {ink !== undefined && (
                <i className={`${css.grey} ${css.swatch}`} style={greyOf(ink)} aria-hidden="true" />
              )}
              {name}
            </span>
          ),
        },
        {
          name: 'value',
          numeric: true,
          className: 'mono',
          cell: ({ shown, best }) =>
            best ? (
              <b>
                {shown}
                <span className="sr-only">, best</span>
              </b>
            ) : (
              shown
            ),
        },
      ]}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
}

/** Time that the lanes show before the instant, and again after it. */
const REACH_US: Micros = 2_000;
const LANES_MAX = 8;
const LANE = 12;
const LANE_PITCH = 20;

function CpuLanes({ run, ran: { cpus }, at }: ColumnProps) {
  const shown = Math.min(cpus, LANES_MAX);
  const busy = useMemo(() => busyShare(run, at, cpus), [run, at, cpus]);
  return (
    <figure className="stack gap-4">
      <figcaption className="row wrap between gap-4 text-1 sub">
        {shown < cpus ? `CPUs, ${shown} of ${cpus}` : 'CPUs'}, 2 ms before and after
        <Legend label="Signs" items={[{ text: 'switch', shape: 'tick', className: `${css.instant}` }]} />
      </figcaption>
      <Frame
        label={`CPUs around ${formatSpanDigits(at)}: ${Math.round(busy * 100)} % of their time in use`}
        height={shown * LANE_PITCH + 16}
        margins={{ top: 0, bottom: 16, right: 2 }}
      >
        {(plot) => <Lanes plot={plot} run={run} shown={shown} at={at} />}
      </Frame>
    </figure>
  );
}

interface LanesProps {
  plot: Plot;
  run: PolicyRun;
  shown: number;
  at: Micros;
}

/** Draws the busy stretches of each CPU, and a black mark for each switch of threads. */
function Lanes({ plot, run, shown, at }: LanesProps) {
  const { left, right, top, bottom, width } = plot;
  const { stretches } = run.recording;
  const lanes = useMemo(() => {
    const window = { from: at - REACH_US, to: at + REACH_US };
    return Array.from({ length: shown }, (_, cpu) => lanePaths(stretches, cpu, window, width, LANE));
  }, [stretches, shown, at, width]);
  return (
    <>
      <ValueAxis
        ticks={lanes.map((_, cpu) => ({
          y: top + cpu * LANE_PITCH + 2 + LANE / 2,
          text: `cpu ${cpu}`,
          base: true,
        }))}
        left={left}
        right={right}
      />
      {lanes.map(({ busy, switching }, cpu) => (
        // The lanes never change places, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <g key={cpu} transform={`translate(${left} ${top + cpu * LANE_PITCH + 2})`}>
          <path className="plot-area" d={busy} />
          <path d={switching} fill="currentColor" />
        </g>
      ))}
      <path className={css.instant} d={`M${left + width / 2} ${top}V${bottom}`} />
      <PlaceAxis
        ticks={[
          { x: left, text: '−2 ms' },
          { x: right, text: '+2 ms' },
        ]}
        left={left}
        right={right}
        y={bottom + 12}
      />
    </>
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

/** Draws the count of runnable threads over the whole run; the part above the dashed limit is red. */
function RunnablePlot(props: ColumnProps) {
  const { limit, figures } = props.run;
  const said = `mean ${figures.meanRunnable.toFixed(1)}, at most ${figures.maxRunnable}`;
  return (
    <figure className="stack gap-4">
      <figcaption className="row wrap between gap-4 text-1 sub">
        runnable <b className="strong">{said}</b>
        <Legend
          label="Signs"
          items={[{ text: `limit ${limit}`, shape: 'line', className: `${css.limit}` }]}
        />
      </figcaption>
      <Frame
        label={`Runnable over the run: ${said}, limit ${limit}`}
        height={136}
        margins={{ bottom: 16, right: 2 }}
      >
        {(plot) => <Counts plot={plot} {...props} />}
      </Frame>
      <RunnableTable run={props.run} />
    </figure>
  );
}

/** Draws the count on the same axes in all three columns. A press or a drag goes to an instant. */
function Counts({ plot, run, runs, at, onAt }: ColumnProps & { plot: Plot }) {
  const { left, right, top, bottom, width, height } = plot;
  const { limit, figures, recording } = run;
  const end = axisEnd(runs);
  const most = Math.max(1, ...runs.map((one) => Math.max(one.limit, one.figures.maxRunnable)));
  const { y, ticks } = valueScale(plot, most);
  const x = timeScale(plot, { from: 0, to: end });
  const until = Math.min(figures.makespan, end);
  const bins = Math.max(1, Math.round((width * until) / end / 1.5));
  const bands = useMemo(() => countBands(recording.counts, until, bins), [recording, until, bins]);
  const paths = bandPaths(bands, { limit, y, x: (i) => x((i * until) / bins) });
  const seek = (event: PointerEvent<SVGRectElement>): void => {
    if (event.buttons === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    onAt(Math.round(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * end));
  };
  return (
    <>
      <ValueAxis ticks={ticks} left={left} right={right} />
      <path className={css.counted} d={paths.count} />
      <path className={css.excess} d={paths.excess} />
      <path className={css.mean} d={paths.mean} />
      <path className={css.limit} d={`M${left} ${y(limit)}h${width}`} />
      <path className={css.instant} d={`M${x(Math.min(at, end))} ${top}V${bottom}`} />
      <PlaceAxis
        ticks={[
          { x: left, text: 0 },
          {
            x: right,
            text:
              figures.makespan > end
                ? `ends at ${formatSpanDigits(figures.makespan)}`
                : formatSpanDigits(end),
          },
        ]}
        left={left}
        right={right}
        y={bottom + 12}
      />
      <rect
        className={`plot-ground ${css.seek}`}
        x={left}
        y={top}
        width={width}
        height={height}
        onPointerDown={seek}
        onPointerMove={seek}
      />
    </>
  );
}

interface BandScales {
  limit: number;
  y: (value: number) => number;
  /** x of the left edge of a band. */
  x: (band: number) => number;
}

/** Paths of the count up to the limit, of the excess above it, and of the mean. */
function bandPaths(bands: readonly CountBand[], { limit, y, x }: BandScales) {
  const column = (i: number, from: number, to: number): Box => ({
    x: x(i),
    y: y(to),
    width: x(i + 1) - x(i),
    height: y(from) - y(to),
  });
  const excess = bands.flatMap(({ high }, i) => (high > limit ? [column(i, limit, high)] : []));
  const count = bands.map(({ high }, i) => column(i, 0, Math.min(high, limit)));
  const mean = levelsOf(
    bands.map((band) => band.mean),
    x,
    y,
  );
  return { count: boxesPath(count), excess: boxesPath(excess), mean: stepLine(mean) };
}

/** The count of runnable threads as a table for screen readers. */
function RunnableTable({ run: { recording, figures } }: { run: PolicyRun }) {
  const end = figures.makespan;
  const rows = useMemo(() => countBands(recording.counts, end, 10), [recording, end]);
  return (
    // `sr-only` makes its element one pixel wide, which a table cannot be, so a box around the table has the class.
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
