import { useState } from 'react';
import { explainInflation, explainProfits } from '../../explain/waits.ts';
import type { InflationRow } from '../../protocol/waits.ts';
import { useActions, useApp, useView } from '../../store/hooks.ts';
import { selectTransport } from '../../store/selectors.ts';
import { formatSeconds } from '../../explain/format.ts';
import { Table } from '../../ui/Table.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import { useAnswer } from '../kit/useAnswer.ts';
import '../kit/kit.css';
import explainCss from '../explain/explain.module.css';
import css from './waits.module.css';

/** Number of rows shown. */
const LISTED = 12;

/**
 * Shows what preemption cost each preempted job, the maximum cost, and which jobs gained. Asks the session only while
 * the part is open, because the answer reads every job of the run.
 */
export function Inflation() {
  const [open, setOpen] = useState(false);
  const selections = useApp((state) => selectTransport(state)?.selections ?? 0);
  if (selections === 0) return null;
  return (
    <details className={explainCss.words} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Who paid for whom</summary>
      {open && <Lenders />}
    </details>
  );
}

function Lenders() {
  const transport = useView((view) => view.transport);
  const answer = useAnswer(`inflation ${transport}`, async (ask) => ({
    report: await ask.ask('inflation', { transport }),
  }));
  if (answer === null) return <p className="side-note">Counting turns …</p>;
  const { report } = answer;
  if (report === null) return <p className="side-note">This transport has no job list yet.</p>;
  const { cost, rows } = report;
  if (cost < 2 && rows.length === 0)
    return <p className="side-note">Preemption is off: the slot cost is {cost}.</p>;
  if (rows.length === 0) return <p className="side-note">No job has been preempted yet.</p>;
  const bound = cost < 2 ? 0 : cost / (cost - 1);
  const lent = rows.reduce((sum, row) => sum + row.lent, 0);
  return (
    <>
      <Table
        label="Who paid for whom"
        className="number-table"
        columns={[
          { name: 'job', cell: ({ number }) => <JobButton number={number} /> },
          {
            name: 'paid',
            className: 'mono',
            cell: ({ lent: paid, most }) => (
              <>
                {paid} <span className="dim">of {Math.floor(most)}</span>
              </>
            ),
          },
          {
            name: bound === 0 ? 'times as long' : `times, ≤ ${bound.toFixed(2)}`,
            className: 'mono',
            cell: (row) => <Factor row={row} cost={cost} bound={bound} />,
          },
          { name: 'later by', className: 'mono', cell: ({ delay }) => formatSeconds(delay) },
        ]}
        rows={rows.slice(0, LISTED)}
        rowKey={({ number }) => number}
      />
      <p className="side-note">“Later by” adds up the turns that a job paid for.</p>
      <p className="side-note">
        {rows.length === 1 ? 'One job has' : `${rows.length} jobs have`} paid for {lent}{' '}
        {lent === 1 ? 'turn' : 'turns'} of others. <Sentence tokens={explainProfits(report)} size="small" />
      </p>
    </>
  );
}

function JobButton({ number }: { number: number }) {
  const actions = useActions();
  return (
    <button type="button" aria-label={`select job ${number}`} onClick={() => actions.select(number)}>
      <Sentence tokens={[{ chip: number }]} size="small" />
    </button>
  );
}

/** Shows turns until done relative to the job's own length, as a bar from 1 to the bound and as a figure. */
function Factor({ row, cost, bound }: { row: InflationRow; cost: number; bound: number }) {
  const factor = (row.entries + row.lent) / Math.max(1, row.entries);
  const share = bound <= 1 ? 0 : Math.min(1, (factor - 1) / (bound - 1));
  return (
    <>
      <span className={css.waitsLent} aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} data-over={factor > bound && bound > 0 ? '' : undefined} />
      </span>
      {factor.toFixed(2)}
      <span className="sr-only">
        <Sentence tokens={explainInflation(row, cost)} size="small" />
      </span>
    </>
  );
}
