import { useState } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import type { CandidateRow } from '../../protocol/answers.ts';
import { useActions, useView } from '../../store/hooks.ts';
import { Term } from '../kit/Term.tsx';
import css from './explain.module.css';

const SHOWN = 8;

/** Who else could have had the delivery slot, with the figures that were compared. */
export function CandidateTable({ rows }: { rows: readonly CandidateRow[] }) {
  const [all, setAll] = useState(false);
  const ranked = rankCandidates(rows);
  const shown = all ? ranked : ranked.slice(0, SHOWN);
  if (ranked.length === 0) return <p className="side-note">No other job was on the list.</p>;
  return (
    <>
      <table className={css.candidates}>
        <thead>
          <tr>
            <th scope="col">job</th>
            <th scope="col">age</th>
            <th scope="col">
              <Term name="entry">entries</Term>
            </th>
            <th scope="col">
              <Term name="score" />
            </th>
            <th scope="col">fits</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <CandidateLine key={row.msg} row={row} />
          ))}
        </tbody>
      </table>
      {ranked.length > SHOWN && (
        <button type="button" className="link" onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `All ${ranked.length} jobs`}
        </button>
      )}
    </>
  );
}

function CandidateLine({ row }: { row: CandidateRow }) {
  const actions = useActions();
  const selected = useView((view) => view.selected === row.number);
  const job = (
    <th scope="row">
      <button
        type="button"
        className={css.chipBtn}
        aria-label={`select message ${row.number}`}
        aria-pressed={selected}
        onClick={() => actions.select(selected ? 0 : row.number)}
        onPointerEnter={() => actions.hover(row.number)}
        onPointerLeave={() => actions.hover(0)}
      >
        <Chip number={row.number} size="small" hit={selected} />
      </button>
      {row.verdict === 'best' && <span className={css.bestWord}>best</span>}
    </th>
  );
  if (!competes(row)) {
    return (
      <tr className={css.out}>
        {job}
        <td className={css.words} colSpan={4}>
          {excludedBecause(row)}
        </td>
      </tr>
    );
  }
  const fits = row.verdict !== 'does-not-fit';
  return (
    <tr className={row.verdict === 'best' ? css.best : fits ? '' : css.out}>
      {job}
      <td>{row.age}</td>
      <td>{row.entries}</td>
      <td>{row.score.toFixed(2)}</td>
      <td className={css.words}>{fits ? 'yes' : 'no'}</td>
    </tr>
  );
}

/** Rows in the order in which they compete: the best, then by score, then those that a rule took out. */
export function rankCandidates(rows: readonly CandidateRow[]): CandidateRow[] {
  return [...rows].sort((a, b) => place(a) - place(b) || b.score - a.score || a.number - b.number);
}

function place(row: CandidateRow): number {
  if (row.verdict === 'best') return 0;
  return competes(row) ? 1 : 2;
}

/** True for a job that was scored; the others were taken out by a rule before that. */
function competes(row: CandidateRow): boolean {
  return row.verdict === 'best' || row.verdict === 'lower-score' || row.verdict === 'does-not-fit';
}

/** Why a job was not scored, in a few words. */
function excludedBecause(row: CandidateRow): string {
  switch (row.verdict) {
    case 'has-children':
      return 'has children on the stack';
    case 'blocker':
      return 'blocker, skipped';
    case 'nothing-left':
      return 'nothing left in core';
    case 'not-reached':
      return 'the scan stopped before it';
    case 'current':
      return 'is the current job';
    case 'ahead':
      return 'ahead of it already';
    default:
      return '';
  }
}
