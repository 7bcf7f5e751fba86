import type { Arithmetic as Sums } from '../../explain/explanation.ts';
import type { PreemptionTest } from '../../protocol/decisions.ts';
import { Sentence } from '../kit/Sentence.tsx';
import css from './explain.module.css';

/** Most coins drawn; more cannot be counted at a glance. */
const MOST_COINS = 12;

/** The inequality that decided, with its delivery slots as coins. */
export function Arithmetic({ sums, test }: { sums: Sums; test: PreemptionTest | undefined }) {
  return (
    <div className={css.math} role="group" aria-label="The arithmetic of this decision">
      {sums.lines.map((line) => (
        <div className={css.mathLine} key={line.expression}>
          <span>
            <Sentence tokens={line.label} size="small" />
          </span>
          <span className="mono">{line.expression}</span>
        </div>
      ))}
      {test !== undefined && <Purse test={test} />}
      <p className={css.mathVerdict}>
        <Sentence tokens={sums.verdict} size="small" />
      </p>
    </div>
  );
}

/** Coins: black = on hand, dashed = missing to the price. */
function Purse({ test }: { test: PreemptionTest }) {
  const have = Math.max(0, Math.floor(test.onHand));
  const price = Math.ceil(test.price);
  const missing = Math.max(0, price - have);
  if (have + missing === 0 || have + missing > MOST_COINS) return null;
  return (
    <div className={css.mathLine}>
      <span
        className="row gap-4"
        role="img"
        aria-label={`${have} delivery slots on hand, ${price} needed on hand`}
      >
        {Array.from({ length: have + missing }, (_, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <i key={i} className={css.coin} data-missing={i < have ? undefined : true} />
        ))}
      </span>
      <span className="dim">{missing > 0 ? `${missing} short` : 'on hand'}</span>
    </div>
  );
}
