import { describe, expect, test } from 'vitest';
import { explainDecision, explanationText } from '../../src/explain/decision.ts';
import { type Names, toText } from '../../src/explain/tokens.ts';
import type {
  Decision,
  FeedbackDecision,
  PreemptionTest,
  SelectionDecision,
} from '../../src/protocol/decisions.ts';
import { DE } from '../../src/learn/words/de/index.ts';

/** Message numbers differ from ids here, so that the test fails when the code uses an id as a number. */
const names: Names = { numberOf: (message) => message + 100 };

const record = (decision: Decision) => ({ n: 1, at: 0, step: 1, decision });
const text = (decision: Decision) => explanationText(explainDecision(record(decision), names));

const preemption = (over: Partial<PreemptionTest>): PreemptionTest => ({
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
  discount: 50,
  need: 4,
  onHand: 1,
  price: 2,
  ...over,
});

const chosen = (msg: number) => ({ msg, job: msg, entry: 17, queue: 1, recipients: 2 });

const selection = (over: Partial<SelectionDecision>): SelectionDecision => ({
  rule: 'selection',
  transport: 1,
  blockersSkipped: 0,
  becameBlockers: [],
  stalled: [],
  parameter: 'delivery_slot_cost',
  section: 'How the preemption works',
  ...over,
});

const tested = (over: Partial<PreemptionTest>, rest: Partial<SelectionDecision> = {}) =>
  text(selection({ preemption: preemption(over), chosen: chosen(6), ...rest }));

describe('a selection', () => {
  test.each([
    [
      'slots-short',
      {},
      'An agent is free. 106 keeps the turn: 109 needs 4 delivery slots, 2 after the discount, and 106 has 1.',
    ],
    [
      'slots-short',
      { price: 4.5 },
      'An agent is free. 106 keeps the turn: 109 needs 4 delivery slots, 4.5 after the discount, and 106 has 1.',
    ],
    [
      'preemption-off',
      { cost: 1 },
      'An agent is free. 106 gets the turn: it is the current job, and a slot cost of 1 turns preemption off.',
    ],
    [
      'nothing-earned',
      { deliverySlotsAvailable: 0 },
      'An agent is free. 106 gets the turn: it is the current job and has no delivery slot that another job could use.',
    ],
    [
      'nothing-earned',
      { deliverySlotsAvailable: -5 },
      'An agent is free. 106 gets the turn: it still owes 3 delivery slots and cannot be preempted.',
    ],
    [
      'too-small',
      { maxEntries: 4 },
      'An agent is free. 106 keeps the turn: with 4 entries it is too small to be preempted (minimum 3 × 2 = 6 entries).',
    ],
    [
      'no-candidate',
      {},
      'An agent is free. 106 keeps the turn: no other job fits the delivery slots it has or can earn.',
    ],
  ] as const)('with %s names the first reason: %j', (outcome, over, expected) => {
    expect(tested({ outcome, ...over })).toBe(expected);
  });

  test('with a preemption names the price and what is on hand', () => {
    const over = { outcome: 'preempted', onHand: 4, need: 3, price: 3 } as const;
    expect(tested(over, { chosen: chosen(9) })).toBe(
      'An agent is free. 109 preempts 106: it needs 3 delivery slots, and 106 has 4.',
    );
    expect(tested({ ...over, loan: 3, price: 1.5 }, { chosen: chosen(9) })).toBe(
      'An agent is free. 109 preempts 106: it needs 3 delivery slots, 1.5 after the discount, and 106 has 4 (3 of them on loan).',
    );
    expect(tested({ ...over, price: 0 }, { chosen: chosen(9) })).toBe(
      'An agent is free. 109 preempts 106: it needs 3 delivery slots, all waived by the discount, and 106 has 4.',
    );
  });

  test('with a preemption by a blocked job says who got it instead', () => {
    expect(tested({ outcome: 'preempted' }, { chosen: chosen(6), becameBlockers: [9] })).toBe(
      'An agent is free. 109 preempts 106, but its destinations have no room, so it becomes a blocker. 106 gets the turn.',
    );
  });

  test('that skips the current job says why', () => {
    expect(tested({ outcome: 'nothing-earned' }, { chosen: chosen(2), becameBlockers: [6] })).toBe(
      'An agent is free. 106 is passed over: its destinations have no room, so it becomes a blocker. 102 gets the turn.',
    );
    expect(tested({ outcome: 'nothing-earned' }, { chosen: chosen(2), blockersSkipped: 1 })).toBe(
      'An agent is free. 106 is passed over: it is a blocker because its destinations have no room. 102 gets the turn. 1 blocker was skipped.',
    );
    expect(tested({ outcome: 'nothing-earned' }, { chosen: chosen(2), stalled: [6] })).toBe(
      'An agent is free. 106 is passed over: it has nothing left in core, so it leaves the list. 102 gets the turn.',
    );
  });

  test('from the cache says that no job was examined', () => {
    expect(tested({ cached: true })).toMatch(/Postfix reused its last candidate and checked no jobs\.$/);
  });

  test('names other jobs that became blockers', () => {
    expect(tested({}, { becameBlockers: [1, 2, 3] })).toMatch(/101, 102 and 103 become blockers\.$/);
  });

  test('of no job says why', () => {
    expect(text(selection({}))).toBe('An agent is free, but the job list is empty.');
    const none = (rest: Partial<SelectionDecision>, over: Partial<PreemptionTest> = {}) =>
      text(selection({ preemption: preemption({ outcome: 'no-candidate', ...over }), ...rest }));
    expect(none({ becameBlockers: [6] })).toBe(
      'An agent is free, but nothing can be selected: the only job on the list is a blocker because its destinations have no room.',
    );
    expect(none({ becameBlockers: [6], blockersSkipped: 3 })).toBe(
      'An agent is free, but nothing can be selected: the four jobs on the list are blockers because their destinations have no room.',
    );
    expect(none({ stalled: [9] })).toBe(
      'An agent is free, but nothing can be selected: no job has an entry left in core. 109 has nothing left in core and leaves the list.',
    );
    expect(none({ becameBlockers: [6, 9] }, { outcome: 'preempted' })).toBe(
      'An agent is free. 109 preempts 106, but nothing can be selected: the two jobs on the list are blockers because their destinations have no room.',
    );
  });

  test('names the agent and calls a delivery slot a coin where the page asks for it', () => {
    const telling = { slot: 'coin', agent: 2 };
    const of = (over: Partial<PreemptionTest>) =>
      toText(
        explainDecision(
          record(selection({ preemption: preemption(over), chosen: chosen(6) })),
          names,
          telling,
        ).sentence,
      );
    expect(of({ price: 4 })).toBe('Agent 2 is free. 106 keeps the turn: 109 needs 4 coins, and 106 has 1.');
    expect(of({ outcome: 'no-candidate' })).toBe(
      'Agent 2 is free. 106 keeps the turn: no other job fits the coins it has or can earn.',
    );
  });
});

describe('a feedback', () => {
  const feedback = (over: Partial<FeedbackDecision>): FeedbackDecision => ({
    rule: 'feedback',
    sign: 'positive',
    transport: 1,
    queue: 1,
    queueName: 'a.example',
    amount: 0.2,
    applied: true,
    windowBefore: 5,
    windowAfter: 5,
    success: 0.4,
    failure: 0,
    failCohorts: 0,
    cohortLimit: 1,
    died: false,
    busy: 1,
    initialConcurrency: 5,
    concurrencyLimit: 20,
    positive: { base: 1, kind: 'perWindow' },
    negative: { base: 1, kind: 'constant' },
    parameter: 'destination_concurrency_positive_feedback',
    section: 'Concurrency scheduling',
    ...over,
  });

  test.each([
    [
      {},
      'a.example answered: 0.2 towards a larger window; the success total is 0.4.',
      'a.example hat geantwortet: 0.2 für ein größeres Window; die Summe der Erfolge ist 0.4.',
    ],
    [
      { windowAfter: 6, success: 0 },
      'a.example answered: its window grows from 5 to 6.',
      'a.example hat geantwortet: Das Window wächst von 5 auf 6.',
    ],
    [
      { applied: false, concurrencyLimit: 5 },
      'a.example answered. Nothing is added: its window of 5 is at the limit.',
      'a.example hat geantwortet. Nichts kommt hinzu, denn das Window von 5 ist am Limit.',
    ],
    [
      { applied: false, windowBefore: 7, windowAfter: 7, busy: 2 },
      'a.example answered. Nothing is added: the window is not fully used (7 ≥ 2 busy + 5 initial).',
      'a.example hat geantwortet. Nichts kommt hinzu, denn das Window ist nicht ausgenutzt: 7 ≥ 2 busy + 5 zu Beginn.',
    ],
    [
      { sign: 'negative', windowAfter: 3, failure: 1 },
      'a.example failed: its window shrinks from 5 to 3.',
      'Ein Fehlschlag bei a.example: Das Window schrumpft von 5 auf 3.',
    ],
    [
      { sign: 'negative', failure: 0.5 },
      'a.example failed: the window stays at 5; the failure allowance left before it shrinks is 0.5.',
      'Ein Fehlschlag bei a.example: Das Window bleibt bei 5, bis zum nächsten Schritt nach unten ist noch 0.5 für Fehlschläge übrig.',
    ],
    [
      { sign: 'negative', died: true, failCohorts: 1.03 },
      'a.example failed. Its failed cohorts reached 1.03 (limit 1), so it is dead.',
      'Ein Fehlschlag bei a.example. Die Failed Cohorts erreichten 1.03 (Limit 1), also ist die Destination tot.',
    ],
    [
      { sign: 'revival', windowBefore: 0 },
      'a.example is tried again: its window starts at 5.',
      'a.example wird wieder versucht: Das Window beginnt bei 5.',
    ],
  ] as const)('%j', (over, expected, german) => {
    expect(text(feedback(over))).toBe(expected);
    expect(toText(DE.ask.report.explained(feedback(over), names).sentence)).toBe(german);
  });

  test('gives its totals', () => {
    const sums = explainDecision(
      record(feedback({ sign: 'negative', amount: 1, windowAfter: 3, failure: 1, failCohorts: 0.2 })),
      names,
    ).arithmetic;
    expect(sums?.lines.map((l) => l.expression)).toEqual(['− 1, now 1', '+ 1 ÷ 5 = 0.2']);
    expect(toText(sums?.verdict ?? [])).toBe('window 5 → 3');
    const success = (over: Partial<FeedbackDecision>) =>
      explainDecision(record(feedback(over)), names).arithmetic?.lines[0]?.expression;
    expect(success({})).toBe('0.2 + 0.2 = 0.4');
    expect(success({ windowAfter: 6, success: 0, amount: 1 })).toBe('0 + 1 − 1 = 0');
  });
});
