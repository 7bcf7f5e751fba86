/** Questions about the engine's next step, and the comments on each answer. */
import { explainDecision } from '../../../explain/decision.ts';
import { formatNumber } from '../../../explain/figures.ts';
import { formatCounted } from '../../../explain/format.ts';
import { type Names, say, type Token } from '../../../explain/tokens.ts';
import { explainWhy } from '../../../explain/why.ts';
import type { DecisionRecord, PreemptionTest } from '../../../protocol/decisions.ts';
import type { WhyAnswer } from '../../../protocol/why.ts';

export * from './ask-mail.ts';
export * from './ask-timers.ts';

type Chip = { chip: number };

/** The engine's own explanation: what happened, and why not something else. */
export const engine = {
  decision: (record: DecisionRecord, names: Names): Token[] => explainDecision(record, names).sentence,
  why: (answer: WhyAnswer): Token[] => explainWhy(answer)[0] ?? [],
  thenEarned: (job: Chip): Token[] =>
    say` Handing over this entry earns ${job} another slot (already drawn).`,
};

export const nextJob = {
  text: 'An agent is free. Which job hands over the next entry?',
  wouldKeep: (job: Chip): Token[] =>
    say`${job} would keep the turn only if it could not pay for any candidate.`,
  askedFirst: (job: Chip): Token[] => say`${job} is asked first, but has nothing to hand over.`,
  letIn: (job: Chip): Token[] => say`${job} gets ahead, but has nothing to hand over.`,
  current: 'it is the current job',
  candidate: 'it is the best candidate',
  fewest: 'it has the fewest entries',
  oldest: 'it is the oldest',
  last: 'it came last',
  most: 'it has the most entries',
  left: (n: number): string => `${formatCounted(n, 'entry', 'entries')} left`,
};

export const preempted = {
  text: (job: Chip): Token[] => say`An agent is free. Is job ${job} preempted?`,
  yesBy: (candidate: Chip): Token[] => say`yes, by ${candidate}`,
  outcomes: {
    preempted: 'yes',
    'slots-short': 'no, too few delivery slots are on hand',
    'no-candidate': 'no, there is no candidate',
    'too-small': 'no, it is too small a job',
    'nothing-earned': 'no, it has not begun to earn',
    'preemption-off': 'no, it has not begun to earn',
  },
  notLookedAt: 'The test does not get as far as its size.',
  largeEnough: (job: Chip, { maxEntries, minimumDeliverySlots: least, cost }: PreemptionTest): Token[] =>
    say`${job} has ${formatCounted(maxEntries, 'entry', 'entries')}, and ${formatNumber(least)} × ${formatNumber(cost)} = ${formatNumber(least * cost)} are enough.`,
  hasEarned: (job: Chip, { deliverySlotsAvailable, cost }: PreemptionTest): Token[] =>
    say`${job} has ${formatCounted(deliverySlotsAvailable, 'unit')} on its account (${formatNumber(cost)} make one delivery slot), so Postfix looks for a candidate.`,
  notLookedFor: 'Postfix does not look for a candidate.',
  thereIsOne:
    'There is one: the job with the star is the best of those that wait. Whether its price is covered is another question.',
  enough: ({ onHand, price }: PreemptionTest): string =>
    `${formatNumber(onHand)} are on hand, and ${formatNumber(price)} are needed.`,
  noPrice: 'No price has to be paid.',
  tooFew: ({ onHand, price }: PreemptionTest): string =>
    `${formatNumber(price)} delivery slots are needed, and ${formatNumber(onHand)} are on hand.`,
  endsBefore: 'The test ends before any price is compared.',
};

export const onHand = {
  text: (job: Chip): Token[] => say`How many delivery slots does ${job} have on hand now?`,
  said: (job: Chip, of: { selected: number; cost: number; spent: number; account: string }): Token[] =>
    say`${job} has handed over ${formatCounted(of.selected, 'entry', 'entries')}; ${formatNumber(of.cost)} earn one delivery slot${of.spent === 0 ? '' : `, and ${formatCounted(of.spent, 'delivery slot is', 'delivery slots are')} spent`}. ${of.account}`,
  owes: (units: number): string =>
    `Its account is ${formatCounted(units, 'unit')} below zero, so none is on hand until the debt is paid.`,
  holds: (units: number, cost: number, slots: number): string =>
    `Its account holds ${formatCounted(units, 'unit')}: ⌊${formatNumber(units)} ÷ ${formatNumber(cost)}⌋ = ${formatNumber(slots)}.`,
  entries: 'That is the number of entries, not of delivery slots.',
  inAll: 'That many were earned in total; spent ones are gone.',
  units: 'Those are units, not yet divided by the cost.',
  whole: 'Only whole delivery slots count.',
  tooMany: 'Not that many have been earned. Count the whole delivery slots that are not spent.',
  oneMissing: 'You missed one delivery slot.',
};

export const finishes = {
  names: {
    fifo: 'first come, first served',
    shortest: 'the shortest first',
    robin: 'round robin',
    loans: 'earned delivery slots',
  },
  rules: {
    fifo: 'That is the order in which each waits for those before it.',
    shortest: 'That is the order in which the message with the fewest deliveries left goes first.',
    robin: 'That is the order in which each hands over one delivery in turn.',
    loans: 'That is the order of Postfix’s queue manager, which is none of these.',
  },
  text: (order: string, message: Chip): Token[] =>
    say`With ${order}: when has ${message} handed over everything?`,
  at: (seconds: string): string => `at ${seconds} s`,
  thenThrough: (message: Chip): Token[] => say`Then ${message} is done.`,
  turns: 'The turns go ',
  ends: (cut: boolean, last: number, seconds: string): string =>
    `${cut ? '… ' : ''}and turn ${last} ends at ${seconds} s.`,
};

/** Texts beside the answers of a question that an author wrote. */
export const own = {
  smaller: 'a smaller number',
  isMore: 'It is more than that.',
  larger: 'a larger number',
  isLess: 'It is less than that.',
  same: 'Mine says the same',
  missing: 'Something is missing in mine',
  sayAgain: 'Say it again in your own words.',
};
