import { type Column, Table } from '../../ui/Table.tsx';
import { useState } from 'react';
import { saveText } from '../kit/files.ts';
import { encodeLink } from '../../scenario/link.ts';
import type { SweepPoint } from './axes.ts';
import { type CategoryMark, CategoryPlot, type CategoryPoint, shadeOf } from './CategoryPlot.tsx';
import { type PointFigures, SIZE_CLASSES, type Spread, sweepCsv } from './sweep-figures.ts';
import { formatShare, formatDigits } from '../../explain/figures.ts';
import css from './experiments.module.css';
import { Button } from '../../ui/Button.tsx';

/** A point and the figures of its runs. */
export interface SweepResult {
  point: SweepPoint;
  figures: PointFigures;
}

interface ResultsProps {
  results: readonly SweepResult[];
  /** Names of the two settings; `y` is "" when only one varies. */
  x: string;
  y: string;
  columns: readonly string[];
  series: readonly string[];
}

export function SweepResults({ results, x, y, columns, series }: ResultsProps) {
  const [selected, setSelected] = useState('');
  return (
    <section className="stack gap-16" aria-label="Results">
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
        <Button
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
        </Button>
      </div>
      {y !== '' && (
        <p className="row wrap gap-16 text-2">
          {series.map((name, i) => (
            <span key={name}>
              <i className={css.swatch} style={shadeOf(i)} /> <span className="mono">{name}</span>
            </span>
          ))}
        </p>
      )}
      <Plots {...{ results, x, y, columns, series, selected }} onSelect={setSelected} />
      <p className="side-note">
        A wait lasts from the arrival of a message until all its entries have been handed over once, over all
        seeds. Bar: median. Box: 25th to 75th percentile. Line: 10th to 90th percentile. Figures are from the
        model, not from a real machine.
      </p>
      <PointTable results={results} x={x} y={y} selected={selected} onSelect={setSelected} />
    </section>
  );
}

interface PlotsProps extends ResultsProps {
  selected: string;
  onSelect: (key: string) => void;
}

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
    `median wait ${formatDigits(mid)} s, 10th to 90th percentile ${formatDigits(low)} to ${formatDigits(high)} s`;
  return (
    <div className={css.plots}>
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

const figure = (name: string, cell: Column<SweepResult>['cell']): Column<SweepResult> => ({
  name,
  numeric: true,
  className: 'mono',
  cell,
});

function PointTable({ results, x, y, selected, onSelect }: PointTableProps) {
  return (
    <Table
      label="all points"
      scrolls
      columns={[
        { name: x, className: 'mono', cell: ({ point }) => point.x },
        ...(y === '' ? [] : [figure(y, ({ point }) => point.y)]),
        figure('runs', ({ figures }) => figures.runs),
        figure('mean wait, s', ({ figures }) =>
          figures.all === null ? '–' : formatDigits(figures.all.mean),
        ),
        ...SIZE_CLASSES.map(({ text }, i) =>
          figure(text, ({ figures }) => {
            const spread = figures.sizes[i];
            return spread === null || spread === undefined ? '–' : formatDigits(spread.mean);
          }),
        ),
        figure('recipients/s', ({ figures }) => formatDigits(figures.throughput.mean)),
        figure('deferred', ({ figures }) => formatShare(figures.deferred)),
        {
          name: 'open',
          head: <span className="sr-only">open</span>,
          numeric: true,
          cell: ({ point }) => (
            <button
              type="button"
              className="link"
              aria-label={`Open ${nameOf(point, x, y)} as a run`}
              onClick={() => void openPoint(point, nameOf(point, x, y))}
            >
              open
            </button>
          ),
        },
      ]}
      rows={results}
      rowKey={({ point }) => point.key}
      rowProps={({ point }) => ({
        'data-selected': point.key === selected || undefined,
        onPointerEnter: () => onSelect(point.key),
      })}
    />
  );
}

/** Opens the point as a run by its link, so that the page's address contains the run. */
async function openPoint(point: SweepPoint, name: string): Promise<void> {
  const scenario = { ...point.scenario, title: `${point.scenario.title}: ${name}`.slice(0, 200) };
  const cursor = { at: 0, step: 0, event: 0, decision: 0 };
  location.hash = await encodeLink({ scenario, live: [], cursor, branch: 1 });
}
