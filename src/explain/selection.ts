/**
 * One walk of the job list in words: which job got the turn, and the first reason why no other did (the order of
 * the tests is that of qmgr/README.md §9 and §10.3).
 */
import type { MessageId } from '../protocol/ids.ts';
import type { PreemptionTest, SelectionDecision } from '../protocol/decisions.ts';
import type { Arithmetic, Explanation } from './explanation.ts';
import type { Names, Token } from './tokens.ts';
import { formatNumber } from './figures.ts';
import { formatCounted } from './format.ts';
import { chips, countWord, say } from './tokens.ts';

/** Explains one selection, with or without a chosen entry. */
export function explainSelection(decision: SelectionDecision, names: Names): Explanation {
  const { preemption, chosen } = decision;
  const explanation: Explanation = {
    sentence: chosen === undefined ? noneChosen(decision, names) : oneChosen(decision, names),
    notes: notes(decision, names),
    parameter: decision.parameter,
    section: decision.section,
  };
  if (preemption !== undefined && reachedPrice(preemption)) {
    explanation.arithmetic = arithmetic(preemption, names);
  }
  return explanation;
}

function reachedPrice(test: PreemptionTest): boolean {
  return test.outcome === 'slots-short' || test.outcome === 'preempted';
}

function oneChosen(decision: SelectionDecision, names: Names): Token[] {
  const test = decision.preemption;
  const winner = { chip: names.numberOf(decision.chosen?.msg ?? 0) };
  if (test === undefined) return say`An agent is free. ${winner} gets the turn.`;
  const current = { chip: names.numberOf(test.current) };
  const candidate = { chip: names.numberOf(test.candidate) };
  const start = test.outcome === 'preempted' ? candidate : current;
  if (test.outcome === 'preempted') {
    if (start.chip === winner.chip)
      return say`An agent is free. ${candidate} preempts ${current}: ${bought(test, names)}.`;
    return say`An agent is free. ${candidate} preempts ${current}, but ${why(decision, test.candidate)}. ${winner} gets the turn.`;
  }
  if (start.chip === winner.chip)
    return say`An agent is free. ${current} ${verb(test)} the turn: ${reason(test, names)}.`;
  return say`An agent is free. ${current} is passed over: ${why(decision, test.current)}. ${winner} gets the turn.`;
}

function noneChosen(decision: SelectionDecision, names: Names): Token[] {
  const test = decision.preemption;
  if (test === undefined) return say`An agent is free, but the job list is empty.`;
  const blocked = decision.blockersSkipped + decision.becameBlockers.length;
  const opening =
    test.outcome === 'preempted'
      ? say`${{ chip: names.numberOf(test.candidate) }} preempts ${{ chip: names.numberOf(test.current) }}, but nothing can be selected`
      : say`An agent is free, but nothing can be selected`;
  if (blocked > 0) {
    return say`${opening}: ${blockedJobs(blocked)}.`;
  }
  return say`${opening}: no job has an entry left in core.`;
}

function blockedJobs(n: number): string {
  if (n === 1) return 'the only job on the list is a blocker, its destinations have no room';
  return `the ${countWord(n)} jobs of the list are blockers, their destinations have no room`;
}

/** "keeps" once there was something to lose, "gets" before. */
function verb(test: PreemptionTest): string {
  return test.outcome === 'preemption-off' || test.outcome === 'nothing-earned' ? 'gets' : 'keeps';
}

/** Why the current job was not preempted. */
function reason(test: PreemptionTest, names: Names): Token[] {
  const candidate = { chip: names.numberOf(test.candidate) };
  switch (test.outcome) {
    case 'preemption-off':
      return say`it is the current job, and with a slot cost of ${formatNumber(test.cost)} preemption is off`;
    case 'nothing-earned':
      if (test.deliverySlotsAvailable < 0) {
        const owed = Math.ceil(-test.deliverySlotsAvailable / Math.max(1, test.cost));
        return say`it still owes ${formatCounted(owed, 'delivery slot')} and cannot be preempted`;
      }
      return say`it is the current job and has no delivery slot on hand that another could use`;
    case 'too-small':
      return say`with ${formatCounted(test.maxEntries, 'entry', 'entries')} it is too small to be preempted, that takes ${formatNumber(
        test.minimumDeliverySlots,
      )} × ${formatNumber(test.cost)}`;
    case 'no-candidate':
      return say`no other job fits into the delivery slots that it has or can still earn`;
    case 'slots-short': {
      const short = Math.ceil(test.price - test.onHand);
      return say`${candidate} is the best candidate, but ${countWord(short)} delivery ${short === 1 ? 'slot' : 'slots'} short`;
    }
    case 'preempted':
      return bought(test, names);
  }
}

/** What the preemption cost: what has to be on hand, and what was. */
function bought(test: PreemptionTest, names: Names): Token[] {
  const current = { chip: names.numberOf(test.current) };
  const loan = test.loan > 0 ? ` (${formatNumber(test.loan)} of them on loan)` : '';
  const need = formatCounted(test.need, 'delivery slot');
  if (test.price === test.need)
    return say`it needs ${need} on hand, and ${current} has ${formatNumber(test.onHand)}${loan}`;
  const price = test.price === 0 ? 'none' : formatNumber(test.price);
  return say`it needs ${need}, of which ${price} must be on hand, and ${current} has ${formatNumber(test.onHand)}${loan}`;
}

/** Why the walk did not stop at the job where it began. */
function why(decision: SelectionDecision, msg: MessageId): string {
  if (decision.becameBlockers.includes(msg)) return 'its destinations have no room, it becomes a blocker';
  if (decision.stalled.includes(msg)) return 'nothing of it is left in core, it leaves the list';
  return 'it is a blocker, its destinations have no room';
}

function notes(decision: SelectionDecision, names: Names): Token[][] {
  const out: Token[][] = [];
  const test = decision.preemption;
  if (test?.cached === true && test.outcome !== 'preemption-off') {
    const what = test.outcome === 'no-candidate' ? 'This answer' : 'The candidate';
    out.push(say`${what} came from the cache: no job was examined at this instant.`);
  }
  const became = decision.becameBlockers.filter((msg) => msg !== test?.current && msg !== test?.candidate);
  if (became.length > 0) {
    out.push(
      say`${chips(became.map((msg) => names.numberOf(msg)))} ${became.length === 1 ? 'becomes a blocker' : 'become blockers'}.`,
    );
  }
  if (decision.blockersSkipped > 0 && decision.chosen !== undefined) {
    out.push(say`${formatCounted(decision.blockersSkipped, 'blocker was', 'blockers were')} skipped.`);
  }
  const stalled = decision.stalled.filter((msg) => msg !== test?.current);
  if (stalled.length > 0) {
    const numbers = stalled.map((msg) => names.numberOf(msg));
    out.push(say`Nothing of ${chips(numbers)} is left in core: off the list.`);
  }
  return out;
}

/** The two sides of the test of qmgr/README.md §10.3. */
function arithmetic(test: PreemptionTest, names: Names): Arithmetic {
  const current = { chip: names.numberOf(test.current) };
  const candidate = { chip: names.numberOf(test.candidate) };
  const enough = test.onHand >= test.price;
  const verdict = enough
    ? say`${formatNumber(test.onHand)} ≥ ${formatNumber(test.price)}, so ${candidate} moves in front of ${current}`
    : say`${formatNumber(test.onHand)} < ${formatNumber(test.price)}, so nothing moves this time`;
  return {
    lines: [
      {
        label: say`${candidate} needs ${formatCounted(test.need, 'delivery slot')}, discount ${formatNumber(test.discount)} %`,
        expression: `${formatNumber(test.need)} × ${formatNumber(100 - test.discount)} % = ${formatNumber(test.price)}`,
      },
      {
        label: say`${current} has ${formatCounted(test.deliverySlotsAvailable, 'unit')}, ${formatNumber(test.cost)} to a delivery slot`,
        expression: `⌊${formatNumber(test.deliverySlotsAvailable)} ÷ ${formatNumber(test.cost)}⌋ + ${formatNumber(test.loan)} = ${formatNumber(test.onHand)}`,
      },
    ],
    verdict,
  };
}
