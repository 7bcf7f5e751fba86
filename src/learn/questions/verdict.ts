/** "Is the current job preempted now?" and "How many delivery slots are on hand?" */
import { say, type Token } from '../../explain/tokens.ts';
import type { PreemptionOutcome, PreemptionTest } from '../../protocol/decisions.ts';
import type { Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { nextWalk, thenEarned } from './next-job.ts';
import { namesOf, type Probe } from './probe.ts';
import { arrange, type Choice, CHOICES_MAX, type Question } from './question.ts';

const OUTCOMES: readonly PreemptionOutcome[] = [
  'preempted',
  'slots-short',
  'no-candidate',
  'too-small',
  'nothing-earned',
];

/** Finds the outcome of the next preemption test; null where preemption is off. */
export async function askVerdict(
  probe: Probe,
  draw: Draw,
  _about: string,
  words: Words['ask'],
): Promise<Question | null> {
  const walk = await nextWalk(probe);
  const test = walk?.record.decision.preemption;
  if (walk === null || test === undefined || test.outcome === 'preemption-off') return null;
  const names = namesOf(probe.sight());
  const current = names.numberOf(test.current);
  const candidate = names.numberOf(test.candidate);
  const likely = test.candidate === 0 ? OUTCOMES.slice(2) : OUTCOMES;
  const others = draw.shuffle(likely.filter((outcome) => outcome !== test.outcome)).slice(0, CHOICES_MAX - 1);
  const sentence = [...words.engine.decision(walk.record, names), ...thenEarned(walk, names, words)];
  const choice = (outcome: PreemptionOutcome, why: Token[]): Choice => ({
    key: outcome,
    label: outcomeWords(words, outcome, candidate),
    hint: '',
    why,
  });
  const choices = arrange(
    draw,
    choice(test.outcome, sentence),
    others.map((outcome) => choice(outcome, contradiction(words, outcome, test, current))),
  );
  return {
    kind: 'verdict',
    text: words.preempted.text({ chip: current }),
    choices,
    right: test.outcome,
    before: walk.before,
    after: walk.after,
    number: current,
  };
}

function outcomeWords({ preempted }: Words['ask'], outcome: PreemptionOutcome, candidate: number): Token[] {
  return outcome === 'preempted' && candidate > 0
    ? preempted.yesBy({ chip: candidate })
    : say`${preempted.outcomes[outcome]}`;
}

/** Returns the figure that contradicts an outcome. */
function contradiction(
  { preempted: words }: Words['ask'],
  outcome: PreemptionOutcome,
  test: PreemptionTest,
  current: number,
): Token[] {
  const { price, candidate } = test;
  const chip = { chip: current };
  switch (outcome) {
    case 'too-small':
      return test.outcome === 'nothing-earned' ? say`${words.notLookedAt}` : words.largeEnough(chip, test);
    case 'nothing-earned':
      return words.hasEarned(chip, test);
    case 'no-candidate':
      return say`${candidate === 0 ? words.notLookedFor : words.thereIsOne}`;
    case 'slots-short':
      return say`${price > 0 ? words.enough(test) : words.noPrice}`;
    default:
      return say`${price > 0 ? words.tooFew(test) : words.endsBefore}`;
  }
}

/** Writes units as whole delivery slots, or as a debt if negative. */
function account({ onHand }: Words['ask'], units: number, cost: number): string {
  return units < 0 ? onHand.owes(-units) : onHand.holds(units, cost, Math.trunc(units / cost));
}

/**
 * "How many delivery slots are on hand?": asks for whole slots. `about`: job number; default: the current job. Null
 * where preemption is off.
 */
export async function askOnHand(
  probe: Probe,
  draw: Draw,
  about: string,
  words: Words['ask'],
): Promise<Question | null> {
  const { onHand } = words;
  const sight = probe.sight();
  const current = [...sight.transports.values()].map((row) => row.current);
  const job = [...sight.jobs.values()].find((row) =>
    about === '' ? current.includes(row.id) : String(row.number) === about,
  );
  if (job === undefined || job.cost < 2) return null;
  const { deliverySlotsAvailable: units, cost, selected } = job;
  const spent = job.spends.reduce((sum, { count }) => sum + count, 0);
  const right = Math.max(0, Math.trunc(units / cost));
  const chip = { chip: job.number };
  const said = onHand.said(chip, { selected, cost, spent, account: account(words, units, cost) });
  const wrong: [number, string][] = [
    [selected, onHand.entries],
    [Math.trunc(selected / cost), onHand.inAll],
    [Math.max(0, units), onHand.units],
    [Math.ceil(Math.max(0, units) / cost), onHand.whole],
    [right + 1, onHand.tooMany],
    [Math.max(0, right - 1), onHand.oneMissing],
    [right + 2, onHand.tooMany],
  ];
  const choice = (n: number, why: Token[]): Choice => ({ key: String(n), label: say`${n}`, hint: '', why });
  const choices = arrange(
    draw,
    choice(right, said),
    wrong.map(([n, mistake]) => choice(n, say`${mistake}`)),
  );
  // The question is about the present state, so the picture does not move.
  const before = sight.cursor;
  return {
    kind: 'on-hand',
    text: onHand.text(chip),
    choices,
    right: String(right),
    before,
    after: before,
    number: job.number,
  };
}
