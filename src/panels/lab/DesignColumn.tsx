import { memo } from 'react';
import {
  LAB_METRICS,
  type LabDesignRow,
  type LabMetric,
  type LabReport,
  type LabDesign,
  type LabHistory,
} from '../../protocol/lab.ts';
import { formatWhole } from '../../explain/figures.ts';
import { formatCount } from '../../explain/format.ts';
import { MICROS_PER_MILLI, type Millis } from '../../protocol/units.ts';
import { Frame } from '../../plot/Frame.tsx';
import { TimeAxis } from '../../plot/TimeAxis.tsx';
import { durationLabel } from '../../plot/values.ts';
import { type MetricPaths, type Storm, CHART, chartX, chartY } from './chart-layout.ts';
import { comparedTo, DESIGN_NAMES, METRIC_NAMES } from './metrics.ts';
import { Chains, HeapPicture, SmallWheel } from './Structures.tsx';
import css from './lab.module.css';

interface DesignColumnProps {
  row: LabDesignRow;
  report: LabReport;
  /** The counter that the sentence is about. */
  metric: LabMetric;
  storms: readonly Storm[];
  paths: Record<LabMetric, MetricPaths>;
  phone: boolean;
  onMetric: (metric: LabMetric) => void;
}

/** Shows one design of the purgatory: its structure now and its counters over the run. */
export function DesignColumn({ row, report, metric, storms, paths, phone, onMetric }: DesignColumnProps) {
  const { name, since, about } = DESIGN_NAMES[row.design];
  return (
    <section className={css.design} translate="no" aria-label={name}>
      <header className={`stack gap-4 ${css.designHead}`}>
        <h2>
          {name} {!phone && <span className="dim text-1">{since}</span>}
        </h2>
        {!phone && <p className="side-note">{about}</p>}
        <div className={css.designStructure}>
          {row.design === 'old' ? (
            <HeapPicture letters={row.heap} length={row.heapLength} />
          ) : (
            <SmallWheel row={row} />
          )}
          <Chains row={row} most={phone ? 4 : 6} />
        </div>
        {!phone && <p className={`side-note ${css.designState}`}>{stateOf(row, report)}</p>}
      </header>
      {LAB_METRICS.map((one) => (
        <Counter
          key={one}
          one={one}
          row={row}
          report={report}
          chosen={one === metric}
          storms={storms}
          paths={paths[one]}
          onMetric={onMetric}
        />
      ))}
      <ChartAxis span={report.span} />
    </section>
  );
}

type CounterProps = Pick<DesignColumnProps, 'row' | 'report' | 'storms' | 'onMetric'> & {
  paths: MetricPaths;
  one: LabMetric;
  chosen: boolean;
};

function Counter({ one, row, report, chosen, storms, paths, onMetric }: CounterProps) {
  const { history, settings, designs } = report;
  const value = row.counters[one] ?? 0;
  const old = designs[0]?.counters[one] ?? 0;
  const { scale } = paths;
  const peak = one === 'retainedDone' ? (row.counters['maxRetainedDone'] ?? 0) : null;
  const beside =
    peak !== null ? `peak ${formatCount(peak)}` : row.design === 'old' ? '' : comparedTo(value, old);
  const held = one === 'retainedDone';
  const named = held && row.design === 'today' ? thresholdOf(settings.purgeInterval) : undefined;
  return (
    <div className={css.counter}>
      <button
        type="button"
        className={`row baseline text-2 ${css.counterHead}`}
        aria-pressed={chosen}
        aria-label={`${METRIC_NAMES[one]}, ${DESIGN_NAMES[row.design].name}: ${value}${beside === '' ? '' : `, ${beside}`}`}
        onClick={() => onMetric(one)}
      >
        {row.design === 'old' && <b className="strong cut grow">{METRIC_NAMES[one]}</b>}
        <span className="mono strong">{formatCount(value)}</span>
        {beside !== '' && <span className="dim text-1 cut">{beside}</span>}
      </button>
      <div className={css.counterBox}>
        <CounterChart
          design={row.design}
          metric={one}
          history={history}
          paths={paths}
          label={`${METRIC_NAMES[one]} over the run, now ${value}, scale to ${scale.top}`}
          threshold={named}
          every={held && row.design === 'proposed' ? settings.collectEvery : undefined}
          storms={row.design === 'old' && one === 'purges' ? storms : undefined}
        />
        {named !== undefined && named.value <= scale.top && (
          <span
            className={`dim text-1 ${css.counterNote}`}
            style={{ top: `${(1 - named.value / scale.top) * 93}%` }}
          >
            {named.text}
          </span>
        )}
        {held && row.design === 'proposed' && (
          <span className={`dim text-1 ${css.counterNote}`} style={{ top: '0.5rem' }}>
            collected each {formatCount(settings.collectEvery)} ms
          </span>
        )}
        {row.design === 'old' && one === 'purges' && storms.length > 0 && (
          <b className={`field-error ${css.stormNote}`}>purge storm</b>
        )}
      </div>
    </div>
  );
}

function thresholdOf(value: number): { value: number; text: string } {
  return { value, text: `purge above ${formatCount(value)}` };
}

/** The design's state in words: pending requests, completed requests still held, and what will remove these. */
function stateOf(row: LabDesignRow, { settings }: LabReport): string {
  const { pending = 0, nodes = 0, deadNodes = 0 } = row.counters;
  if (row.design === 'old') {
    const done = Math.max(0, row.heapLength - pending);
    return `The heap holds ${formatWhole(row.heapLength)} requests: ${formatWhole(pending)} pending, ${formatWhole(done)} completed and waiting for a purge or their timeout.`;
  }
  const timers = `${formatWhole(row.timers)} pending in ${formatWhole(row.armed)} armed ${row.armed === 1 ? 'bucket' : 'buckets'}.`;
  if (row.design === 'proposed')
    return `${timers} Of ${formatWhole(nodes)} list nodes ${formatWhole(deadNodes)} are dead. Next collection in ${formatWhole(row.nextCollection)} ms.`;
  const total = row.estimate + pending;
  return `Estimate ${formatWhole(total)} − ${formatWhole(pending)} = ${formatWhole(row.estimate)} completed; a purge scans the lists above ${formatWhole(settings.purgeInterval)}.`;
}

interface CounterChartProps {
  design: LabDesign;
  metric: LabMetric;
  history: LabHistory;
  paths: MetricPaths;
  label: string;
  /** A threshold, drawn as a labelled line. */
  threshold?: { value: number; text: string } | undefined;
  /** Milliseconds between the dashed vertical lines. */
  every?: number | undefined;
  storms?: readonly Storm[] | undefined;
}

/** Draws a counter over the run: this design in black, the other two pale behind it, all on one scale. */
const CounterChart = memo(function CounterChart(props: CounterChartProps) {
  const { design, metric, history, paths, threshold, every, storms } = props;
  const { scale, lines, areas } = paths;
  const others = (Object.keys(history.series) as LabDesign[]).filter((other) => other !== design);
  const own = history.series[design][metric];
  const last = history.at.length - 1;
  const end = { x: chartX(history.at[last] ?? 0, scale), y: chartY(own[last] ?? 0, scale) };
  const collections =
    every === undefined || scale.span / every > 60
      ? []
      : Array.from({ length: Math.floor((history.at[last] ?? 0) / every) }, (_, i) => (i + 1) * every);
  return (
    <Frame label={props.label} margins={MARGINS} overflow="visible">
      {(plot) => (
        <g transform={`scale(${plot.frame.width / CHART.width} ${plot.frame.height / CHART.height})`}>
          {storms?.map(({ from, to }) => (
            <rect
              key={from}
              className={css.storm}
              x={chartX(from, scale)}
              y={0}
              width={Math.max(1.5, chartX(to, scale) - chartX(from, scale))}
              height={CHART.height}
            />
          ))}
          {collections.map((at) => (
            <path key={at} {...DASHED} d={`M${chartX(at, scale)} ${CHART.top}V${CHART.height}`} />
          ))}
          {threshold !== undefined && threshold.value <= scale.top && (
            <path {...DASHED} d={`M0 ${chartY(threshold.value, scale)}H${CHART.width}`} />
          )}
          {others.map((other) => (
            <path key={other} className="plot-grid" data-base vectorEffect={STROKE} d={lines[other]} />
          ))}
          <path className={css.counterArea} d={areas[design]} />
          <path className="plot-line" vectorEffect={STROKE} d={lines[design]} />
          <path
            className="plot-grid"
            data-base
            vectorEffect={STROKE}
            d={`M0 ${CHART.height}H${CHART.width}`}
          />
          <path
            className={css.dark}
            style={{ strokeWidth: 7 }}
            strokeLinecap="round"
            vectorEffect={STROKE}
            d={`M${end.x} ${end.y}h0.01`}
          />
        </g>
      )}
    </Frame>
  );
});

/** No margins: the paths of all charts are made once, in the units of `CHART`, and scaled into each plot. */
const MARGINS = { left: 0, right: 0, top: 0, bottom: 0 };
const STROKE = 'non-scaling-stroke';
const DASHED = { className: css.faint, strokeDasharray: '3 3', vectorEffect: STROKE } as const;

/** The axis of time, below the lowest charts only. */
function ChartAxis({ span }: { span: Millis }) {
  const window = { from: 0, to: span * MICROS_PER_MILLI };
  return (
    <div className={css.counterBox}>
      <Frame hidden height={20} margins={{ ...MARGINS, bottom: 20 }}>
        {(plot) => <TimeAxis plot={plot} window={window} label={durationLabel} room={56} />}
      </Frame>
    </div>
  );
}
