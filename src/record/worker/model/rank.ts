import type { SuggestedChange } from '../../importers/model/suggested-changes.ts';
import type { Answer, ClassAnswer } from '../../protocol/predict.ts';

/** A change that was simulated, compared with the simulation of the present settings, in seconds. */
export interface Ranked extends SuggestedChange {
  answer: Answer;
  /** By how much the total delay of the class to help falls. The delay is the mean of median and 90th percentile. */
  gain: number;
  /** Greatest rise of the same delay among the other classes. Negative = all of them gain too. */
  cost: number;
}

/** A difference of fewer seconds than this counts as none. */
const NOTHING = 0.05;
/** Changes with a smaller difference count as equal: `least` in seconds, `share` of the class's present delay. */
const TOLD_APART = { least: 0.3, share: 0.05 };

/**
 * Ranks changes: first those that the record can decide, then those with assumptions, then those in doubt. Each of
 * these three groups is ordered by gain minus half the cost to others. Changes that the model cannot distinguish from
 * the best are ordered by their effect on all mail. `today` must come from the same random numbers as the answers.
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

/** Mean of median and 90th percentile of the total time, which includes the waits for retries. */
function burden({ total }: ClassAnswer): number {
  return (total.p50 + total.p90) / 2;
}

function worth({ gain, cost }: Ranked): number {
  return tellable(gain) - Math.max(0, tellable(cost)) / 2;
}

/** Returns the effect on all mail: the gain of the class to help minus the cost to the class that loses most. */
function forAll({ gain, cost }: Ranked): number {
  return tellable(gain) - tellable(cost);
}

function tellable(value: number): number {
  return Math.abs(value) < NOTHING ? 0 : value;
}
