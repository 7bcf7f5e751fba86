import { useEffect, useMemo, useState } from 'react';
import { tableSceneId } from '../../scenes/tables/scenes.ts';
import { TABLE_SEEDS } from '../../scenes/tables/model.ts';
import { RESULT_TABLES } from '../../scenes/tables/tables.ts';
import { type ExperimentRun, useExperiments } from '../../store/experiments.ts';
import { Segmented } from '../kit/Segmented.tsx';
import { ResultTableView } from './ResultTableView.tsx';
import './tables.css';

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
      <div className="tables">
        <div className="tables-head">
          <h1>The document’s tables</h1>
          <p className="lead">
            One message to many recipients of one server that takes five sessions at once. How much is
            deferred at the first attempt, and where does the window settle? Simulated here, beside what was
            measured on real machines.
          </p>
          <div className="row tables-controls">
            <span id="tables-seeds">Runs of each row, each with a seed of its own</span>
            <Segmented label="Runs of each row" value={count} options={CHOICES} onChange={setCount} />
          </div>
          <Progress {...experiments} jobs={jobs} />
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
        <p className="tables-note">
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

function Progress(props: ReturnType<typeof useExperiments> & { jobs: readonly ExperimentRun[] }) {
  const { running, total, ended, shares, fault, figures, jobs, start, cancel } = props;
  const done = jobs.filter(({ key }) => figures[key] !== undefined).length;
  const shown = ended + Object.values(shares).reduce((sum, share) => sum + share, 0);
  const words = `${done} of ${jobs.length} runs done`;
  return (
    <div className="row tables-progress">
      {running && <progress aria-label="runs" max={total} value={shown} />}
      <span className="mono">{words}</span>
      {running && (
        <button type="button" className="btn outlined" onClick={cancel}>
          Cancel
        </button>
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
