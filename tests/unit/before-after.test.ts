import { describe, expect, test } from 'vitest';
import { beforeAfter } from '../../src/explain/before-after.ts';
import { type Names, toText } from '../../src/explain/tokens.ts';
import type { PreemptionTest, SelectionDecision } from '../../src/protocol/decisions.ts';

/** Message numbers differ from ids, so that the test fails when the code mixes the two up. */
const names: Names = { numberOf: (message) => message + 100 };

const preemption: PreemptionTest = {
  outcome: 'slots-short',
  current: 6,
  currentJob: 6,
  candidate: 9,
  candidateJob: 9,
  cached: false,
  score: 2.7,
  deliverySlotsAvailable: 3,
  maxEntries: 8,
  minimumDeliverySlots: 3,
  cost: 2,
  loan: 0,
  discount: 0,
  need: 2,
  onHand: 1,
  price: 2,
};

/** The box of a turn in which message `winner` got the entry. */
function box(over: Partial<PreemptionTest>, winner = 6) {
  const decision: SelectionDecision = {
    rule: 'selection',
    transport: 1,
    blockersSkipped: 0,
    becameBlockers: [],
    stalled: [],
    parameter: 'delivery_slot_cost',
    section: '',
    preemption: { ...preemption, ...over },
    chosen: { msg: winner, job: winner, entry: 1, queue: 1, recipients: 1 },
  };
  const turn = beforeAfter(decision, names);
  if (turn === null) throw new Error('no box');
  return turn;
}

const line = (turn: ReturnType<typeof box>): string => `${turn.test} ${toText(turn.verdict)}`;

describe('a preemption', () => {
  const paid = { outcome: 'preempted', deliverySlotsAvailable: 8, onHand: 4, need: 3, price: 3 } as const;

  test('takes the coins of the current job and its place', () => {
    const turn = box(paid, 9);
    expect(turn).toMatchObject({ current: 106, candidate: 109, preempted: true, price: 3 });
    expect(turn.before).toMatchObject({ free: 4, paid: 0, owed: 0 });
    expect(turn.after).toMatchObject({ free: 1, paid: 3, owed: 0, earned: false });
    expect(line(turn)).toBe('4 ≥ 3 so 109 goes first');
    expect(turn.sums).toEqual(['8 ÷ 2 = 4']);
  });

  test('with a loan and a discount leaves a debt', () => {
    const turn = box(
      { ...paid, deliverySlotsAvailable: 3, loan: 1, onHand: 2, need: 4, price: 2, discount: 50 },
      9,
    );
    expect(turn.before).toMatchObject({ free: 1, loan: 1 });
    expect(turn.after).toMatchObject({ free: 0, loan: 0, paid: 1, owed: 3 });
    expect(turn.sums).toEqual(['⌊3 ÷ 2⌋ + 1 on loan = 2', '4 × 50 % = 2']);
  });

  test('by a blocked job does not say that it got the turn', () => {
    expect(line(box(paid, 6))).toBe('4 ≥ 3 so 109 goes in front of 106');
  });
});

describe('a turn without a preemption', () => {
  test('says what is missing, and marks the coin that the turn earned', () => {
    const turn = box({});
    expect(line(turn)).toBe('1 < 2 so 106 keeps the turn');
    expect(turn).toMatchObject({ before: { free: 1 }, after: { free: 2, earned: true }, preempted: false });
  });

  test('in which another job got the entry earns the current job nothing', () => {
    const turn = box({}, 2);
    expect(line(turn)).toBe('1 < 2 so 106 is not preempted');
    expect(turn.after).toEqual(turn.before);
  });

  test.each([
    ['nothing-earned', { deliverySlotsAvailable: 0 }, 'Nothing earned so 106 keeps the turn'],
    ['nothing-earned', { deliverySlotsAvailable: -3 }, 'It owes coins so 106 keeps the turn'],
    ['too-small', { maxEntries: 4 }, '4 < 6 entries so 106 keeps the turn'],
    ['no-candidate', {}, 'No job fits so 106 keeps the turn'],
    ['no-candidate', { cached: true }, 'No job was examined in this turn'],
    ['preemption-off', { cost: 0 }, 'Cost 0 < 2 so 106 keeps the turn'],
  ] as const)('with %s and %j compares no price', (outcome, over, expected) => {
    const turn = box({ outcome, ...over });
    expect(line(turn)).toBe(expected);
    expect(turn).toMatchObject({ candidate: 0, price: null });
  });
});
