import type { Likely } from '../../importers/model/likely.ts';
import type { Answer, ClassAnswer } from '../../protocol/predict.ts';

/** A change that was tried, beside today. Seconds: what it does for the class that is helped, and what it costs the others. */
export interface Ranked extends Likely {
  answer: Answer;
  /** Less waiting of the class, mean over the quantiles of b and of the total time. */
  gain: number;
  /** More of it for all other mail; negative = it gains as well. */
  cost: number;
}

/** Differences below this are none (seconds). */
const NOTHING = 0.05;

/** What the record cannot tell last, before it what rests on more than the record shows; of the others the best first: what helps the class, less what it costs the others by their share of a recipient. */
export function rank(
  tried: readonly { likely: Likely; answer: Answer }[],
  today: Answer,
  helped: number,
): Ranked[] {
  const of = (answer: Answer): ClassAnswer => answer.classes[helped] ?? answer.all;
  const behind = ({ answer, assumes }: Ranked): number =>
    of(answer).doubt !== null ? 2 : Number(assumes === true);
  return tried
    .map(({ likely, answer }): Ranked => {
      const others = answer.classes.filter((_, i) => i !== helped);
      const before = today.classes.filter((_, i) => i !== helped);
      const cost = others.reduce(
        (most, one, i) => Math.max(most, burden(one) - burden(before[i] ?? one)),
        -Infinity,
      );
      return {
        ...likely,
        answer,
        gain: burden(of(today)) - burden(of(answer)),
        cost: others.length === 0 ? 0 : cost,
      };
    })
    .sort((a, b) => behind(a) - behind(b) || worth(b) - worth(a));
}

/** Half the median and half the 0.9 quantile of the total time; what is deferred waits a retry, which the total has. */
function burden({ total }: ClassAnswer): number {
  return (total.p50 + total.p90) / 2;
}

function worth({ gain, cost }: Ranked): number {
  const of = (value: number): number => (Math.abs(value) < NOTHING ? 0 : value);
  return of(gain) - Math.max(0, of(cost)) / 2;
}
