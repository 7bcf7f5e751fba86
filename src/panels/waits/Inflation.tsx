import { useState } from 'react';
import { explainInflation, explainProfits } from '../../explain/waits.ts';
import type { InflationRow } from '../../protocol/waits.ts';
import { useActions, useApp, useView } from '../../store/hooks.ts';
import { selectTransport } from '../../store/selectors.ts';
import { formatSeconds } from '../../explain/format.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useAnswer } from '../kit/useAnswer.ts';
import css from './waits.module.css';

/** Lenders that are listed. */
const LISTED = 12;

/**
 * What preemption has cost each job that was preempted, against what it can cost at most, and who got ahead with them. Asked
 * for only while it is open: it looks at every job that there ever was.
 */
export function Inflation() {
  const [open, setOpen] = useState(false);
  const selections = useApp((state) => selectTransport(state)?.selections ?? 0);
  if (selections === 0) return null;
  return (
    <details className={css.inflation} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Inflation <span className="dim">which jobs paid for others, and which got ahead</span>
      </summary>
      {open && <Lenders />}
    </details>
  );
}

function Lenders() {
  const transport = useView((view) => view.transport);
  const answer = useAnswer(`inflation ${transport}`, async (ask) => ({
    report: await ask.ask('inflation', { transport }),
  }));
  if (answer === null) return <p className="side-note">Counting the turns of every job …</p>;
  const { report } = answer;
  if (report === null) return <p className="side-note">This transport has no job list yet.</p>;
  const { cost, rows } = report;
  if (cost < 2 && rows.length === 0)
    return (
      <p className="side-note">Preemption is off: with a slot cost of {cost} no job pays for another.</p>
    );
  if (rows.length === 0) return <p className="side-note">No job has been preempted yet.</p>;
  const bound = cost < 2 ? 0 : cost / (cost - 1);
  const lent = rows.reduce((sum, row) => sum + row.lent, 0);
  return (
    <>
      <table className={css.inflationList}>
        <thead>
          <tr>
            <th scope="col">job</th>
            <th scope="col">paid</th>
            <th scope="col">{bound === 0 ? 'times as long' : `times, ≤ ${bound.toFixed(2)}`}</th>
            <th scope="col">later by</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, LISTED).map((row) => (
            <Lender key={row.number} row={row} cost={cost} bound={bound} />
          ))}
        </tbody>
      </table>
      <p className="side-note">Later by: the time of the turns that it paid for, each up to the next turn.</p>
      <p className="side-note">
        {rows.length === 1 ? 'One job has' : `${rows.length} jobs have`} paid for {lent}{' '}
        {lent === 1 ? 'turn' : 'turns'} of others. <Sentence tokens={explainProfits(report)} size="small" />
      </p>
    </>
  );
}

function Lender({ row, cost, bound }: { row: InflationRow; cost: number; bound: number }) {
  const actions = useActions();
  const factor = (row.entries + row.lent) / Math.max(1, row.entries);
  // The bar begins at 1: a job that lent nothing takes as long as it is.
  const share = bound <= 1 ? 0 : Math.min(1, (factor - 1) / (bound - 1));
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={css.inflationJob}
          aria-label={`select job ${row.number}`}
          onClick={() => actions.select(row.number)}
        >
          <Sentence tokens={[{ chip: row.number }]} size="small" />
        </button>
      </th>
      <td className="mono">
        {row.lent} <span className="dim">of {Math.floor(row.most)}</span>
      </td>
      <td>
        <span className={css.inflationBar} aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} data-over={factor > bound && bound > 0 ? '' : undefined} />
        </span>
        <span className="mono">{factor.toFixed(2)}</span>
        <span className="sr-only">
          <Sentence tokens={explainInflation(row, cost)} size="small" />
        </span>
      </td>
      <td className="mono">{formatSeconds(row.delay)}</td>
    </tr>
  );
}
