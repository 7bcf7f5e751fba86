import type { Millis } from '../../protocol/units.ts';
import { memo } from 'react';
import type { LabDesign, LabHistory, LabMetric } from '../../protocol/lab.ts';
import { axisSeconds, CHART, chartX, chartY, type MetricPaths, type Storm } from './chart-layout.ts';
import './lab.css';

interface CounterChartProps {
  design: LabDesign;
  metric: LabMetric;
  history: LabHistory;
  paths: MetricPaths;
  label: string;
  /** Value of a threshold drawn across, with its words. */
  threshold?: { value: number; text: string } | undefined;
  /** Milliseconds between dashed lines. */
  every?: number | undefined;
  storms?: readonly Storm[] | undefined;
}

/** A counter over the run: this design in ink, the other two pale behind it, all on one scale. */
export const CounterChart = memo(function CounterChart(props: CounterChartProps) {
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
    <svg
      className="counter-chart"
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={props.label}
    >
      {storms?.map(({ from, to }) => (
        <rect
          key={from}
          className="storm"
          x={chartX(from, scale)}
          y={0}
          width={Math.max(1.5, chartX(to, scale) - chartX(from, scale))}
          height={CHART.height}
        />
      ))}
      {collections.map((at) => (
        <path key={at} className="collection" d={`M${chartX(at, scale)} ${CHART.top}V${CHART.height}`} />
      ))}
      {threshold !== undefined && threshold.value <= scale.top && (
        <path className="threshold" d={`M0 ${chartY(threshold.value, scale)}H${CHART.width}`} />
      )}
      {others.map((other) => (
        <path key={other} className="chart-other" d={lines[other]} />
      ))}
      <path className="chart-area" d={areas[design]} />
      <path className="lab-line" d={lines[design]} />
      <path className="chart-base" d={`M0 ${CHART.height - 0.5}H${CHART.width}`} />
      <path className="chart-dot" d={`M${end.x} ${end.y}h0.01`} />
    </svg>
  );
});

/** Seconds under the lowest charts. */
export function ChartAxis({ span }: { span: Millis }) {
  return (
    <div className="chart-axis mono" aria-hidden="true">
      {axisSeconds(span).map(({ at, text }, i) => (
        <span key={at} style={{ left: `${(at / span) * 100}%` }}>
          {i === 0 ? `${text} s` : text}
        </span>
      ))}
    </div>
  );
}
