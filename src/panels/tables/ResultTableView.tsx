import type { ResultTable, TableRow } from '../../scenes/tables/model.ts';
import { tableSceneId } from '../../scenes/tables/scenes.ts';
import { type Spread, summarize } from '../../scenes/tables/summary.ts';
import type { FirstPassFigures } from '../../protocol/experiments.ts';
import { plotRange } from './plot.ts';
import { WindowPlot } from './WindowPlot.tsx';
import { Termed } from '../kit/Termed.tsx';
import './tables.css';
import { withUnits } from '../kit/units.ts';

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
export function ResultTableView({ table, seeds, figures, sceneHref }: ResultTableProps) {
  const runs = table.rows.map((row) =>
    seeds.map((seed) => figures[tableSceneId(row.id, seed)]).filter((run) => run !== undefined),
  );
  const plots = runs.map(([first]) => plotted(table, first?.windows ?? []));
  const range = plotRange(plots);
  const headings = `tables-${table.id}`;
  return (
    <section className="tables-one" aria-labelledby={headings}>
      <h2 id={headings}>{table.title}</h2>
      <p className="tables-setting">{table.setting}</p>
      <table className="tables-table">
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
      <p className="tables-note">
        <b>Measured:</b> {withUnits(table.source)}.
      </p>
      <p className="tables-note">
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
      <td className="tables-rule">{row.rule}</td>
      <th scope="row" className="mono">
        {row.feedback}
      </th>
      <td className="mono" data-label="deferred, simulated">
        {known ? <Figure {...deferredPercent} unit=" %" /> : <Pending />}
      </td>
      <td className="mono tables-measured" data-label="measured">
        {published.deferredPercent} %
      </td>
      <td className="mono" data-label="window / deviation, simulated">
        {known ? <Figure {...meanWindow} unit={` / ${sdWindow.mean.toFixed(2)}`} /> : <Pending />}
      </td>
      <td className="mono tables-measured" data-label="measured">
        {published.meanWindow} / {published.sdWindow}
      </td>
      <td className="tables-plot-cell" data-label="window over events">
        {known && plot}
      </td>
      <td className="tables-runs" data-label="open the run of seed">
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
