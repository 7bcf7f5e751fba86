import type { ReactNode } from 'react';
import { ValueAxis } from '../../../../plot/Axis.tsx';
import { Frame, type Plot } from '../../../../plot/Frame.tsx';
import { Legend } from '../../../../plot/Legend.tsx';
import { type Level, levelsOf, stepArea, stepLine, strokesPath } from '../../../../plot/paths.ts';
import { valueScale } from '../../../../plot/scales.ts';
import { TimeAxis } from '../../../../plot/TimeAxis.tsx';
import { formatWhole } from '../../../../explain/figures.ts';
import { MICROS_PER_MINUTE, MICROS_PER_SECOND } from '../../../../protocol/units.ts';
import { Segmented } from '../../../../ui/Segmented.tsx';
import { type Column, Table } from '../../../../ui/Table.tsx';
import { ownZone } from '../../../explain/record-format.ts';
import type { LiveLane, LiveSpan, LiveView } from '../../../protocol/live.ts';
import kit from '../../kit/kit.module.css';
import { clockLabel, clockWindow } from '../axis.ts';
import css from './live.module.css';

interface ChartsProps {
  view: LiveView;
  span: LiveSpan;
  onSpan: (span: LiveSpan) => void;
}

const SPANS = [
  { value: 900, text: '15 min' },
  { value: 3600, text: '1 h' },
  { value: 10_800, text: '3 h' },
] as const;

/** Draws the last minutes over one axis of time: arrivals and deliveries, each destination, the queues. */
export function LiveCharts({ view, span, onSpan }: ChartsProps) {
  const { each, lanes, others, queue } = view;
  return (
    <div className="stack" translate="no">
      <div className="row wrap between">
        <h2>
          Arrivals and deliveries <span className="dim">per minute</span>
        </h2>
        <Segmented label="Time shown" value={span} options={SPANS} onChange={onSpan} />
      </div>
      <Flow view={view} />
      <h2>
        Destinations{' '}
        <span className="dim">
          mean concurrent deliveries in {each / MICROS_PER_SECOND} s; deferred recipients
          {queue !== null && '; recipients in the active queue'}
        </span>
      </h2>
      <Legend
        label="Ticks below a line"
        items={[
          {
            text: 'deferred without a connection, or by 421',
            shape: 'tick',
            className: css.liveRefused ?? '',
          },
          { text: 'deferred in the session (4xx)', shape: 'tick', className: css.liveLater ?? '' },
        ]}
      />
      {lanes.length === 0 && <p className="sub">No recipient was attempted in this time.</p>}
      {[...lanes, ...(others === null ? [] : [others])].map((lane) => (
        <Lane key={lane.name} lane={lane} />
      ))}
      <h2>
        Queue sizes <span className="dim">messages, counted from log lines</span>
      </h2>
      <Sizes view={view} />
      <LiveTable view={view} />
    </div>
  );
}

interface ChartProps {
  /** Heading left of the chart. */
  beside: ReactNode;
  /** Accessible name of the chart. */
  label: string;
  height: number;
  /** Height below the plot, in units. */
  bottom: number;
  /** Largest value. The axis ends at a round value above it. */
  most: number;
  /** Draws the chart with the scale of values and adjacent columns. */
  children: (
    plot: Plot,
    y: (value: number) => number,
    bins: (values: readonly number[]) => Level[],
  ) => ReactNode;
}

function Chart({ beside, label, height, bottom, most, children }: ChartProps) {
  return (
    <div className={css.liveLane}>
      <div className={`text-1 sub ${css.liveName}`}>{beside}</div>
      <Frame label={label} height={height + bottom + 6} margins={{ top: 6, bottom, right: 4 }}>
        {(plot) => {
          const { y, ticks } = valueScale(plot, most, { most: height > 50 ? 2 : 1 });
          const bins = (values: readonly number[]): Level[] =>
            levelsOf(values, (i) => plot.left + (i / Math.max(1, values.length)) * plot.width, y);
          return (
            <>
              <ValueAxis ticks={ticks} left={plot.left} right={plot.right} />
              {children(plot, y, bins)}
            </>
          );
        }}
      </Frame>
    </div>
  );
}

function Flow({ view }: { view: LiveView }) {
  const minute = MICROS_PER_MINUTE / view.each;
  const arrivals = view.arrivals.map((n) => n * minute);
  const deliveries = view.deliveries.map((n) => n * minute);
  const most = Math.max(...arrivals, ...deliveries);
  return (
    <Chart
      label={`Messages that arrived and recipients that were attempted, at most ${formatWhole(most)} per minute`}
      height={80}
      bottom={4}
      most={most}
      beside={
        <Legend
          label="Lines of arrivals and deliveries"
          items={[
            { text: 'arrivals', shape: 'area', className: 'plot-area' },
            { text: 'deliveries', shape: 'line', className: 'plot-line' },
          ]}
        />
      }
    >
      {(plot, _, bins) => (
        <>
          <path className="plot-area" d={stepArea(bins(arrivals), plot.bottom)} />
          <path className="plot-line" d={stepLine(bins(deliveries))} />
        </>
      )}
    </Chart>
  );
}

function stateOf({ deadSince, failing, window, limit, busy }: LiveLane): { text: string; tone?: string } {
  if (deadSince !== null) return { text: '✕ dead', tone: 'bad' };
  if (failing) return { text: '○ no connection', tone: 'warn' };
  const most = window ?? limit;
  const lately = Math.max(...busy.slice(-4));
  return { text: most !== null && lately >= most * 0.95 ? '■ full' : '● ready' };
}

/** Height of the ticks of deferrals, in units. */
const TICKS = 6;

function Lane({ lane }: { lane: LiveLane }) {
  const { busy, refused, later, window, limit, deferred, waiting } = lane;
  const most = Math.max(...busy);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const name = lane.name === '' ? 'all others' : lane.name;
  const { text, tone } = stateOf(lane);
  const beside = (
    <>
      <b className="mono cut" title={name}>
        {name}
      </b>
      {lane.name !== '' && (
        <span>
          <span className={tone === undefined ? undefined : kit.flag} data-tone={tone}>
            {text}
          </span>
          {window !== null && `, window ${window}`}
        </span>
      )}
      {deferred > 0 && <span className="mono">{formatWhole(deferred)} deferred</span>}
      {waiting !== null && waiting > 0 && <span className="mono">{formatWhole(waiting)} active</span>}
    </>
  );
  return (
    <Chart
      beside={beside}
      label={`${name}: at most ${most.toFixed(1)} concurrent deliveries, ${sum(refused)} deferred without a connection, ${sum(later)} in a session`}
      height={44}
      bottom={TICKS}
      most={Math.max(most, limit ?? 0, window ?? 0)}
    >
      {(plot, y, bins) => (
        <>
          {limit !== null && limit > 0 && (
            <path className={css.liveLimit} d={`M${plot.left} ${y(limit)}H${plot.right}`} />
          )}
          <path className="plot-area" d={stepArea(bins(busy), plot.bottom)} />
          {window !== null && <path className="plot-line" d={`M${plot.left} ${y(window)}H${plot.right}`} />}
          <path className={css.liveLater} d={ticksBelow(plot, later)} />
          <path className={css.liveRefused} d={ticksBelow(plot, refused)} />
        </>
      )}
    </Chart>
  );
}

/** Draws ticks below a plot. A larger value has a longer tick. */
function ticksBelow({ left, width, bottom }: Plot, values: readonly number[]): string {
  const each = width / Math.max(1, values.length);
  return strokesPath(
    values.flatMap((value, i) =>
      value > 0
        ? [{ x: left + (i + 0.5) * each, y: bottom + 1, length: Math.min(4.5, 2 + Math.log2(value + 1)) }]
        : [],
    ),
  );
}

function Sizes({ view }: { view: LiveView }) {
  const { active, deferred, activeLimit, now } = view;
  const most = Math.max(...active, ...deferred);
  const near = activeLimit !== null && most > activeLimit / 5 ? activeLimit : 0;
  return (
    <Chart
      label={`${now.active} messages active, ${now.deferred} deferred`}
      height={60}
      bottom={20}
      most={Math.max(most, near)}
      beside={
        <Legend
          label="Lines of the queues"
          items={[
            { text: 'active', shape: 'line', className: 'plot-line' },
            { text: 'deferred', shape: 'line', className: `plot-line ${css.liveDashed}` },
          ]}
        />
      }
    >
      {(plot, y, bins) => (
        <>
          <TimeAxis
            plot={plot}
            window={clockWindow(view)}
            label={clockLabel(ownZone())}
            finest={MICROS_PER_SECOND}
          />
          {near > 0 && <path className={css.liveLimit} d={`M${plot.left} ${y(near)}H${plot.right}`} />}
          <path className="plot-area" d={stepArea(bins(active), plot.bottom)} />
          <path className="plot-line" d={stepLine(bins(active))} />
          <path className={`plot-line ${css.liveDashed}`} d={stepLine(bins(deferred))} />
        </>
      )}
    </Chart>
  );
}

type TotalsRow = LiveView['table'][number];
const total = (name: string, of: (totals: TotalsRow['totals']) => number): Column<TotalsRow> => ({
  name,
  numeric: true,
  cell: ({ totals }) => formatWhole(of(totals)),
});
const TOTAL_COLUMNS: readonly Column<TotalsRow>[] = [
  { name: 'destination', className: 'mono', cell: ({ name }) => name },
  total('sent', ({ sent }) => sent),
  total('deferred', ({ deferred }) => deferred),
  total('of these without an attempt', ({ suspended }) => suspended),
  total('bounced', ({ bounced }) => bounced),
];

/** Lists all destinations in figures, counted since the first line that was read. */
function LiveTable({ view }: { view: LiveView }) {
  return (
    <details className="text-2">
      <summary>All destinations in figures</summary>
      <Table
        label="Destinations"
        scrolls
        columns={TOTAL_COLUMNS}
        rows={view.table}
        rowKey={({ name }) => name}
      />
    </details>
  );
}
