import { LAB_METRICS, type LabDesignRow, type LabMetric, type LabReport } from '../../protocol/lab.ts';
import { formatCount } from '../../explain/format.ts';
import type { MetricPaths, Storm } from './chart-layout.ts';
import { ChartAxis, CounterChart } from './CounterChart.tsx';
import { comparedTo, DESIGN_NAMES, METRIC_NAMES } from './metrics.ts';
import { Chains, HeapPicture, SmallWheel } from './Structures.tsx';
import './lab.css';

interface DesignColumnProps {
  row: LabDesignRow;
  report: LabReport;
  /** Counter that the sentence is about. */
  metric: LabMetric;
  storms: readonly Storm[];
  paths: Record<LabMetric, MetricPaths>;
  phone: boolean;
  onMetric: (metric: LabMetric) => void;
}

/** One design: its structure now, its counters over the run. */
export function DesignColumn({ row, report, metric, storms, paths, phone, onMetric }: DesignColumnProps) {
  const { name, since, about } = DESIGN_NAMES[row.design];
  return (
    <section className="design" translate="no" aria-label={name}>
      <header className="design-head">
        <h2>
          {name} {since !== '' && <span className="design-since">{since}</span>}
        </h2>
        {!phone && <p className="sub">{about}</p>}
        <div className="design-structure">
          {row.design === 'old' ? (
            <HeapPicture letters={row.heap} length={row.heapLength} />
          ) : (
            <SmallWheel row={row} />
          )}
          <Chains row={row} most={phone ? 4 : 6} />
        </div>
        {!phone && <p className="sub design-state">{stateOf(row, report)}</p>}
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
    <div className={`counter${chosen ? ' chosen' : ''}`}>
      <button
        type="button"
        className="counter-head"
        aria-pressed={chosen}
        aria-label={`${METRIC_NAMES[one]}, ${DESIGN_NAMES[row.design].name}: ${value}${beside === '' ? '' : `, ${beside}`}`}
        onClick={() => onMetric(one)}
      >
        {row.design === 'old' && <b>{METRIC_NAMES[one]}</b>}
        <span className="mono">{formatCount(value)}</span>
        {beside !== '' && <span className="dim">{beside}</span>}
      </button>
      <div className="counter-box">
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
          <span className="counter-note" style={{ top: `${(1 - named.value / scale.top) * 93}%` }}>
            {named.text}
          </span>
        )}
        {held && row.design === 'proposed' && (
          <span className="counter-note top">collected each {formatCount(settings.collectEvery)} ms</span>
        )}
        {row.design === 'old' && one === 'purges' && storms.length > 0 && (
          <span className="counter-note storm-note">purge storm</span>
        )}
      </div>
    </div>
  );
}

function thresholdOf(value: number): { value: number; text: string } {
  return { value, text: `purge above ${formatCount(value)}` };
}

/** The state in words: what is pending, what is dead weight, what will clear it. */
function stateOf(row: LabDesignRow, { settings }: LabReport): string {
  const { pending = 0, nodes = 0, deadNodes = 0 } = row.counters;
  // A figure does not break across lines.
  const figure = (n: number): string => formatCount(Math.round(n)).replaceAll('\u2009', '\u202f');
  if (row.design === 'old') {
    const done = Math.max(0, row.heapLength - pending);
    return `The heap holds ${figure(row.heapLength)} requests: ${figure(pending)} pending, ${figure(done)} completed and waiting for a purge or their timeout.`;
  }
  const timers = `${figure(row.timers)} pending in ${figure(row.armed)} armed ${row.armed === 1 ? 'bucket' : 'buckets'}.`;
  if (row.design === 'proposed')
    return `${timers} Of ${figure(nodes)} list nodes ${figure(deadNodes)} are dead. Next collection in ${figure(row.nextCollection)} ms.`;
  const total = row.estimate + pending;
  return `Estimate ${figure(total)} − ${figure(pending)} = ${figure(row.estimate)} completed; a purge scans the lists above ${figure(settings.purgeInterval)}.`;
}
