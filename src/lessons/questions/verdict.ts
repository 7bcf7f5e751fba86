/** "Is the current job preempted now?", and "How many delivery slots are on hand?" */
import { explainDecision } from '../../explain/decision.ts';
import { counted, figure, say, type Token } from '../../explain/tokens.ts';
import type { PreemptionOutcome, PreemptionTest } from '../../protocol/decisions.ts';
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

/** What the test of preemption ends with at the next slot; null where preemption is off. */
export async function askVerdict(probe: Probe, draw: Draw): Promise<Question | null> {
  const walk = await nextWalk(probe);
  const test = walk?.record.decision.preemption;
  if (walk === null || test === undefined || test.outcome === 'preemption-off') return null;
  const names = namesOf(probe.sight());
  const current = names.numberOf(test.current);
  const candidate = names.numberOf(test.candidate);
  const likely = test.candidate === 0 ? OUTCOMES.slice(2) : OUTCOMES;
  const others = draw.shuffle(likely.filter((outcome) => outcome !== test.outcome)).slice(0, CHOICES_MAX - 1);
  const sentence = [...explainDecision(walk.record, names).sentence, ...thenEarned(walk, names)];
  const choice = (outcome: PreemptionOutcome, why: Token[]): Choice => ({
    key: outcome,
    label: outcomeWords(outcome, candidate),
    hint: '',
    why,
  });
  const choices = arrange(
    draw,
    choice(test.outcome, sentence),
    others.map((outcome) => choice(outcome, contradiction(outcome, test, current))),
  );
  return {
    kind: 'verdict',
    text: say`An agent is free. Is job ${{ chip: current }} preempted?`,
    choices,
    right: test.outcome,
    before: walk.before,
    after: walk.after,
    number: current,
  };
}

function outcomeWords(outcome: PreemptionOutcome, candidate: number): Token[] {
  switch (outcome) {
    case 'preempted':
      return candidate > 0 ? say`yes, by ${{ chip: candidate }}` : say`yes`;
    case 'slots-short':
      return say`no, too few delivery slots are on hand`;
    case 'no-candidate':
      return say`no, there is no candidate`;
    case 'too-small':
      return say`no, it is too small a job`;
    default:
      return say`no, it has not begun to earn`;
  }
}

/** The figure that speaks against an outcome. */
function contradiction(outcome: PreemptionOutcome, test: PreemptionTest, current: number): Token[] {
  const { cost, minimumDeliverySlots: least, maxEntries, onHand, price, candidate } = test;
  const chip = { chip: current };
  switch (outcome) {
    case 'too-small':
      if (test.outcome === 'nothing-earned') return say`Its size is not even looked at.`;
      return say`${chip} has ${counted(maxEntries, 'entry', 'entries')}, and ${figure(least)} × ${figure(cost)} = ${figure(least * cost)} are enough.`;
    case 'nothing-earned':
      return say`${chip} has ${counted(test.deliverySlotsAvailable, 'unit', 'units')} on its account (${figure(cost)} make a delivery slot), so a candidate is looked for.`;
    case 'no-candidate':
      return candidate === 0
        ? say`No candidate is looked for.`
        : say`There is one: the job with the star is the best of those that wait. Whether it can be paid for is another question.`;
    case 'slots-short':
      return price > 0
        ? say`${figure(onHand)} are on hand and ${figure(price)} must be.`
        : say`No price is asked.`;
    default:
      return price > 0
        ? say`${figure(price)} delivery slots would have to be on hand, there are ${figure(onHand)}.`
        : say`The test ends before any price is compared.`;
  }
}

/** From units to whole delivery slots. Below zero the job owes: division of a debt would say nothing. */
function account(units: number, cost: number): string {
  const held = counted(Math.abs(units), 'unit', 'units');
  if (units < 0) return `Its account is ${held} below zero, so none is on hand: it owes first.`;
  return `Its account holds ${held}: ⌊${figure(units)} ÷ ${figure(cost)}⌋ = ${figure(Math.trunc(units / cost))}.`;
}

/**
 * How many delivery slots a job has on hand at a stop, counted in whole ones; `about` = its number, else the current
 * job. Null where preemption is off or nothing has been selected.
 */
export async function askOnHand(probe: Probe, draw: Draw, about: string): Promise<Question | null> {
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
  const said = say`${chip} has handed over ${counted(selected, 'entry', 'entries')}; ${figure(cost)} earn one delivery slot${spent === 0 ? '' : `, and ${counted(spent, 'delivery slot is', 'delivery slots are')} spent`}. ${account(units, cost)}`;
  const wrong: [number, string][] = [
    [selected, 'That is the number of entries, not of delivery slots.'],
    [Math.trunc(selected / cost), 'That was earned in all; what was spent is gone.'],
    [Math.max(0, units), 'These are units, not yet divided by the cost.'],
    [Math.ceil(Math.max(0, units) / cost), 'A delivery slot counts when it is whole.'],
    [right + 1, 'So many have not been earned: count the delivery slots that are whole and not spent.'],
    [Math.max(0, right - 1), 'One that was earned is missing in your count.'],
    [right + 2, 'So many have not been earned: count the delivery slots that are whole and not spent.'],
  ];
  const choice = (n: number, why: Token[]): Choice => ({ key: String(n), label: say`${n}`, hint: '', why });
  const choices = arrange(
    draw,
    choice(right, said),
    wrong.map(([n, mistake]) => choice(n, say`${mistake}`)),
  );
  // It is about now: the picture stays, or its figures would be those of the next entry.
  const before = sight.cursor;
  return {
    kind: 'on-hand',
    text: say`How many delivery slots has ${chip} on hand now?`,
    choices,
    right: String(right),
    before,
    after: before,
    number: job.number,
  };
}
