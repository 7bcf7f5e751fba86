import type { LedgerRow } from '../../explain/ledger.ts';
import { threadsMoment } from '../../explain/threads-now.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { ThreadsRow } from '../../protocol/threads-view.ts';
import { useActions, useSession } from '../../store/hooks.ts';
import { Arithmetic } from '../explain/Arithmetic.tsx';
import explainCss from '../explain/explain.module.css';
import { useGroup } from '../kinds/groups.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { SayText } from '../kit/SayText.tsx';
import { durationLabel } from '../../plot/values.ts';
import css from './threads.module.css';
import { memo, useEffect, useRef } from 'react';
import { RulePill } from './Flow.tsx';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';

interface ThreadsWhyProps {
  row: ThreadsRow;
  ledger: readonly LedgerRow[];
  latest: LedgerRow | undefined;
  cursor: Cursor;
  /** True to show the sentence; false on a phone, where the page shows it above. */
  say: boolean;
}

/** Shows the last change of the count, the inequality behind it, and the causes of all changes. */
export function ThreadsWhy({ row, ledger, latest, cursor, say }: ThreadsWhyProps) {
  const moment = threadsMoment(latest, row);
  const group = useGroup();
  const words = useSession((session) => session.scenario?.about ?? '');
  const about = group.about ? words : '';
  return (
    <>
      {say && (
        <section className={explainCss.sayBlock}>
          <h2>
            {moment.title}{' '}
            <span className="dim mono">{latest === undefined ? '' : durationLabel(latest.at, 100)}</span>
          </h2>
          <p className={explainCss.say}>
            <Sentence tokens={moment.sentence} size="large" />
          </p>
        </section>
      )}
      {moment.sums !== null && <Arithmetic sums={moment.sums} />}
      <Ledger rows={ledger} cursor={cursor} />
      {about !== '' && <p className="side-note">{about}</p>}
      <p className="side-note dim">
        Rules are from the document on concurrency management groups, section “Solution”. Details it leaves
        open follow its patch. Times are from a model.
      </p>
    </>
  );
}

/** Header on a phone: shows only the sentence. */
export function ThreadsSay({ row, latest }: Pick<ThreadsWhyProps, 'row' | 'latest'>) {
  const moment = threadsMoment(latest, row);
  return (
    <aside className="say-area" aria-label="Explain">
      <div className={explainCss.saybar}>
        <SayText>
          <Sentence tokens={moment.sentence} size="large" />
        </SayText>
        <small>
          {latest === undefined
            ? 'Nothing has happened yet'
            : `Last change at ${durationLabel(latest.at, 100)}${latest.chain.length > 1 ? `: ${latest.chain.join(' → ')}` : ''}`}
        </small>
      </div>
    </aside>
  );
}

/** Numbers of rows shown before and after the cursor. */
const ROWS_BEFORE = 24;
const ROWS_AFTER = 12;

/** Lists every change of the count with its reason; known future changes are pale. A click goes to the change. */
function Ledger({ rows, cursor }: { rows: readonly LedgerRow[]; cursor: Cursor }) {
  const { event, at } = cursor;
  const here = rows.findLastIndex((row) => row.at <= at && row.first <= event);
  const shown = rows.slice(Math.max(0, here - ROWS_BEFORE), here + 1 + ROWS_AFTER);
  const current = rows[here];
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Scroll only the list: scrollIntoView would also scroll the page and move the sentence out of view.
    const box = list.current;
    const row = box?.querySelector<HTMLElement>('[data-now]');
    if (box === null || row === null || row === undefined) return;
    const top = row.offsetTop;
    if (top < box.scrollTop || top + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }, [current]);
  const step = stepOf(shown);
  return (
    <section className={css.ledger} aria-label="Cause of each change of the count">
      <h2>
        Cause of each change <span className="dim">of the count</span>
      </h2>
      {shown.length === 0 && <p className="side-note dim">Nothing has happened yet. Step, or press Play.</p>}
      <ol ref={list}>
        {shown.map((row) => (
          <li key={row.first}>
            <LedgerLine
              row={row}
              now={row === current}
              future={row.at > at || row.first > event}
              step={step}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface LedgerLineProps {
  row: LedgerRow;
  now: boolean;
  future: boolean;
  step: number;
}

/** All changes of one instant. Each answer has new row objects, so `memo` compares the content of rows. */
const LedgerLine = memo(function LedgerLine({ row, now, future, step }: LedgerLineProps) {
  const actions = useActions();
  return (
    <button
      type="button"
      className={`${css.ledgerRow} ${future ? 'dim' : ''}`}
      data-now={now || undefined}
      data-future={future || undefined}
      onClick={() => void actions.seek({ event: row.event })}
    >
      <span className="mono nowrap">
        {durationLabel(row.at, row.at >= MICROS_PER_SECOND ? Math.max(step, 1_000) : step)}
      </span>
      <span className="breaks">
        {row.pill !== '' && <RulePill rule={row.pill} acted={row.acted} />}{' '}
        <Sentence tokens={row.what} size="small" />
      </span>
      <span className={`mono ${!future && isOver(row) ? css.over : ''}`}>{row.chain.join(' → ')}</span>
    </button>
  );
}, isSame);

function isSame(a: LedgerLineProps, b: LedgerLineProps): boolean {
  return (
    a.row.first === b.row.first &&
    a.row.event === b.row.event &&
    a.now === b.now &&
    a.future === b.future &&
    a.step === b.step
  );
}

/** True if the count of this row is over the limit. */
function isOver({ chain, limit }: LedgerRow): boolean {
  const last = chain.at(-1) ?? 0;
  return chain.length > 1 && last > limit && last > (chain[0] ?? 0);
}

/** The coarsest step of time labels with which the rows still differ. */
function stepOf(rows: readonly LedgerRow[]): number {
  const gaps = rows.slice(1).map((row, i) => row.at - (rows[i]?.at ?? 0));
  const least = Math.min(...gaps.filter((gap) => gap > 0), MICROS_PER_SECOND);
  return least >= 1_000 ? 100 : least >= 100 ? 10 : 1;
}
