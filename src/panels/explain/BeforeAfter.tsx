import { type ReactNode, useContext } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import { ColouredNumbers, identityAttributes } from '../../charts/colours.ts';
import { type BeforeAfter as Turn, beforeAfter, type Purse } from '../../explain/before-after.ts';
import { formatCounted } from '../../explain/format.ts';
import { formatNumber } from '../../explain/figures.ts';
import type { SelectionDecision } from '../../protocol/decisions.ts';
import { Sentence } from '../kit/Sentence.tsx';
import { useNames } from '../kit/useNames.ts';
import css from './explain.module.css';

/** Widths in pixels: a coin with its gap, a letter, and a cell of the widest and of the narrowest column. */
const COIN = 13;
const LETTER = 7;
const WIDE = 80;
const NARROW = 56;

/**
 * Shows the state before and after a turn: coins of the current job, coins that the candidate needs, their order on the
 * list, and the test. The table always has the same rows, so that nothing moves from turn to turn.
 */
export function BeforeAfter({ decision }: { decision: SelectionDecision }) {
  const names = useNames();
  const turn = beforeAfter(decision, names);
  if (turn === null) return null;
  const { current, candidate, preempted, price } = turn;
  return (
    <div className={css.turnFrame}>
      <table className={css.turnBox} aria-label="Before and after this turn">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">figure</span>
            </th>
            <th scope="col">before</th>
            <th scope="col">after</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <Label number={current} word="has" />
            <td>
              <Coins purse={turn.before} by={candidate} />
            </td>
            <td>
              <Coins purse={turn.after} by={candidate} />
            </td>
          </tr>
          <tr>
            <Label number={candidate} word={candidate === 0 ? 'candidate' : 'needs'} />
            <td>
              {price === null ? <None decision={decision} /> : <Price price={price} need={turn.need} />}
            </td>
            <td>{preempted && <Payer turn={turn} />}</td>
          </tr>
          <tr className={css.turnList}>
            <Label number={0} word="list" />
            <td>
              <Order first={current} second={candidate} />
            </td>
            <td>{preempted && <Order first={candidate} second={current} />}</td>
          </tr>
        </tbody>
      </table>
      <p className={css.turnTest}>
        <span>
          <b>{turn.test}</b> <Sentence tokens={turn.verdict} size="small" />
        </span>
        <span className="dim mono">
          {turn.sums.map((sum) => (
            <span key={sum}>{sum}</span>
          ))}
        </span>
      </p>
    </div>
  );
}

function Label({ number, word }: { number: number; word: string }) {
  return (
    <th scope="row">
      <span className="row gap-6">
        <Chip number={number} size="small" /> {word}
      </span>
    </th>
  );
}

/** Replaces the price if no price was compared. */
function None({ decision }: { decision: SelectionDecision }) {
  const searched = decision.preemption?.outcome === 'no-candidate';
  return <span className="dim">{searched ? 'none' : 'not sought'}</span>;
}

function Order({ first, second }: { first: number; second: number }) {
  return (
    <span className="row gap-6">
      <Chip number={first} size="small" />
      <Chip number={second} size="small" />
    </span>
  );
}

function Payer({ turn: { current, after } }: { turn: Turn }) {
  return (
    <span className="row gap-6">
      {after.owed > 0 ? 'owed by' : 'paid by'} <Chip number={current} size="small" />
    </span>
  );
}

/** Number of coins that the test requires. With a discount it is lower than what the candidate needs. */
function Price({ price, need }: { price: number; need: number }) {
  const text = formatNumber(price);
  const count = Math.ceil(price);
  const of = price === need ? '' : ` of ${formatNumber(need)}`;
  return (
    <Counted words={`${text}${of} must be there`} text={text} rest={of} count={count}>
      <CoinRun kind="missing" count={count} />
    </Counted>
  );
}

/** Coins of the current job. `by`: the candidate, whose colour paid coins take. */
function Coins({ purse, by }: { purse: Purse; by: number }) {
  const { free, paid, owed, earned } = purse;
  const loan = owed > 0 ? 0 : purse.loan;
  const text = owed > 0 ? `owes ${owed}` : String(free + loan);
  return (
    <Counted words={purseWords(purse)} text={text} count={paid + owed + free + loan}>
      <CoinRun kind="paid" count={paid} by={by} />
      <CoinRun kind="owed" count={owed} by={by} />
      <CoinRun kind="free" count={free - (earned ? 1 : 0)} />
      <CoinRun kind="earned" count={earned ? 1 : 0} />
      <CoinRun kind="lent" count={loan} />
    </Counted>
  );
}

function purseWords({ free, loan, paid, owed, earned }: Purse): string {
  const parts = [
    owed > 0 ? `owes ${formatCounted(owed, 'coin')}` : formatCounted(free + loan, 'coin'),
    owed === 0 && loan > 0 ? `${loan} of them on loan` : '',
    paid > 0 ? `${paid} paid` : '',
    earned ? 'one just earned' : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

interface CountedProps {
  /** Text for the tooltip and for screen readers. */
  words: string;
  text: string;
  /** Dimmed text after the number. */
  rest?: string;
  /** Number of coins. No coin is drawn if they do not fit beside the number. */
  count: number;
  children: ReactNode;
}

function Counted({ words, text, rest = '', count, children }: CountedProps) {
  const width = 4 + count * COIN + (text.length + rest.length) * LETTER;
  return (
    <span className="row gap-6" role="img" aria-label={words} title={words}>
      {count > 0 && width <= WIDE && (
        <span className={css.purse} data-wide={width > NARROW || undefined}>
          {children}
        </span>
      )}
      <span>
        <b>{text}</b>
        {rest !== '' && <span className="dim">{rest}</span>}
      </span>
    </span>
  );
}

interface CoinRunProps {
  kind: 'free' | 'earned' | 'lent' | 'missing' | 'paid' | 'owed';
  count: number;
  by?: number;
}

function CoinRun({ kind, count, by = 0 }: CoinRunProps) {
  const identity = identityAttributes(by, useContext(ColouredNumbers));
  return Array.from({ length: count }, (_, i) => (
    // oxlint-disable-next-line react/no-array-index-key
    <i key={i} className={css.coin} data-kind={kind} {...(by > 0 && identity)} />
  ));
}
