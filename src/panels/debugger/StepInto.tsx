import { useEffect, useState } from 'react';
import type { DecisionNumber } from '../../protocol/ids.ts';
import type { CandidateRow } from '../../protocol/answers.ts';
import { explainDecision } from '../../explain/decision.ts';
import type { DecisionRecord } from '../../protocol/decisions.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { BeforeAfter } from '../explain/BeforeAfter.tsx';
import { useCandidates, PAUSE_FIRST } from '../explain/useCandidates.ts';
import { formatSeconds } from '../../explain/format.ts';
import { Chip } from '../../charts/Chip.tsx';
import { Sentence } from '../kit/Sentence.tsx';
import { useNames } from '../kit/useNames.ts';
import { ofThisRun, useQuestion } from '../kit/useQuestion.ts';
import { Table } from '../../ui/Table.tsx';
import explainCss from '../explain/explain.module.css';
import css from './debugger.module.css';
import { Button } from '../../ui/Button.tsx';

/** Largest number of candidates drawn as rows. The others are only counted. */
const SHOWN = 60;

/** Shows a decision step by step: each candidate with its tests, then the price of the preemption. */
export function StepInto() {
  const playing = useSession((session) => session.playing);
  // Between two decisions, the cursor has the number of the earlier decision.
  const decision = useSession((session) => session.cursor.decision);
  const record = useDecision(decision);
  const selection = record?.decision.rule === 'selection' ? record.decision : undefined;
  const rows = useCandidates(decision);
  const examined = rows?.filter((row) => row.verdict !== 'ahead' && row.verdict !== 'current') ?? [];
  const [place, setPlace] = useState({ decision: 0, at: 0 });
  const at = place.decision === decision ? place.at : 0;
  const go = (to: number): void => setPlace({ decision, at: Math.max(0, Math.min(examined.length, to)) });
  useStepKeys(
    () => go(at + 1),
    () => go(examined.length),
  );
  return (
    <section className={`stack gap-12 ${css.dbgInto}`} aria-label="Step into the decision">
      <header className="row wrap">
        <h2>
          Step into turn {decision}{' '}
          <span className="dim mono">{record !== null && formatSeconds(record.at)}</span>
        </h2>
        <span className="grow" />
        {examined.length > 0 && <Ways at={at} count={examined.length} go={go} />}
      </header>
      {record !== null && <Said record={record} />}
      {playing && <p className="side-note dim">{PAUSE_FIRST}</p>}
      {!playing && examined.length === 0 && (
        <p className="side-note dim">
          {whyNone(selection?.preemption?.cached === true, decision, rows === null)}
        </p>
      )}
      {!playing && examined.length > 0 && <Examined rows={examined} at={at} />}
      {examined.length > SHOWN && (
        <p className="side-note dim">{examined.length - SHOWN} more are not shown</p>
      )}
      <p className="sr-only" role="status">
        {examined[at] === undefined
          ? ''
          : `Candidate ${examined[at].number}: ${verdictOf(examined[at]).words}`}
      </p>
      {at >= examined.length && selection !== undefined && <BeforeAfter decision={selection} />}
    </section>
  );
}

function Said({ record }: { record: DecisionRecord }) {
  const names = useNames();
  return (
    <p className={explainCss.say}>
      <Sentence tokens={explainDecision(record, names).sentence} size="large" />
    </p>
  );
}

/** The record of decision `n`; null until known. */
function useDecision(n: DecisionNumber): DecisionRecord | null {
  const actions = useActions();
  const run = useSession((session) => session.run);
  const shown = useSession((session) => session.decision);
  const isShown = n > 0 && shown?.n === n;
  const asked = useQuestion(
    `${run} ${n}`,
    async () => (await ofThisRun(actions.ask('decisions', n, n)))?.find((record) => record.n === n),
    { when: n > 0 && !isShown },
  );
  return isShown ? shown : asked;
}

interface WaysProps {
  /** Index of the candidate that is shown; equal to `count` = all candidates were shown. */
  at: number;
  count: number;
  go: (to: number) => void;
}

function Ways({ at, count, go }: WaysProps) {
  const done = at >= count;
  return (
    <>
      <span className="dim">{done ? 'the price' : `candidate ${at + 1} of ${count}`}</span>
      <Button look="outlined" disabled={done} onClick={() => go(at + 1)}>
        Next <kbd>F11</kbd>
      </Button>
      <Button disabled={done} onClick={() => go(count)}>
        Verdict
      </Button>
    </>
  );
}

const TEST_SIGNS: Record<TestMark, string> = { passed: '✓', failed: '✕', open: '' };

/** Lists candidates in the order of the scan. Those after the current one have no verdict yet. */
function Examined({ rows, at }: { rows: readonly CandidateRow[]; at: number }) {
  const isLater = (row: CandidateRow): boolean => rows.indexOf(row) > at;
  return (
    <Table
      label="Candidates, in the order of the scan"
      columns={[
        { name: 'job', cell: ({ number }) => <Chip number={number} size="small" /> },
        {
          name: 'tests, in order: children, blocked, fits, score',
          cell: (row) => (
            <span className="row">
              <span className={`row gap-2 ${css.dbgTests}`} aria-hidden="true">
                {testsOf(row).map((test, i) => {
                  const mark = isLater(row) ? 'open' : test;
                  return (
                    // oxlint-disable-next-line react/no-array-index-key
                    <i key={i} data-test={mark}>
                      {TEST_SIGNS[mark]}
                    </i>
                  );
                })}
              </span>
              {isLater(row) ? 'not examined yet' : verdictOf(row).words}
            </span>
          ),
        },
        {
          name: 'score',
          className: 'mono',
          cell: (row, i) => <Score row={row} best={bestBefore(rows, i)} known={!isLater(row)} />,
        },
        {
          name: 'verdict',
          cell: (row) => (isLater(row) ? '' : row.verdict === 'best' ? <b>★ best</b> : verdictOf(row).short),
        },
      ]}
      rows={rows.slice(0, SHOWN)}
      rowKey={({ msg }) => msg}
      rowProps={(row) => ({
        'data-selected': row === rows[at] || undefined,
        className: isLater(row) ? 'dim' : undefined,
      })}
    />
  );
}

function Score({ row, best, known }: { row: CandidateRow; best: number; known: boolean }) {
  if (!known || !verdictOf(row).scored) return <span className="dim">not computed</span>;
  return (
    <>
      {row.score.toFixed(2)}
      {best > 0 && <span className="dim"> / {best.toFixed(2)}</span>}
    </>
  );
}

function whyNone(cached: boolean, decision: DecisionNumber, asking: boolean): string {
  if (decision === 0) return 'No decision yet.';
  if (asking) return '…';
  if (cached) return 'Postfix reused its last answer and examined no job.';
  return 'No other job was examined for this decision.';
}

function bestBefore(rows: readonly CandidateRow[], index: number): number {
  return Math.max(
    0,
    ...rows
      .slice(0, index)
      .filter((row) => verdictOf(row).scored)
      .map((row) => row.score),
  );
}

/** F11 shows the next candidate, Shift+F11 the verdict. `]` and `}` do the same where the browser uses F11. */
function useStepKeys(next: () => void, verdict: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      const isNext = (event.key === 'F11' && !event.shiftKey) || (event.key === ']' && !typing);
      const isVerdict = (event.key === 'F11' && event.shiftKey) || (event.key === '}' && !typing);
      if (!isNext && !isVerdict) return;
      // Otherwise the page's own F11 would step to the next event.
      event.preventDefault();
      event.stopPropagation();
      if (isNext) next();
      else verdict();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  });
}

/** Outcome of one of the four tests of a candidate. Tests after the first failed one are not made: `open`. */
type TestMark = 'passed' | 'failed' | 'open';

/** Index of the test that the candidate failed; 4 = none, −1 = not tested. */
const FAILED_TEST: Readonly<Record<CandidateRow['verdict'], number>> = {
  'has-children': 0,
  blocker: 1,
  'nothing-left': 2,
  'does-not-fit': 2,
  'lower-score': 3,
  best: 4,
  'not-reached': -1,
  current: -1,
  ahead: -1,
};

/** The four tests in their order: children, blocked, fits, score. */
function testsOf({ verdict }: CandidateRow): TestMark[] {
  const fails = FAILED_TEST[verdict];
  return [0, 1, 2, 3].map((i) => (i < fails ? 'passed' : i === fails ? 'failed' : 'open'));
}

/** The outcome of a candidate in words; `scored` = its score was computed. */
function verdictOf({ verdict, need, age, entries }: CandidateRow): {
  words: string;
  short: string;
  scored: boolean;
} {
  switch (verdict) {
    case 'has-children':
      return { words: 'has a child on the stack', short: 'skipped', scored: false };
    case 'blocker':
      return { words: 'its destinations have no room', short: 'skipped', scored: false };
    case 'nothing-left':
      return { words: 'has nothing left to select', short: 'skipped', scored: false };
    case 'does-not-fit':
      return { words: `needs ${need}, more than the current job can earn`, short: 'too big', scored: false };
    case 'lower-score':
      return { words: `needs ${need}; ${age} s ÷ ${entries} entries`, short: 'loses', scored: true };
    case 'best':
      return { words: `needs ${need}; ${age} s ÷ ${entries} entries`, short: 'best', scored: true };
    case 'not-reached':
      return { words: 'not reached: the scan stopped before it', short: '—', scored: false };
    case 'current':
    case 'ahead':
      return { words: 'is not behind the current job', short: '—', scored: false };
    default:
      return verdict satisfies never;
  }
}
