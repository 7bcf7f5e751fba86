/**
 * One turn as figures before and after it: the coins of the current job, the price of the candidate, the order of the two,
 * and the test that decided. Everything is computed from the record, so all figures are of one instant.
 */
import type { PreemptionTest, SelectionDecision } from '../protocol/decisions.ts';
import type { MessageNumber } from '../protocol/ids.ts';
import { formatNumber } from './figures.ts';
import { reachedPrice } from './selection.ts';
import { type Names, say, type Token } from './tokens.ts';

/** Coins of the current job. `loan` counts in the test although it is not earned yet. */
export interface Purse {
  free: number;
  loan: number;
  /** Coins that the candidate took: paid, and those that are still owed. */
  paid: number;
  owed: number;
  /** True if one of the free coins was earned in this turn. */
  earned: boolean;
}

export interface BeforeAfter {
  current: MessageNumber;
  /** The job whose price was compared; 0 = none. */
  candidate: MessageNumber;
  preempted: boolean;
  before: Purse;
  after: Purse;
  /** Coins that the current job must have; with a discount, fewer than `need`. Null when no price was compared. */
  price: number | null;
  need: number;
  /** The comparison: "4 ≥ 3", and what follows from it. */
  test: string;
  verdict: Token[];
  /** How the two sides were computed: "8 ÷ 2 = 4". */
  sums: string[];
}

/** Null for a turn without a test, because the job list was empty. */
export function beforeAfter(decision: SelectionDecision, names: Names): BeforeAfter | null {
  const test = decision.preemption;
  if (test === undefined) return null;
  const compared = reachedPrice(test);
  return {
    current: names.numberOf(test.current),
    candidate: compared ? names.numberOf(test.candidate) : 0,
    preempted: test.outcome === 'preempted',
    before: purseOf(test, test.deliverySlotsAvailable),
    after: purseAfter(test, decision.chosen?.job === test.currentJob),
    price: compared ? test.price : null,
    need: test.need,
    test: testText(test),
    verdict: verdict(decision, test, names),
    sums: sums(test),
  };
}

function purseOf({ cost, loan }: PreemptionTest, units: number): Purse {
  if (cost < 2) return { free: 0, loan: 0, paid: 0, owed: 0, earned: false };
  return {
    free: Math.max(0, Math.trunc(units / cost)),
    loan,
    paid: 0,
    owed: Math.ceil(Math.max(0, -units) / cost),
    earned: false,
  };
}

/** The preempted job pays the whole need. A job earns one unit with each entry that it hands over. */
function purseAfter(test: PreemptionTest, selected: boolean): Purse {
  const preempted = test.outcome === 'preempted';
  const left = test.deliverySlotsAvailable - (preempted ? test.need * test.cost : 0);
  const rest = purseOf(test, left);
  const after = purseOf(test, left + (selected ? 1 : 0));
  return {
    ...after,
    loan: preempted ? 0 : after.loan,
    paid: preempted ? test.need - Math.min(test.need, after.owed) : 0,
    earned: after.free > rest.free,
  };
}

function testText(test: PreemptionTest): string {
  switch (test.outcome) {
    case 'preempted':
      return `${formatNumber(test.onHand)} ≥ ${formatNumber(test.price)}`;
    case 'slots-short':
      return `${formatNumber(test.onHand)} < ${formatNumber(test.price)}`;
    case 'too-small':
      return `${formatNumber(test.maxEntries)} < ${formatNumber(test.minimumDeliverySlots * test.cost)} entries`;
    case 'nothing-earned':
      return test.deliverySlotsAvailable < 0 ? 'It owes coins' : 'Nothing earned';
    case 'no-candidate':
      return test.cached ? 'No job was examined' : 'No job fits';
    case 'preemption-off':
      return `Cost ${formatNumber(test.cost)} < 2`;
  }
}

function verdict({ chosen }: SelectionDecision, test: PreemptionTest, names: Names): Token[] {
  const current = { chip: names.numberOf(test.current) };
  const candidate = { chip: names.numberOf(test.candidate) };
  if (test.outcome === 'preempted')
    return chosen?.job === test.candidateJob
      ? say`so ${candidate} goes first`
      : say`so ${candidate} goes in front of ${current}`;
  if (test.outcome === 'no-candidate' && test.cached) return say`in this turn`;
  return chosen?.job === test.currentJob
    ? say`so ${current} keeps the turn`
    : say`so ${current} is not preempted`;
}

function sums(test: PreemptionTest): string[] {
  const { outcome, cost, loan, need, price, discount, onHand, deliverySlotsAvailable: units } = test;
  if (outcome === 'too-small')
    return [
      `${formatNumber(test.minimumDeliverySlots)} × ${formatNumber(cost)} = ${formatNumber(test.minimumDeliverySlots * cost)}`,
    ];
  if (!reachedPrice(test)) return [];
  const whole =
    units % cost === 0
      ? `${formatNumber(units)} ÷ ${formatNumber(cost)}`
      : `⌊${formatNumber(units)} ÷ ${formatNumber(cost)}⌋`;
  const has = `${whole}${loan > 0 ? ` + ${formatNumber(loan)} on loan` : ''} = ${formatNumber(onHand)}`;
  return price === need
    ? [has]
    : [has, `${formatNumber(need)} × ${formatNumber(100 - discount)} % = ${formatNumber(price)}`];
}
