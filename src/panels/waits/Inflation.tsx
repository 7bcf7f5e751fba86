import { explainInflation, explainProfits } from '../../explain/waits.ts';
import type { InflationRow } from '../../protocol/waits.ts';
import { useActions, useView } from '../../store/hooks.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useAnswer } from '../kit/useAnswer.ts';
import './waits.css';

/** Lenders that are listed. */
const LISTED = 12;

/** What preemption has cost each job that was preempted, against what it can cost at most, and who got the slots. */
export function Inflation() {
  const transport = useView((view) => view.transport);
  const report = useAnswer(`inflation ${transport}`, (ask) => ask.study('inflation', { transport }));
  if (report === null || report.rows.length === 0) return null;
  const { cost, rows } = report;
  const bound = cost < 2 ? 0 : cost / (cost - 1);
  return (
    <details className="inflation">
      <summary>
        Inflation{' '}
        <span className="dim">
          {rows.length === 1 ? 'one job has' : `${rows.length} jobs have`} lent{' '}
          {rows.reduce((sum, { lent }) => sum + lent, 0)} slots
        </span>
      </summary>
      <table className="inflation-list">
        <thead>
          <tr>
            <th scope="col">job</th>
            <th scope="col">lent</th>
            <th scope="col">{bound === 0 ? 'delay' : `delay, at most ${bound.toFixed(2)}`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, LISTED).map((row) => (
            <Lender key={row.number} row={row} cost={cost} bound={bound} />
          ))}
        </tbody>
      </table>
      {rows.length > LISTED && <p className="side-note dim">{rows.length - LISTED} more have lent less.</p>}
      <p className="side-note">
        <Sentence tokens={explainProfits(report)} size="small" />
      </p>
    </details>
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
          className="inflation-job"
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
        <span className="inflation-bar" aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} data-over={factor > bound && bound > 0 ? '' : undefined} />
        </span>
        <span className="mono">{factor.toFixed(2)}</span>
        <span className="sr-only">
          <Sentence tokens={explainInflation(row, cost)} size="small" />
        </span>
      </td>
    </tr>
  );
}
