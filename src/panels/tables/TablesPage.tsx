import { useEffect, useMemo, useState } from 'react';
import { tableSceneId } from '../../scenes/tables/scenes.ts';
import { TABLE_SEEDS, type ResultTable, type TableRow } from '../../scenes/tables/model.ts';
import { RESULT_TABLES } from '../../scenes/tables/tables.ts';
import { type ExperimentRun, useExperiments } from '../../store/experiments.ts';
import { type Spread, summarize } from '../../scenes/tables/summary.ts';
import type { FirstPassFigures } from '../../protocol/experiments.ts';
import { Progress } from '../../ui/Progress.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ValueAxis } from '../../plot/Axis.tsx';
import { Frame } from '../../plot/Frame.tsx';
import { type Level, stepLine } from '../../plot/paths.ts';
import { type Column, Table } from '../../ui/Table.tsx';
import css from './tables.module.css';
import { Termed } from '../kit/Termed.tsx';
import { withUnits } from '../kit/units.ts';
import { Button } from '../../ui/Button.tsx';

/** Numbers of runs per row that a reader can choose. */
const CHOICES = [1, TABLE_SEEDS.length, 20].map((value) => ({ value, text: String(value) }));

/** Shows the result tables of the document: simulated values next to those measured on real machines. */
export default function TablesPage({ sceneHref }: { sceneHref: (id: string) => string }) {
  const [count, setCount] = useState(TABLE_SEEDS.length);
  const seeds = useMemo(() => Array.from({ length: count }, (_, at) => at + 1), [count]);
  const jobs = useMemo(() => jobsOf(seeds), [seeds]);
  const experiments = useExperiments();
  const { figures, start, cancel } = experiments;
  useEffect(() => {
    start(jobs);
    return cancel;
  }, [jobs, start, cancel]);
  return (
    <main className="page" id="stage" tabIndex={-1}>
      <div className={css.tables}>
        <div className="stack gap-10">
          <h1>The document’s tables</h1>
          <p className="lead">
            One message goes to many recipients at a server that accepts five sessions. How much is deferred
            at the first attempt, and where does the window settle? The simulation stands beside measurements
            on real machines.
          </p>
          <div className="row wrap sub">
            <span>Runs per row, each with its own seed</span>
            <Segmented label="Runs per row" value={count} options={CHOICES} onChange={setCount} />
          </div>
          <RunsDone {...experiments} jobs={jobs} />
        </div>
        {RESULT_TABLES.map((table) => (
          <ResultTableView
            key={table.id}
            table={table}
            seeds={seeds}
            figures={figures}
            sceneHref={sceneHref}
          />
        ))}
        <p className="side-note">
          Windows are means over feedback events, without the first 20 and the last 8. ± is the deviation
          between runs. A plot shows the run of seed 1; its dashed line is the measured mean. The same in a
          terminal: <code className="mono">npm run tables</code>.
        </p>
      </div>
    </main>
  );
}

/** All runs of the page. Long runs come first, so that none is left alone at the end. */
function jobsOf(seeds: readonly number[]): ExperimentRun[] {
  const rows = RESULT_TABLES.flatMap((table) => table.rows);
  const jobs = seeds.flatMap((seed) =>
    rows.map((row) => ({ key: tableSceneId(row.id, seed), scenario: row.scenario(seed) })),
  );
  return jobs.toSorted((a, b) => recipients(b) - recipients(a));
}

function recipients({ scenario }: ExperimentRun): number {
  const command = scenario.script[0]?.command;
  return command?.kind === 'message.inject' ? (command.to[0]?.count ?? 0) : 0;
}

function RunsDone(props: ReturnType<typeof useExperiments> & { jobs: readonly ExperimentRun[] }) {
  const { running, total, ended, shares, fault, figures, jobs, start, cancel } = props;
  const done = jobs.filter(({ key }) => figures[key] !== undefined).length;
  const shown = ended + Object.values(shares).reduce((sum, share) => sum + share, 0);
  const words = `${done} of ${jobs.length} runs done`;
  return (
    <div className="row wrap">
      {running ? (
        <Progress
          name="runs"
          max={total}
          value={shown}
          text={<span className="mono">{words}</span>}
          onCancel={cancel}
        />
      ) : (
        <span className="mono">{words}</span>
      )}
      {!running && done < jobs.length && (
        <Button look="outlined" onClick={() => start(jobs)}>
          Run the rest
        </Button>
      )}
      <span className="sr-only" role="status">
        {running ? '' : words}
      </span>
      {fault !== '' && (
        <p className="field-error" role="alert">
          A run failed: {fault}
        </p>
      )}
    </div>
  );
}

interface ResultTableProps {
  table: ResultTable;
  seeds: readonly number[];
  /** Figures of the runs that are done, by scene. */
  figures: Readonly<Record<string, FirstPassFigures>>;
  sceneHref: (id: string) => string;
}

/** Number of events in a plot of the limiter. Its window changes at each event, so more would be a black bar. */
const LIMITER_EVENTS = 90;

/** Shows one table: simulated and measured values, a plot of one run, and a link to each run. */
function ResultTableView({ table, seeds, figures, sceneHref }: ResultTableProps) {
  const rows = table.rows.map((row): Result => {
    const runs = seeds.map((seed) => figures[tableSceneId(row.id, seed)]).filter((run) => run !== undefined);
    return {
      row,
      windows: plotted(table, runs[0]?.windows ?? []),
      ...summarize(runs),
      isKnown: runs.length > 0,
    };
  });
  const range = plotRange(rows.map(({ windows }) => windows));
  return (
    <div className="stack">
      <h2>{table.title}</h2>
      <p className="sub">{table.setting}</p>
      <Table
        label={table.title}
        className="nowrap"
        scrolls
        columns={[
          ...COLUMNS,
          {
            name: 'plot',
            head: (
              <>
                <Termed text="Window" /> over events
              </>
            ),
            cell: (result) => result.isKnown && <WindowPlot {...result} range={range} />,
          },
          {
            name: 'runs',
            head: 'Open the run of seed',
            cell: ({ row }) => <RunLinks row={row} seeds={seeds} sceneHref={sceneHref} />,
          },
        ]}
        rows={rows}
        rowKey={({ row }) => row.id}
      />
      <p className="side-note">
        <b>Measured:</b> {withUnits(table.source)}.
      </p>
      <p className="side-note">
        <b>Why they differ:</b> {withUnits(table.reasons)}
      </p>
    </div>
  );
}

/** A row of a table and what its runs gave. */
type Result = ReturnType<typeof summarize> & {
  row: TableRow;
  windows: readonly number[];
  isKnown: boolean;
};

function plotted(table: ResultTable, windows: readonly number[]): readonly number[] {
  return table.id === 'active-limiter' ? windows.slice(0, LIMITER_EVENTS) : windows;
}

const COLUMNS: readonly Column<Result>[] = [
  { name: 'Rule', className: 'sub', cell: ({ row }) => row.rule },
  {
    name: 'feedback',
    head: <Termed text="Feedback" />,
    className: 'mono',
    cell: ({ row }) => <b>{row.feedback}</b>,
  },
  {
    name: 'deferred',
    head: (
      <>
        <Termed text="Deferred" />, simulated
      </>
    ),
    className: 'mono',
    cell: ({ isKnown, deferredPercent }) =>
      isKnown ? <Figure {...deferredPercent} unit=" %" /> : <Pending />,
  },
  {
    name: 'deferred measured',
    head: 'measured',
    className: 'mono sub',
    cell: ({ row }) => `${row.published.deferredPercent} %`,
  },
  {
    name: 'window',
    head: 'Window mean / deviation, simulated',
    className: 'mono',
    cell: ({ isKnown, meanWindow, sdWindow }) =>
      isKnown ? <Figure {...meanWindow} unit={` / ${sdWindow.mean.toFixed(2)}`} /> : <Pending />,
  },
  {
    name: 'window measured',
    head: 'measured',
    className: 'mono sub',
    cell: ({ row: { published } }) => `${published.meanWindow} / ${published.sdWindow}`,
  },
];

function Figure({ mean, spread, unit }: Spread & { unit: string }) {
  return (
    <>
      {mean.toFixed(2)}
      <span className="dim"> ± {spread.toFixed(2)}</span>
      {unit}
    </>
  );
}

function Pending() {
  return (
    <span className="dim">
      <span aria-hidden="true">…</span>
      <span className="sr-only">not run yet</span>
    </span>
  );
}

function RunLinks({
  row,
  seeds,
  sceneHref,
}: Pick<ResultTableProps, 'seeds' | 'sceneHref'> & { row: TableRow }) {
  return (
    <ul className={`row wrap gap-2 ${css.tablesRuns}`}>
      {seeds.map((seed) => (
        <li key={seed}>
          <a
            className="icon-btn mono"
            href={sceneHref(tableSceneId(row.id, seed))}
            aria-label={`Open the run of seed ${seed}: feedback ${row.feedback}, ${row.rule} rule`}
          >
            {seed}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Height of a plot and its margins, in units of 1/16 rem. The left margin has room for two digits. */
const HEIGHT = 52;
const MARGINS = { left: 24, right: 0, top: 4, bottom: 4 };

/** The client's window over feedback events of one run; the dashed line is the measured mean. */
function WindowPlot({ row, windows, range }: Result & { range: ReturnType<typeof plotRange> }) {
  const measured = row.published.meanWindow;
  const label = `window between ${Math.min(...windows)} and ${Math.max(...windows)} over ${windows.length} feedback events; measured mean ${measured}`;
  return (
    <div className={css.tablesPlot}>
      <Frame label={label} height={HEIGHT} margins={MARGINS}>
        {({ left, right, top, width, height }) => {
          const box: PlotBox = { width, height, ...range };
          const edges = [Math.floor(range.high), Math.ceil(range.low)];
          return (
            <>
              <ValueAxis
                ticks={[...new Set(edges)].map((text) => ({ y: top + plotY(text, box), text }))}
                left={left}
                right={right}
              />
              <g transform={`translate(${left} ${top})`}>
                <path className={css.tablesWindow} d={plotPath(windows, box)} />
                <path className={css.tablesMean} d={`M0 ${plotY(measured, box)}H${width}`} />
              </g>
            </>
          );
        }}
      </Frame>
    </div>
  );
}

/** The box in which a plot is drawn. */
interface PlotBox {
  width: number;
  height: number;
  /** Windows at the lower and the upper edge of the plot. */
  low: number;
  high: number;
}

/** The common range of windows of plots side by side: half a window more than their values at both ends. */
export function plotRange(runs: readonly (readonly number[])[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const windows of runs) {
    for (const window of windows) {
      if (window < low) low = window;
      if (window > high) high = window;
    }
  }
  return low > high ? { low: 0, high: 1 } : { low: low - 0.5, high: high + 0.5 };
}

function plotY(window: number, { height, low, high }: PlotBox): number {
  return height * (1 - (window - low) / (high - low));
}

/**
 * The window over events of equal width, as steps. With more events than units of width, neighbours share a column from
 * their lowest to their highest window, so that no dip is lost.
 */
export function plotPath(windows: readonly number[], box: PlotBox): string {
  if (windows.length === 0) return '';
  const columns = Math.min(windows.length, Math.floor(box.width));
  const x = (column: number): number => (column * box.width) / columns;
  const levels = Array.from({ length: columns }, (_, column): Level[] => {
    const from = Math.floor((column * windows.length) / columns);
    const to = Math.floor(((column + 1) * windows.length) / columns);
    const part = windows.slice(from, to);
    const extremes = part.length === 1 ? [] : [Math.min(...part), Math.max(...part)];
    const level = (window: number): Level => ({ x: x(column), y: plotY(window, box) });
    return [...[part[0] ?? 0, ...extremes].map(level), { ...level(part.at(-1) ?? 0), to: x(column + 1) }];
  });
  return stepLine(levels.flat(), (value) => value.toFixed(1));
}
