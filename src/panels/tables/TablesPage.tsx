import { useEffect, useMemo, useState } from 'react';
import { tableSceneId } from '../../scenes/tables/scenes.ts';
import { TABLE_SEEDS, type ResultTable, type TableRow } from '../../scenes/tables/model.ts';
import { RESULT_TABLES } from '../../scenes/tables/tables.ts';
import { type ExperimentRun, useExperiments } from '../../store/experiments.ts';
import { type Spread, summarize } from '../../scenes/tables/summary.ts';
import type { FirstPassFigures } from '../../protocol/experiments.ts';
import { Progress } from '../../ui/Progress.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { type Level, stepLine } from '../../plot/paths.ts';
import css from './tables.module.css';
import { Termed } from '../kit/Termed.tsx';
import { withUnits } from '../kit/units.ts';

/** How many runs a row may have. */
const CHOICES = [1, TABLE_SEEDS.length, 20].map((value) => ({ value, text: String(value) }));

/** The result tables of the document, simulated here and now beside what was measured on real machines. */
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
        <div className={css.tablesHead}>
          <h1>The document’s tables</h1>
          <p className="lead">
            One message to many recipients of one server that takes five sessions at once. How much is
            deferred at the first attempt, and where does the window settle? Simulated here, beside what was
            measured on real machines.
          </p>
          <div className={`row ${css.tablesControls}`}>
            <span id="tables-seeds">Runs of each row, each with a seed of its own</span>
            <Segmented label="Runs of each row" value={count} options={CHOICES} onChange={setCount} />
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
        <p className={css.tablesNote}>
          Windows are means over feedback events, the first 20 and the last 8 left out; ± is the deviation
          between runs. The dashed line in a plot is the measured mean; the run is that of seed 1. The same
          without a page: <code className="mono">npm run tables</code>.
        </p>
      </div>
    </main>
  );
}

/** Every run that the page shows; the long ones first, so that no core is left with one at the end. */
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
    <div className={`row ${css.tablesProgress}`}>
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
        <button type="button" className="btn outlined" onClick={() => start(jobs)}>
          Run the rest
        </button>
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

/** Events in a plot of the limiter, whose window never rests: more would be a black bar. */
const LIMITER_EVENTS = 90;

/** One table: measured beside simulated, a plot of one run, and a link to each. */
function ResultTableView({ table, seeds, figures, sceneHref }: ResultTableProps) {
  const runs = table.rows.map((row) =>
    seeds.map((seed) => figures[tableSceneId(row.id, seed)]).filter((run) => run !== undefined),
  );
  const plots = runs.map(([first]) => plotted(table, first?.windows ?? []));
  const range = plotRange(plots);
  const headings = `tables-${table.id}`;
  return (
    <section className={css.tablesOne} aria-labelledby={headings}>
      <h2 id={headings}>{table.title}</h2>
      <p className={css.tablesSetting}>{table.setting}</p>
      <table className={css.tablesTable}>
        <Head />
        <tbody>
          {table.rows.map((row, at) => (
            <Row
              key={row.id}
              row={row}
              runs={runs[at] ?? []}
              plot={<Plot windows={plots[at] ?? []} range={range} row={row} />}
              links={<RunLinks row={row} seeds={seeds} sceneHref={sceneHref} />}
            />
          ))}
        </tbody>
      </table>
      <p className={css.tablesNote}>
        <b>Measured:</b> {withUnits(table.source)}.
      </p>
      <p className={css.tablesNote}>
        <b>Why they differ:</b> {withUnits(table.reasons)}
      </p>
    </section>
  );
}

function plotted(table: ResultTable, windows: readonly number[]): readonly number[] {
  return table.id === 'active-limiter' ? windows.slice(0, LIMITER_EVENTS) : windows;
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Rule</th>
        <th scope="col">
          <Termed text="Feedback" />
        </th>
        <th scope="col">
          <Termed text="Deferred" />, simulated
        </th>
        <th scope="col">measured</th>
        <th scope="col">Mean window / deviation, simulated</th>
        <th scope="col">measured</th>
        <th scope="col">
          <Termed text="Window" /> over events
        </th>
        <th scope="col">Open the run of seed</th>
      </tr>
    </thead>
  );
}

interface RowProps {
  row: TableRow;
  runs: readonly FirstPassFigures[];
  plot: React.ReactNode;
  links: React.ReactNode;
}

function Row({ row, runs, plot, links }: RowProps) {
  const { deferredPercent, meanWindow, sdWindow } = summarize(runs);
  const { published } = row;
  const known = runs.length > 0;
  return (
    <tr>
      <td className={css.tablesRule}>{row.rule}</td>
      <th scope="row" className="mono">
        {row.feedback}
      </th>
      <td className="mono" data-label="deferred, simulated">
        {known ? <Figure {...deferredPercent} unit=" %" /> : <Pending />}
      </td>
      <td className={`mono ${css.tablesMeasured}`} data-label="measured">
        {published.deferredPercent} %
      </td>
      <td className="mono" data-label="window / deviation, simulated">
        {known ? <Figure {...meanWindow} unit={` / ${sdWindow.mean.toFixed(2)}`} /> : <Pending />}
      </td>
      <td className={`mono ${css.tablesMeasured}`} data-label="measured">
        {published.meanWindow} / {published.sdWindow}
      </td>
      <td className={css.tablesPlotCell} data-label="window over events">
        {known && plot}
      </td>
      <td className={css.tablesRuns} data-label="open the run of seed">
        {links}
      </td>
    </tr>
  );
}

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

function Plot({ windows, range, row }: { windows: readonly number[]; range: Range; row: TableRow }) {
  return <WindowPlot windows={windows} range={range} measured={row.published.meanWindow} />;
}

type Range = ReturnType<typeof plotRange>;

function RunLinks({
  row,
  seeds,
  sceneHref,
}: Pick<ResultTableProps, 'seeds' | 'sceneHref'> & { row: TableRow }) {
  return (
    <ul>
      {seeds.map((seed) => (
        <li key={seed}>
          <a
            className="mono"
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

const WIDTH = 240;
const HEIGHT = 44;

interface WindowPlotProps {
  windows: readonly number[];
  range: { low: number; high: number };
  /** Mean window that was measured, as a dashed line. */
  measured: number;
}

/** The client's window over feedback events of one run, with the measured mean across it. */
function WindowPlot({ windows, range, measured }: WindowPlotProps) {
  const box: PlotBox = { width: WIDTH, height: HEIGHT, ...range };
  const mean = plotY(measured, box);
  const label = `window between ${Math.min(...windows)} and ${Math.max(...windows)} over ${windows.length} feedback events; measured mean ${measured}`;
  return (
    <div className={css.tablesPlotBox}>
      <span className={`mono ${css.tablesPlotEdges}`} aria-hidden="true">
        <span>{Math.floor(range.high)}</span>
        <span>{Math.ceil(range.low)}</span>
      </span>
      <svg
        className={css.tablesPlot}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path className={css.tablesPlotWindow} d={plotPath(windows, box)} />
        <path className={css.tablesPlotMean} d={`M0 ${mean}H${WIDTH}`} />
      </svg>
    </div>
  );
}

/** Geometry of the small plots: the window at each feedback event, as a path. Units are those of the box it is drawn in. */
interface PlotBox {
  width: number;
  height: number;
  /** Windows at the bottom and at the top edge. */
  low: number;
  high: number;
}

/** Windows at both edges of a plot that several runs share: half a window of air around all of them. */
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

/** Height of a window in the box. */
function plotY(window: number, { height, low, high }: PlotBox): number {
  return height * (1 - (window - low) / (high - low));
}

/**
 * The steps of the window over events of equal width. With more events than units of width, neighbours share a column
 * that runs from their lowest to their highest window, so that no dip is lost.
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
