import { useContext, useState } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { formatWait } from '../../explain/figures.ts';
import { type Names, say, type Token } from '../../explain/tokens.ts';
import type { CandidateRow } from '../../protocol/answers.ts';
import type { PreemptionTest } from '../../protocol/decisions.ts';
import type { DecisionNumber } from '../../protocol/ids.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { Table } from '../../ui/Table.tsx';
import '../kit/kit.css';
import { PlainText } from '../kit/plain-text.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { Term } from '../kit/Term.tsx';
import { useNames } from '../kit/useNames.ts';
import { PAUSE_FIRST, useCandidates } from './useCandidates.ts';
import css from './explain.module.css';

/** Number of rows shown until the reader presses "All". */
const SHOWN = 5;

/** The jobs that were examined in turn `n`. */
export function Candidates({ n, test }: { n: DecisionNumber; test: PreemptionTest }) {
  const playing = useSession((session) => session.playing);
  const names = useNames();
  const none = notExamined(test, names);
  const rows = useCandidates(none === null ? n : 0);
  const count = rows?.filter(competes).length ?? 0;
  return (
    <section className="stack gap-4" aria-label="Candidates">
      <h2>Candidates {count > 0 && <span className="dim">{count}</span>}</h2>
      {none !== null && (
        <p className="side-note">
          <Sentence tokens={none} size="small" />
        </p>
      )}
      {none === null && rows === null && playing && <p className="side-note dim">{PAUSE_FIRST}</p>}
      {rows !== null && <CandidateTable rows={rows} />}
    </section>
  );
}

/** Why no job was examined; null when the list was scanned. */
function notExamined(test: PreemptionTest, names: Names): Token[] | null {
  if (test.outcome === 'preemption-off' || test.outcome === 'nothing-earned' || test.outcome === 'too-small')
    return say`None examined in this turn.`;
  if (!test.cached) return null;
  const answer = test.candidate === 0 ? 'that no job fits' : { chip: names.numberOf(test.candidate) };
  return say`None examined: Postfix remembered ${answer}.`;
}

function CandidateTable({ rows }: { rows: readonly CandidateRow[] }) {
  const [all, setAll] = useState(false);
  const ranked = rankCandidates(rows).filter(({ verdict }) => verdict !== 'current' && verdict !== 'ahead');
  const shown = all ? ranked : ranked.slice(0, SHOWN);
  if (ranked.length === 0) return <p className="side-note">No other job was on the list.</p>;
  const figure = (row: CandidateRow, text: string | number) => {
    if (row.verdict === 'best') return <b>{text}</b>;
    return row.verdict === 'does-not-fit' ? <span className="dim">{text}</span> : text;
  };
  return (
    <>
      <Table
        label="Candidates"
        className={`number-table ${css.candidates}`}
        columns={[
          { name: 'message', cell: (row) => <JobChip row={row} /> },
          { name: 'age', className: 'mono', cell: (row) => figure(row, formatWait(row.age)) },
          {
            name: 'entries',
            head: <Term name="entry">entries</Term>,
            className: 'mono',
            cell: (row) => figure(row, row.entries),
          },
          {
            name: 'score',
            head: <Term name="score" />,
            className: 'mono',
            cell: (row) => figure(row, row.score.toFixed(2)),
          },
        ]}
        rows={shown.filter(competes)}
        rowKey={({ msg }) => msg}
        empty="No other job was scored."
      />
      <ul className="text-1 dim">
        {shown.map(
          (row) =>
            !competes(row) && (
              <li key={row.msg} className="row">
                <JobChip row={row} /> {excludedBecause(row)}
              </li>
            ),
        )}
      </ul>
      {ranked.length > SHOWN && (
        <button type="button" className="link" onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `All ${ranked.length} jobs`}
        </button>
      )}
    </>
  );
}

/** The chip of a job. In the quiet cockpit it is no button: the same job has a card on the stage. */
function JobChip({ row }: { row: CandidateRow }) {
  const actions = useActions();
  const plain = useContext(PlainText);
  const selected = useView((view) => view.selected === row.number);
  const chip = <Chip number={row.number} size="small" hit={selected} />;
  return (
    <span
      className="row gap-6"
      onPointerEnter={() => actions.hover(row.number)}
      onPointerLeave={() => actions.hover(0)}
    >
      {plain ? (
        chip
      ) : (
        <button
          type="button"
          className={css.chipBtn}
          aria-label={`select message ${row.number}`}
          aria-pressed={selected}
          onClick={() => actions.select(selected ? 0 : row.number)}
        >
          {chip}
        </button>
      )}
      {row.verdict === 'best' && <span className="sub">best</span>}
      {row.verdict === 'does-not-fit' && <span className="dim">too big</span>}
    </span>
  );
}

/** Sorts jobs: the best candidate, then the others by score, then jobs that a rule excludes. */
export function rankCandidates(rows: readonly CandidateRow[]): CandidateRow[] {
  return [...rows].sort((a, b) => place(a) - place(b) || b.score - a.score || a.number - b.number);
}

function place(row: CandidateRow): number {
  if (row.verdict === 'best') return 0;
  return competes(row) ? 1 : 2;
}

/** Whether the job was scored, that is, not excluded by an earlier rule. */
function competes(row: CandidateRow): boolean {
  return row.verdict === 'best' || row.verdict === 'lower-score' || row.verdict === 'does-not-fit';
}

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
    default:
      return '';
  }
}
