import type { SuggestedChange } from '../../importers/model/suggested-changes.ts';
import type { Answer, ClassAnswer } from '../../protocol/predict.ts';

/** A change that was tried, beside today. Seconds: what it does for the class that is helped, and what it costs the others. */
export interface Ranked extends SuggestedChange {
  answer: Answer;
  /** Less waiting of the class, mean over the quantiles of b and of the total time. */
  gain: number;
  /** More of it for all other mail; negative = it gains as well. */
  cost: number;
}

/** Differences below this are none (seconds). */
const NOTHING = 0.05;
/** A model tells two changes apart by so much: seconds, and a share of what the class waits today. */
const TOLD_APART = { least: 0.3, share: 0.05 };

/**
 * What the record cannot tell last, before it what rests on more than the record shows; of the others the best first: what helps the
 * class, less half of what it costs the others. Those that are as good as the best, as far as a model tells, stand in the order of what
 * they do for all. `today` has the same lucks as the answers.
 */
export function rank(
  tried: readonly { suggestion: SuggestedChange; answer: Answer }[],
  today: Answer,
  helped: number,
): Ranked[] {
  const ranked = measured(tried, today, helped);
  const apart = Math.max(TOLD_APART.least, TOLD_APART.share * burden(today.classes[helped] ?? today.all));
  const behind = ({ answer, assumes }: Ranked): number =>
    (answer.classes[helped] ?? answer.all).doubt !== null ? 2 : Number(assumes === true);
  const best = ranked
    .filter((one) => behind(one) === 0)
    .reduce((most, one) => Math.max(most, worth(one)), Number.NEGATIVE_INFINITY);
  const isBest = (one: Ranked): boolean => behind(one) === 0 && worth(one) >= best - apart;
  return ranked.sort(
    (a, b) =>
      behind(a) - behind(b) ||
      Number(isBest(b)) - Number(isBest(a)) ||
      (isBest(a) ? forAll(b) - forAll(a) : worth(b) - worth(a)),
  );
}

function measured(
  tried: readonly { suggestion: SuggestedChange; answer: Answer }[],
  today: Answer,
  helped: number,
): Ranked[] {
  const of = (answer: Answer): ClassAnswer => answer.classes[helped] ?? answer.all;
  return tried.map(({ suggestion, answer }): Ranked => {
    const others = answer.classes.filter((_, i) => i !== helped);
    const before = today.classes.filter((_, i) => i !== helped);
    const cost = others.reduce(
      (most, one, i) => Math.max(most, burden(one) - burden(before[i] ?? one)),
      -Infinity,
    );
    return {
      ...suggestion,
      answer,
      gain: burden(of(today)) - burden(of(answer)),
      cost: others.length === 0 ? 0 : cost,
    };
  });
}

/** Half the median and half the 0.9 quantile of the total time; what is deferred waits a retry, which the total has. */
function burden({ total }: ClassAnswer): number {
  return (total.p50 + total.p90) / 2;
}

function worth({ gain, cost }: Ranked): number {
  return tellable(gain) - Math.max(0, tellable(cost)) / 2;
}

/** Of all mail: what the class gains, and the one that gains least or pays most. */
function forAll({ gain, cost }: Ranked): number {
  return tellable(gain) - tellable(cost);
}

function tellable(value: number): number {
  return Math.abs(value) < NOTHING ? 0 : value;
}
