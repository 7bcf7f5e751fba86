import { type Column, Table } from '../../../../ui/Table.tsx';
import { formatWhole } from '../../../../explain/figures.ts';
import { ownZone } from '../../../explain/record-format.ts';
import { useRef } from 'react';
import { useSize } from '../../../../charts/useSize.ts';
import type { LiveLane, LiveSpan, LiveView } from '../../../protocol/live.ts';
import { Segmented } from '../../../../ui/Segmented.tsx';
import { type Level, levelsOf, stepArea, stepLine, strokesPath } from '../../../../plot/paths.ts';
import { PlaceAxis } from '../../../../plot/Axis.tsx';
import { COARSE } from '../../../../plot/values.ts';
import { roundUp } from '../../../../plot/ticks.ts';
import { clockTicks } from '../axis.ts';
import css from './live.module.css';
import { MICROS_PER_MINUTE, MICROS_PER_SECOND } from '../../../../protocol/units.ts';

const HEIGHT_PX = { flow: 80, lane: 44, sizes: 60 };
/** Below a lane there is room for the ticks of refusals. */
const TICKS_PX = 6;

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

/** The last minutes on one axis of time: what comes and goes, each destination, the queues. */
export function LiveCharts({ view, span, onSpan }: ChartsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const width = Math.max(40, size?.width ?? 0);
  const each = view.each / MICROS_PER_SECOND;
  return (
    <div className={css.liveCharts} translate="no">
      <div className={`row ${css.liveChartHead}`}>
        <h2>
          Arrivals and deliveries <span>a minute</span>
        </h2>
        <span className="grow" />
        <Segmented label="Time shown" value={span} options={SPANS} onChange={onSpan} />
      </div>
      <div className={css.liveLane}>
        <div className={css.liveName} />
        <div ref={frame} className={css.liveFrame}>
          <Flow view={view} width={width} />
        </div>
        <div className={css.liveEnd}>
          <Key look="area" word="arrivals" />
          <Key look="line" word="deliveries" />
        </div>
      </div>
      <h2>
        Destinations{' '}
        <span>
          deliveries at once, the mean of {each} s; at the right what is deferred
          {view.queue === null ? '' : ' and what waits in the active queue'}
        </span>
      </h2>
      <p className={css.liveKeys}>
        Below a line, recipients that were put off: <Key look="refused" word="no connection, or 421" />
        <Key look="later" word="4xx in the session" />
      </p>
      {view.lanes.length === 0 && <p className="sub">No recipient was tried in this time.</p>}
      {[...view.lanes, ...(view.others === null ? [] : [view.others])].map((lane) => (
        <Lane key={lane.name} lane={lane} width={width} />
      ))}
      <h2>
        Queue sizes <span>messages, counted from the lines</span>
      </h2>
      <div className={css.liveLane}>
        <div className={css.liveName} />
        <Sizes view={view} width={width} />
        <div className={css.liveEnd}>
          <Key look="line" word="active" />
          <Key look="deferred" word="deferred" />
        </div>
      </div>
      <div className={css.liveLane} aria-hidden="true">
        <div className={css.liveName} />
        <Axis view={view} width={width} />
        <div className={css.liveEnd}>now</div>
      </div>
      <LiveTable view={view} />
    </div>
  );
}

/** How something is drawn, with its word. */
function Key({ look, word }: { look: 'area' | 'line' | 'deferred' | 'refused' | 'later'; word: string }) {
  const d = {
    area: 'M0 2h14v8h-14z',
    line: 'M0 6h14',
    deferred: 'M0 6h14',
    refused: 'M7 1v10',
    later: 'M7 1v10',
  };
  return (
    <span className={css.liveKey}>
      <svg width={14} height={12} aria-hidden="true">
        <path className={css.liveMark} data-look={look} d={d[look]} />
      </svg>
      {word}
    </span>
  );
}

function Flow({ view, width }: { view: LiveView; width: number }) {
  const minute = MICROS_PER_MINUTE / view.each;
  const arrivals = view.arrivals.map((n) => n * minute);
  const deliveries = view.deliveries.map((n) => n * minute);
  const top = roundTop(Math.max(...arrivals, ...deliveries));
  const high = HEIGHT_PX.flow;
  return (
    <svg
      width={width}
      height={high + 1}
      role="img"
      aria-label={`Messages that came and recipients that were tried; the scale ends at ${formatWhole(top)} a minute`}
    >
      <line className={css.liveGrid} x2={width} y1={0.5} y2={0.5} />
      <line className={css.liveGrid} x2={width} y1={high / 2} y2={high / 2} />
      <path className={css.liveMark} data-look="area" d={stepArea(bins(arrivals, width, high, top), high)} />
      <path className={css.liveHalo} d={stepLine(bins(deliveries, width, high, top))} />
      <path className={css.liveMark} data-look="line" d={stepLine(bins(deliveries, width, high, top))} />
      <line className={css.liveGround} x2={width} y1={high + 0.5} y2={high + 0.5} />
      <text className={css.liveScale} x={2} y={12}>
        {formatWhole(top)}
      </text>
    </svg>
  );
}

function stateOf({ deadSince, failing, window, limit, busy }: LiveLane): { mark: string; word: string } {
  if (deadSince !== null) return { mark: '✕', word: 'dead' };
  if (failing) return { mark: '○', word: 'no connection' };
  const most = window ?? limit;
  const lately = Math.max(...busy.slice(-4));
  return most !== null && lately >= most * 0.95 ? { mark: '■', word: 'full' } : { mark: '●', word: 'ready' };
}

function Lane({ lane, width }: { lane: LiveLane; width: number }) {
  const { busy, refused, later, window, limit, deferred, waiting } = lane;
  const most = Math.max(...busy);
  const top = limit !== null && limit > 0 ? Math.max(limit, most) : roundTop(Math.max(most, window ?? 0));
  const { mark, word } = stateOf(lane);
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const high = HEIGHT_PX.lane;
  const y = (value: number): number => high - (value / top) * high + 0.5;
  const name = lane.name === '' ? 'all others' : lane.name;
  return (
    <div className={css.liveLane} data-dead={lane.deadSince !== null}>
      <div className={css.liveName}>
        <b className="mono" title={name}>
          {name}
        </b>
        {lane.name !== '' && (
          <span>
            <span aria-hidden="true">{mark}</span> {word}
            {window === null ? '' : `, window ${window}`}
          </span>
        )}
      </div>
      <svg
        width={width}
        height={high + TICKS_PX}
        role="img"
        aria-label={`${name}: at most ${most.toFixed(1)} deliveries at once, ${sum(refused)} without a connection, ${sum(later)} put off in a session`}
      >
        {limit !== null && limit > 0 && (
          <line className={css.liveLimit} x2={width} y1={y(limit)} y2={y(limit)} />
        )}
        <path className={css.liveMark} data-look="area" d={stepArea(bins(busy, width, high, top), high)} />
        {window !== null && <line className={css.liveWindow} x2={width} y1={y(window)} y2={y(window)} />}
        <line className={css.liveGround} x2={width} y1={high + 0.5} y2={high + 0.5} />
        <path className={css.liveMark} data-look="later" d={hangingTicks(later, width, high + 1, 4.5)} />
        <path className={css.liveMark} data-look="refused" d={hangingTicks(refused, width, high + 1, 4.5)} />
        <text className={css.liveScale} x={2} y={11}>
          {top < 1 ? top.toFixed(2) : formatWhole(top)}
        </text>
      </svg>
      <div className={`${css.liveEnd} mono`}>
        {deferred > 0 && <span>{formatWhole(deferred)} deferred</span>}
        {waiting !== null && waiting > 0 && <span>{formatWhole(waiting)} active</span>}
      </div>
    </div>
  );
}

function Sizes({ view, width }: { view: LiveView; width: number }) {
  const { active, deferred, activeLimit } = view;
  const most = Math.max(...active, ...deferred);
  const near = activeLimit !== null && most > activeLimit / 5 ? activeLimit : 0;
  const top = roundTop(Math.max(most, near));
  const high = HEIGHT_PX.sizes;
  return (
    <svg
      width={width}
      height={high + 1}
      role="img"
      aria-label={`${view.now.active} messages active, ${view.now.deferred} deferred; the scale ends at ${formatWhole(top)}`}
    >
      {near > 0 && (
        <line
          className={css.liveLimit}
          x2={width}
          y1={high - (near / top) * high}
          y2={high - (near / top) * high}
        />
      )}
      <path className={css.liveMark} data-look="area" d={stepArea(bins(active, width, high, top), high)} />
      <path className={css.liveMark} data-look="line" d={stepLine(bins(active, width, high, top))} />
      <path className={css.liveMark} data-look="deferred" d={stepLine(bins(deferred, width, high, top))} />
      <line className={css.liveGround} x2={width} y1={high + 0.5} y2={high + 0.5} />
      <text className={css.liveScale} x={2} y={12}>
        {formatWhole(top)}
      </text>
    </svg>
  );
}

function Axis({ view: { from, to }, width }: { view: LiveView; width: number }) {
  const zone = ownZone();
  return (
    <svg width={width} height={18}>
      <PlaceAxis
        ticks={clockTicks(from, to, zone, width).map(({ at, text }) => ({
          x: ((at - from) / (to - from)) * width,
          text,
        }))}
        left={0}
        right={width}
        y={13}
      />
    </svg>
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
  total('of these without a try', ({ suspended }) => suspended),
  total('bounced', ({ bounced }) => bounced),
];

/** All destinations in figures, since the beginning of what was read. */
function LiveTable({ view }: { view: LiveView }) {
  return (
    <details className={css.liveTable}>
      <summary>All destinations in figures</summary>
      <Table label="Destinations" columns={TOTAL_COLUMNS} rows={view.table} rowKey={({ name }) => name} />
    </details>
  );
}

/** Bins side by side over a width; `top` = the value at full height. */
function bins(values: readonly number[], width: number, height: number, top: number): Level[] {
  const wide = width / Math.max(1, values.length);
  return levelsOf(
    values,
    (i) => i * wide,
    (value) => height - (Math.min(value, top) / top) * height,
  );
}

/** Ticks that hang below the ground, longer where there are more: at most `most` pixels. */
function hangingTicks(values: readonly number[], width: number, ground: number, most: number): string {
  const wide = width / Math.max(1, values.length);
  return strokesPath(
    values.flatMap((value, i) =>
      value > 0 ? [{ x: (i + 0.5) * wide, y: ground, length: Math.min(most, 2 + Math.log2(value + 1)) }] : [],
    ),
  );
}

/** A round end of the axis; a value just above one does not double it. */
function roundTop(largest: number): number {
  return largest > 0 ? roundUp(largest * 0.999, COARSE) : 1;
}
