import { type Column, Table } from '../../ui/Table.tsx';
import { useState, type KeyboardEvent, useRef } from 'react';
import type { PolicySettings } from '../../scenario/policy-settings.ts';
import { POLICY_ORDER, type PolicyKind, type SweepPoint } from '../../protocol/policies.ts';
import { usePolicyLab } from '../../store/policies.ts';
import { formatCount } from '../../explain/format.ts';
import { formatShare, formatSpanDigits } from '../../explain/figures.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { LETTERS, NAMES } from './PolicyColumn.tsx';
import {
  atPoint,
  placeOn,
  SEEDS,
  type SweepAxis,
  policySweepCsv,
  type SweepFigure,
  sweepJobs,
  sweepMarks,
  type SweepMark,
} from './sweep.ts';
import css from './policies.module.css';
import { useSize } from '../../charts/useSize.ts';
import { bandPath, type Point as PlotPoint, polyline } from '../../plot/paths.ts';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { valueTicks } from '../../plot/values.ts';

const AXES = [
  { value: 'workers', text: 'workers' },
  { value: 'cv', text: 'CV' },
  { value: 'wait', text: 'wait' },
] as const;

/** What the axis is, in the plural and as the head of a column. */
const AXIS_WORDS: Record<SweepAxis, { many: string; one: string }> = {
  workers: { many: 'numbers of workers', one: 'workers' },
  cv: { many: 'limits of the group', one: 'CV' },
  wait: { many: 'lengths of the wait', one: 'wait, µs' },
};

const FIGURES = [
  { value: 'throughput', text: 'finished per second' },
  { value: 'p99', text: 'latency, 99 of 100' },
  { value: 'useful', text: 'useful CPU' },
] as const;

const TEXT: Record<SweepFigure, (value: number) => string> = {
  throughput: (value) => formatCount(Math.round(value)),
  p99: formatSpanDigits,
  useful: formatShare,
};

interface SweepPanelProps {
  settings: PolicySettings;
  axis: SweepAxis;
  onAxis: (axis: SweepAxis) => void;
  onChange: (settings: PolicySettings) => void;
}

/** The same stream with other numbers of workers, or other limits: runs on all cores, as a plot. */
export function SweepPanel({ settings, axis, onAxis, onChange }: SweepPanelProps) {
  const lab = usePolicyLab();
  const [figure, setFigure] = useState<SweepFigure>('throughput');
  const { running, points, fault } = lab.state.sweep;
  const chooseAxis = (next: SweepAxis): void => {
    onAxis(next);
    lab.clearSweep();
  };
  return (
    <section className={css.sweep} aria-label="Sweep">
      <div className="row">
        <h2>Sweep</h2>
        <span className="grow" />
        <Segmented label="Sweep over" value={axis} options={AXES} onChange={chooseAxis} />
      </div>
      <p className="sub">
        The same stream with other {AXIS_WORDS[axis].many}, {SEEDS} seeds a point. Click a point to load it.
      </p>
      <SweepButtons settings={settings} axis={axis} />
      {fault !== '' && (
        <p className="field-error" role="alert">
          The sweep ended: {fault}.
        </p>
      )}
      {points.length === 0 ? (
        <EmptyState size="panel">
          {running ? 'The first runs are under way.' : 'Nothing has been run yet.'}
        </EmptyState>
      ) : (
        <>
          <Segmented className="fill" label="Show" value={figure} options={FIGURES} onChange={setFigure} />
          <SweepPlot
            points={points}
            axis={axis}
            figure={figure}
            text={TEXT[figure]}
            here={placeOn(settings, axis)}
            onPick={(x) => onChange(atPoint(settings, axis, x))}
          />
          <p className={`dim ${css.sweepNote}`}>
            Band: lowest and highest of the seeds. Figures of the model.
          </p>
          <SweepTable axis={axis} figure={figure} />
        </>
      )}
    </section>
  );
}

/** Runs the sweep, ends it early, saves what it has; how far it is. */
function SweepButtons({ settings, axis }: { settings: PolicySettings; axis: SweepAxis }) {
  const lab = usePolicyLab();
  const { running, total, points } = lab.state.sweep;
  return (
    <div className={`row ${css.sweepDo}`}>
      {running ? (
        <button type="button" className="btn outlined" onClick={lab.cancelSweep}>
          Cancel
        </button>
      ) : (
        <button
          type="button"
          className="btn primary"
          onClick={() => lab.startSweep(sweepJobs(settings, axis))}
        >
          {points.length > 0 ? 'Run again' : 'Run the sweep'}
        </button>
      )}
      {points.length > 0 && !running && (
        <button
          type="button"
          className="btn outlined"
          onClick={() => saveCsv(policySweepCsv(points, axis), axis)}
        >
          Save CSV
        </button>
      )}
      {running && <Progress name="Runs of the sweep" max={total} value={points.length} />}
      <span className="dim mono" role="status" aria-live={running ? 'off' : 'polite'}>
        {running || points.length > 0 ? `${points.length} of ${total} runs` : ''}
        {!running && points.length > 0 && points.length < total ? ', cancelled' : ''}
      </span>
    </div>
  );
}

type SweepRow = ReturnType<typeof sweepMarks>[number] & { kind: PolicyKind };

const column = (name: string, cell: Column<SweepRow>['cell']): Column<SweepRow> => ({
  name,
  numeric: true,
  className: 'mono',
  cell,
});

function SweepTable({ axis, figure }: { axis: SweepAxis; figure: SweepFigure }) {
  const { points } = usePolicyLab().state.sweep;
  const text = TEXT[figure];
  const rows = POLICY_ORDER.flatMap((kind) =>
    sweepMarks(points, kind, figure).map((mark) => ({ ...mark, kind })),
  );
  return (
    <details className={css.sweepTable}>
      <summary>As a table</summary>
      <Table
        label={`${FIGURES.find(({ value }) => value === figure)?.text}, by policy`}
        columns={[
          { name: 'policy', cell: ({ kind }) => `${LETTERS[kind]} ${NAMES[kind]}` },
          column(AXIS_WORDS[axis].one, ({ x }) => (x === 0 ? 'any' : x)),
          column('mean', ({ mean }) => text(mean)),
          column('lowest', ({ low }) => text(low)),
          column('highest', ({ high }) => text(high)),
        ]}
        rows={rows}
        rowKey={({ kind, x }) => `${kind}${x}`}
      />
    </details>
  );
}

function saveCsv(text: string, axis: SweepAxis): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `qmgrscope-sweep-${axis}.csv`;
  link.click();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const HEIGHT = 300;
const LEFT = 56;
const RIGHT = 62;
const FOOT = 34;

const AXIS_NAMES: Record<SweepAxis, string> = {
  workers: 'workers in the pool',
  cv: 'CV of the group',
  wait: 'wait of a handler, µs on average',
};

interface SweepPlotProps {
  points: readonly SweepPoint[];
  axis: SweepAxis;
  figure: SweepFigure;
  text: (value: number) => string;
  /** Where the columns stand. */
  here: number;
  onPick: (x: number) => void;
}

/** Means with the band of their seeds; x in equal factors, because pools are. */
function SweepPlot({ points, axis, figure, text, here, onPick }: SweepPlotProps) {
  const ref = useRef<HTMLDivElement>(null);
  const size = useSize(ref);
  const width = Math.max(80, (size?.width ?? 320) - LEFT - RIGHT);
  const series = POLICY_ORDER.map((kind) => ({ kind, marks: sweepMarks(points, kind, figure) }));
  const all = series.flatMap(({ marks }) => marks);
  const ticks = valueTicks(Math.max(...all.map(({ high }) => high)), 4);
  const roof = ticks.at(-1) ?? 1;
  const xs = [...new Set(all.map(({ x }) => x).filter((x) => x > 0))].toSorted((a, b) => a - b);
  const last = Math.max(2, xs.at(-1) ?? 2);
  const first = axis === 'wait' ? (xs[0] ?? 1) : 1;
  const x = (value: number): number =>
    LEFT + (Math.log(Math.max(first, value) / first) / Math.log(last / first)) * width;
  const labels =
    axis === 'wait'
      ? xs.filter((_, i) => i % 3 === 0)
      : xs.filter((value) => Number.isInteger(Math.log2(value)));
  const y = (value: number): number => 8 + (HEIGHT - 8) * (1 - value / roof);
  const names = spread(
    series.flatMap(({ kind, marks }) => {
      const end = marks.at(-1);
      return end === undefined ? [] : [{ kind, y: y(end.mean) }];
    }),
  );
  return (
    <div ref={ref}>
      <svg
        className={css.sweepPlot}
        width="100%"
        height={HEIGHT + FOOT}
        role="group"
        aria-label="Sweep, as a plot"
      >
        <ValueAxis
          ticks={ticks.map((tick) => ({ y: y(tick), text: text(tick) }))}
          left={LEFT}
          right={LEFT + width}
        />
        <PlaceAxis
          ticks={labels.map((value) => ({ x: x(value), text: value }))}
          left={0}
          right={LEFT + width + RIGHT}
          y={HEIGHT + 14}
        />
        <text className="plot-label" x={LEFT + width / 2} y={HEIGHT + 29} textAnchor="middle">
          {AXIS_NAMES[axis]}
        </text>
        {here > 0 && here <= last && (
          <path className={css.instant} strokeDasharray="2 3" d={`M${x(here)} 0V${HEIGHT}`} />
        )}
        {series.map((one) => (
          <Series key={one.kind} {...one} width={width} x={x} y={y} text={text} onPick={onPick} />
        ))}
        {names.map((name) => (
          <text key={name.kind} className={css.sweepName} x={LEFT + width + 8} y={name.y + 4}>
            {LETTERS[name.kind]} {NAMES[name.kind].split(' ')[0]}
          </text>
        ))}
      </svg>
    </div>
  );
}

interface SeriesProps {
  kind: PolicyKind;
  marks: readonly SweepMark[];
  width: number;
  x: Scale;
  y: Scale;
  text: (value: number) => string;
  onPick: (x: number) => void;
}

/** One policy: a band with its mean, or a level where the axis does not touch it. */
function Series({ kind, marks, width, x, y, text, onPick }: SeriesProps) {
  return (
    <g data-kind={kind}>
      {isLevel(marks) ? (
        <path className={css.sweepLevel} d={`M${LEFT} ${y(marks[0]?.mean ?? 0)}h${width}`} />
      ) : (
        <>
          <path className={css.sweepBand} d={band(marks, x, y)} />
          <path className={css.sweepLine} d={line(marks, x, y)} />
        </>
      )}
      {marks
        .filter((mark) => mark.x > 0)
        .map((mark) => (
          <Point
            key={mark.x}
            mark={mark}
            cx={x(mark.x)}
            cy={y(mark.mean)}
            label={`${LETTERS[kind]} ${NAMES[kind]}, ${mark.x}: ${text(mark.mean)}`}
            onPick={kind === 'fixed' ? null : () => onPick(mark.x)}
          />
        ))}
    </g>
  );
}

interface PointProps {
  mark: SweepMark;
  cx: number;
  cy: number;
  label: string;
  onPick: (() => void) | null;
}

function Point({ cx, cy, label, onPick }: PointProps) {
  if (onPick === null) return <rect className={css.sweepPoint} x={cx - 4} y={cy - 4} width={8} height={8} />;
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    onPick();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <g
      role="button"
      tabIndex={0}
      aria-label={`${label}. Load into the columns`}
      onClick={onPick}
      onKeyDown={key}
    >
      <title>{label}</title>
      <circle className={css.sweepTarget} cx={cx} cy={cy} r={12} />
      <circle className={css.sweepPoint} cx={cx} cy={cy} r={3.5} />
    </g>
  );
}

function isLevel(marks: readonly SweepMark[]): boolean {
  return marks.length === 1;
}

type Scale = (value: number) => number;

function line(marks: readonly SweepMark[], x: Scale, y: Scale): string {
  return polyline(marks.map((mark) => ({ x: x(mark.x), y: y(mark.mean) })));
}

function band(marks: readonly SweepMark[], x: Scale, y: Scale): string {
  const edge = (of: 'high' | 'low'): PlotPoint[] => marks.map((mark) => ({ x: x(mark.x), y: y(mark[of]) }));
  return bandPath(edge('high'), edge('low'));
}

/** Names at the ends of lines, at least a line of text apart. */
function spread<T extends { y: number }>(names: T[]): T[] {
  const sorted = names.toSorted((a, b) => a.y - b.y);
  let free = -Infinity;
  return sorted.map((name) => {
    const at = Math.max(name.y, free);
    free = at + 14;
    return { ...name, y: at };
  });
}
