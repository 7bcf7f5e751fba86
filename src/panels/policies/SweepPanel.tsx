import { type Column, Table } from '../../ui/Table.tsx';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { PolicySettings } from '../../scenario/policy-settings.ts';
import type { PolicyForm } from './SettingsForm.tsx';
import { saveText } from '../kit/files.ts';
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
import { Frame, type Plot } from '../../plot/Frame.tsx';
import { valueScale } from '../../plot/scales.ts';
import { bandPath, type Point as PlotPoint, polyline } from '../../plot/paths.ts';
import { PlaceAxis, ValueAxis } from '../../plot/Axis.tsx';
import { Button } from '../../ui/Button.tsx';

const AXES = [
  { value: 'workers', text: 'workers' },
  { value: 'cv', text: 'CV' },
  { value: 'wait', text: 'wait' },
] as const;

/** Names of each axis: in a sentence, as the heading of a column, and below the plot. */
const AXIS_WORDS: Record<SweepAxis, { many: string; one: string; name: string }> = {
  workers: { many: 'numbers of workers', one: 'workers', name: 'workers in the pool' },
  cv: { many: 'limits of the group', one: 'CV', name: 'CV of the group' },
  wait: { many: 'waits', one: 'wait, µs', name: 'mean wait of a handler, µs' },
};

const FIGURES = [
  { value: 'throughput', text: 'finished per second' },
  { value: 'p99', text: 'latency, 99th percentile' },
  { value: 'useful', text: 'useful CPU' },
] as const;

const TEXT: Record<SweepFigure, (value: number) => string> = {
  throughput: (value) => formatCount(Math.round(value)),
  p99: formatSpanDigits,
  useful: formatShare,
};

/** Runs the same stream with other numbers of workers, limits or waits on all cores, and plots the figures. */
export function SweepPanel({ form: { settings, set } }: { form: PolicyForm }) {
  const { state, clearSweep } = usePolicyLab();
  const [axis, setAxis] = useState<SweepAxis>('workers');
  const [figure, setFigure] = useState<SweepFigure>('throughput');
  const { running, points, fault } = state.sweep;
  // Any change of the settings clears the sweep, except a change of the value on the sweep's own axis.
  const swept = JSON.stringify({ ...settings, request: 0, [axis === 'wait' ? 'block' : axis]: 0 });
  useEffect(() => {
    clearSweep();
  }, [clearSweep, axis, swept]);
  return (
    <section className={`stack gap-10 ${css.sweep}`} aria-label="Sweep">
      <div className="row between">
        <h2>Sweep</h2>
        <Segmented label="Sweep over" value={axis} options={AXES} onChange={setAxis} />
      </div>
      <p className="sub">
        The same stream with other {AXIS_WORDS[axis].many}, {SEEDS} seeds a point. Click a point to load it.
      </p>
      <SweepButtons settings={settings} axis={axis} />
      {fault !== '' && (
        <p className="field-error" role="alert">
          The sweep failed: {fault}.
        </p>
      )}
      {points.length === 0 ? (
        <EmptyState size="panel">{running ? 'Running…' : 'No sweep yet.'}</EmptyState>
      ) : (
        <>
          <Segmented className="fill" label="Show" value={figure} options={FIGURES} onChange={setFigure} />
          <SweepPlot
            points={points}
            axis={axis}
            figure={figure}
            text={TEXT[figure]}
            here={placeOn(settings, axis)}
            onPick={(x) => set(atPoint(settings, axis, x))}
          />
          <p className="dim text-1">Band: lowest to highest seed. Figures are from the model.</p>
          <SweepTable axis={axis} figure={figure} />
        </>
      )}
    </section>
  );
}

function SweepButtons({ settings, axis }: { settings: PolicySettings; axis: SweepAxis }) {
  const lab = usePolicyLab();
  const { running, total, points } = lab.state.sweep;
  return (
    <div className="row wrap">
      {running ? (
        <Button look="outlined" onClick={lab.cancelSweep}>
          Cancel
        </Button>
      ) : (
        <Button look="primary" onClick={() => lab.startSweep(sweepJobs(settings, axis))}>
          {points.length > 0 ? 'Run again' : 'Run the sweep'}
        </Button>
      )}
      {points.length > 0 && !running && (
        <Button
          look="outlined"
          onClick={() => saveText(`qmgrscope-sweep-${axis}.csv`, policySweepCsv(points, axis), 'text/csv')}
        >
          Save CSV
        </Button>
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
    <details>
      <summary className="text-2">As a table</summary>
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

interface SweepPlotProps {
  points: readonly SweepPoint[];
  axis: SweepAxis;
  figure: SweepFigure;
  text: (value: number) => string;
  /** Value that the page's settings have on the axis. */
  here: number;
  onPick: (x: number) => void;
}

function SweepPlot(props: SweepPlotProps) {
  return (
    <Frame label="Sweep, as a plot" role="group" height={334} margins={{ left: 56, right: 62, bottom: 34 }}>
      {(plot) => <Drawing plot={plot} {...props} />}
    </Frame>
  );
}

/** Draws the means, each within the band of its seeds. The x axis is logarithmic, because pools grow by factors. */
function Drawing({ plot, points, axis, figure, text, here, onPick }: SweepPlotProps & { plot: Plot }) {
  const { left, right, top, bottom, width } = plot;
  const series = POLICY_ORDER.map((kind) => ({ kind, marks: sweepMarks(points, kind, figure) }));
  const all = series.flatMap(({ marks }) => marks);
  const { y, ticks } = valueScale(plot, Math.max(...all.map(({ high }) => high)), { text });
  const xs = [...new Set(all.map((mark) => mark.x).filter((at) => at > 0))].toSorted((a, b) => a - b);
  const last = Math.max(2, xs.at(-1) ?? 2);
  const first = axis === 'wait' ? (xs[0] ?? 1) : 1;
  const x = (value: number): number =>
    left + (Math.log(Math.max(first, value) / first) / Math.log(last / first)) * width;
  const labels =
    axis === 'wait'
      ? xs.filter((_, i) => i % 3 === 0)
      : xs.filter((value) => Number.isInteger(Math.log2(value)));
  const names = spread(
    series.flatMap(({ kind, marks }) => {
      const end = marks.at(-1);
      return end === undefined ? [] : [{ kind, y: y(end.mean) }];
    }),
  );
  return (
    <>
      <ValueAxis ticks={ticks} left={left} right={right} />
      <PlaceAxis
        ticks={labels.map((value) => ({ x: x(value), text: value }))}
        left={0}
        right={plot.frame.width}
        y={bottom + 14}
      />
      <text className="plot-label" x={left + width / 2} y={bottom + 29} textAnchor="middle">
        {AXIS_WORDS[axis].name}
      </text>
      {here > 0 && here <= last && (
        <path className={css.instant} strokeDasharray="2 3" d={`M${x(here)} ${top}V${bottom}`} />
      )}
      {series.map((one) => (
        <Series key={one.kind} {...one} plot={plot} x={x} y={y} text={text} onPick={onPick} />
      ))}
      {names.map((name) => (
        <text key={name.kind} className={css.name} x={right + 8} y={name.y + 4}>
          {LETTERS[name.kind]} {NAMES[name.kind].split(' ')[0]}
        </text>
      ))}
    </>
  );
}

type Scale = (value: number) => number;

interface SeriesProps {
  kind: PolicyKind;
  marks: readonly SweepMark[];
  plot: Plot;
  x: Scale;
  y: Scale;
  text: (value: number) => string;
  onPick: (x: number) => void;
}

/** Draws one policy: its mean within a band, or a level line where the axis has no effect on the policy. */
function Series({ kind, marks, plot, x, y, text, onPick }: SeriesProps) {
  const line = (of: 'low' | 'mean' | 'high'): PlotPoint[] =>
    marks.map((mark) => ({ x: x(mark.x), y: y(mark[of]) }));
  return (
    <g className={css.series} data-kind={kind}>
      {marks.length === 1 ? (
        <path strokeDasharray="5 4" d={`M${plot.left} ${y(marks[0]?.mean ?? 0)}H${plot.right}`} />
      ) : (
        <>
          <path className={css.band} d={bandPath(line('high'), line('low'))} />
          <path d={polyline(line('mean'))} />
        </>
      )}
      {marks
        .filter((mark) => mark.x > 0)
        .map((mark) => (
          <Point
            key={mark.x}
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
  cx: number;
  cy: number;
  label: string;
  onPick: (() => void) | null;
}

function Point({ cx, cy, label, onPick }: PointProps) {
  if (onPick === null) return <rect className={css.dot} x={cx - 4} y={cy - 4} width={8} height={8} />;
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
      <circle className="plot-ground" cx={cx} cy={cy} r={12} stroke="none" />
      <circle className={css.dot} cx={cx} cy={cy} r={3.5} />
    </g>
  );
}

/** Moves the names at the ends of the lines apart, so that they do not overlap. */
function spread<T extends { y: number }>(names: T[]): T[] {
  const sorted = names.toSorted((a, b) => a.y - b.y);
  let free = -Infinity;
  return sorted.map((name) => {
    const at = Math.max(name.y, free);
    free = at + 14;
    return { ...name, y: at };
  });
}
