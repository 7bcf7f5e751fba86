import { useState } from 'react';
import { saveText } from '../kit/files.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { encodeLink } from '../../scenario/link.ts';
import type { SweepPoint } from './axes.ts';
import { type CategoryMark, CategoryPlot, type CategoryPoint, SHADES } from './CategoryPlot.tsx';
import { type PointFigures, SIZE_CLASSES, type Spread, sweepCsv } from './sweep-figures.ts';
import { formatShare, formatDigits } from '../../explain/figures.ts';
import './experiments.css';

/** A point with what its runs came to. */
export interface SweepResult {
  point: SweepPoint;
  figures: PointFigures;
}

interface ResultsProps {
  results: readonly SweepResult[];
  /** Names of the axes; "" = there is no second one. */
  x: string;
  y: string;
  columns: readonly string[];
  series: readonly string[];
}

/** Waits by size of message, throughput and deferrals over the values; every point as a run, and all of it as a file. */
export function SweepResults({ results, x, y, columns, series }: ResultsProps) {
  const [selected, setSelected] = useState('');
  return (
    <section className="experiments-results" aria-label="Results">
      <div className="row">
        <h2>
          Over <code className="mono">{x}</code>
          {y !== '' && (
            <>
              {' '}
              for each <code className="mono">{y}</code>
            </>
          )}
        </h2>
        <span className="grow" />
        <button
          type="button"
          className="btn"
          onClick={() =>
            saveText(
              'qmgrscope-experiment.csv',
              sweepCsv(
                { x, y },
                results.map(({ point, figures }) => ({ x: point.x, y: point.y, figures })),
              ),
              'text/csv',
            )
          }
        >
          CSV
        </button>
      </div>
      {y !== '' && (
        <p className="category-key">
          {series.map((name, i) => (
            <span key={name}>
              <i data-shade={i % SHADES} /> <span className="mono">{name}</span>
            </span>
          ))}
        </p>
      )}
      <Plots {...{ results, x, y, columns, series, selected }} onSelect={setSelected} />
      <p className="side-note">
        Waits are from arrival to the last turn of the first pass, over all seeds: box = middle half, line =
        from the first to the last tenth, bar = median. Figures of the model, not of a real machine.
      </p>
      <PointTable results={results} x={x} y={y} selected={selected} onSelect={setSelected} />
    </section>
  );
}

interface PlotsProps extends ResultsProps {
  selected: string;
  onSelect: (key: string) => void;
}

/** A plot for the waits of each size of message, for throughput, and for what was deferred. */
function Plots({ results, x, y, columns, series, selected, onSelect }: PlotsProps) {
  const plot = { columns, series, selected, onSelect };
  const pointsOf = (
    pick: (figures: PointFigures) => CategoryMark | null,
    text: (mark: CategoryMark) => string,
  ) =>
    results.flatMap(({ point, figures }): CategoryPoint[] => {
      const mark = pick(figures);
      if (mark === null) return [];
      const column = columns.indexOf(point.x);
      return [
        {
          key: point.key,
          column,
          series: Math.max(0, series.indexOf(point.y)),
          mark,
          label: `${nameOf(point, x, y)}: ${text(mark)}`,
        },
      ];
    });
  const waitText = ({ low, mid, high }: CategoryMark): string =>
    `median wait ${formatDigits(mid)} s, nine tenths between ${formatDigits(low)} and ${formatDigits(high)} s`;
  return (
    <div className="experiments-plots">
      {SIZE_CLASSES.map(({ text }, i) => {
        const points = pointsOf((figures) => markOf(figures.sizes[i] ?? null), waitText);
        return points.length === 0 ? null : (
          <CategoryPlot key={text} title={`Wait, ${text}`} unit="seconds" points={points} {...plot} />
        );
      })}
      <CategoryPlot
        title="Throughput"
        unit="recipients a second"
        points={pointsOf(
          ({ throughput: { mean, low, high } }) => ({ low, q1: mean, mid: mean, q3: mean, high }),
          ({ mid }) => `${formatDigits(mid)} recipients a second`,
        )}
        {...plot}
      />
      <CategoryPlot
        title="Deferred"
        unit="% of the recipients tried"
        points={pointsOf(
          ({ deferred }) => flat(deferred * 100),
          ({ mid }) => `${mid.toFixed(1)} % deferred`,
        )}
        {...plot}
      />
    </div>
  );
}

function flat(value: number): CategoryMark {
  return { low: value, q1: value, mid: value, q3: value, high: value };
}

function markOf(spread: Spread | null): CategoryMark | null {
  if (spread === null) return null;
  return { low: spread.p10, q1: spread.p25, mid: spread.p50, q3: spread.p75, high: spread.p90 };
}

function nameOf({ x, y }: SweepPoint, first: string, second: string): string {
  return second === '' ? `${first} ${x}` : `${first} ${x}, ${second} ${y}`;
}

interface PointTableProps {
  results: readonly SweepResult[];
  x: string;
  y: string;
  selected: string;
  onSelect: (key: string) => void;
}

function PointTable({ results, x, y, selected, onSelect }: PointTableProps) {
  return (
    <ScrollBox label="all points">
      <table className="points">
        <thead>
          <tr>
            <th scope="col">{x}</th>
            {y !== '' && <th scope="col">{y}</th>}
            <th scope="col">runs</th>
            <th scope="col">mean wait, s</th>
            {SIZE_CLASSES.map(({ text }) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
            <th scope="col">recipients/s</th>
            <th scope="col">deferred</th>
            <th scope="col">
              <span className="sr-only">open</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ point, figures }) => (
            <tr
              key={point.key}
              data-selected={point.key === selected || undefined}
              onPointerEnter={() => onSelect(point.key)}
            >
              <th scope="row" className="mono">
                {point.x}
              </th>
              {y !== '' && <td className="mono">{point.y}</td>}
              <td className="mono">{figures.runs}</td>
              <td className="mono">{figures.all === null ? '–' : formatDigits(figures.all.mean)}</td>
              {figures.sizes.map((spread, i) => (
                <td key={SIZE_CLASSES[i]?.text} className="mono">
                  {spread === null ? '–' : formatDigits(spread.mean)}
                </td>
              ))}
              <td className="mono">{formatDigits(figures.throughput.mean)}</td>
              <td className="mono">{formatShare(figures.deferred)}</td>
              <td>
                <button
                  type="button"
                  className="link"
                  aria-label={`Open ${nameOf(point, x, y)} as a run`}
                  onClick={() => void openPoint(point, nameOf(point, x, y))}
                >
                  open
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** The point as a run of its own, by way of its link: the address then stands for it. */
async function openPoint(point: SweepPoint, name: string): Promise<void> {
  const scenario = { ...point.scenario, title: `${point.scenario.title}: ${name}`.slice(0, 200) };
  const cursor = { at: 0, step: 0, event: 0, decision: 0 };
  location.hash = await encodeLink({ scenario, live: [], cursor, branch: 1 });
}
