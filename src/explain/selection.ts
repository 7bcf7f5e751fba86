/**
 * Explains one walk of the job list: which job got the turn, and the first reason why no other did. The order of the tests
 * is that of qmgr/README.md §9 and §10.3.
 */
import type { MessageId } from '../protocol/ids.ts';
import type { PreemptionTest, SelectionDecision } from '../protocol/decisions.ts';
import type { Arithmetic, Explanation } from './explanation.ts';
import type { Names, Token } from './tokens.ts';
import { formatNumber } from './figures.ts';
import { formatCounted } from './format.ts';
import { chips, countWord, say } from './tokens.ts';

/** Explains one selection, whether or not it chose an entry. */
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
  if (n === 1) return 'the only job on the list is a blocker because its destinations have no room';
  return `the ${countWord(n)} jobs on the list are blockers because their destinations have no room`;
}

/** "keeps" if a preemption was possible, otherwise "gets". */
function verb(test: PreemptionTest): string {
  return test.outcome === 'preemption-off' || test.outcome === 'nothing-earned' ? 'gets' : 'keeps';
}

function reason(test: PreemptionTest, names: Names): Token[] {
  const candidate = { chip: names.numberOf(test.candidate) };
  switch (test.outcome) {
    case 'preemption-off':
      return say`it is the current job, and a slot cost of ${formatNumber(test.cost)} turns preemption off`;
    case 'nothing-earned':
      if (test.deliverySlotsAvailable < 0) {
        const owed = Math.ceil(-test.deliverySlotsAvailable / Math.max(1, test.cost));
        return say`it still owes ${formatCounted(owed, 'delivery slot')} and cannot be preempted`;
      }
      return say`it is the current job and has no delivery slot that another job could use`;
    case 'too-small':
      return say`with ${formatCounted(test.maxEntries, 'entry', 'entries')} it is too small to be preempted (minimum ${formatNumber(
        test.minimumDeliverySlots,
      )} × ${formatNumber(test.cost)} = ${formatNumber(test.minimumDeliverySlots * test.cost)} entries)`;
    case 'no-candidate':
      return say`no other job is small enough for the delivery slots it has or can earn`;
    case 'slots-short': {
      const short = Math.ceil(test.price - test.onHand);
      return say`${candidate} is the best candidate, but ${countWord(short)} delivery ${short === 1 ? 'slot' : 'slots'} short`;
    }
    case 'preempted':
      return bought(test, names);
  }
}

/** States the price of the preemption and what the current job had. */
function bought(test: PreemptionTest, names: Names): Token[] {
  const current = { chip: names.numberOf(test.current) };
  const loan = test.loan > 0 ? ` (${formatNumber(test.loan)} of them on loan)` : '';
  const need = formatCounted(test.need, 'delivery slot');
  if (test.price === test.need)
    return say`it needs ${need} on hand, and ${current} has ${formatNumber(test.onHand)}${loan}`;
  if (test.price === 0)
    return say`it needs ${need}, the discount waives them all, and ${current} has ${formatNumber(test.onHand)}${loan}`;
  return say`it needs ${need}, ${formatNumber(test.price)} after the discount, and ${current} has ${formatNumber(test.onHand)}${loan}`;
}

/** Says why the walk went past the job that it started from. */
function why(decision: SelectionDecision, msg: MessageId): string {
  if (decision.becameBlockers.includes(msg)) return 'its destinations have no room, so it becomes a blocker';
  if (decision.stalled.includes(msg)) return 'it has nothing left in core, so it leaves the list';
  return 'it is a blocker because its destinations have no room';
}

function notes(decision: SelectionDecision, names: Names): Token[][] {
  const out: Token[][] = [];
  const test = decision.preemption;
  if (test?.cached === true && test.outcome !== 'preemption-off') {
    const what = test.outcome === 'no-candidate' ? 'answer' : 'candidate';
    out.push(say`Postfix reused its last ${what} and checked no jobs.`);
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
    out.push(
      say`${chips(numbers)} ${numbers.length === 1 ? 'has' : 'have'} nothing left in core and ${numbers.length === 1 ? 'leaves' : 'leave'} the list.`,
    );
  }
  return out;
}

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
        label: say`${current} has earned ${formatCounted(test.deliverySlotsAvailable, 'unit')}; ${formatNumber(test.cost)} make one delivery slot`,
        expression: `⌊${formatNumber(test.deliverySlotsAvailable)} ÷ ${formatNumber(test.cost)}⌋ + ${formatNumber(test.loan)} = ${formatNumber(test.onHand)}`,
      },
    ],
    verdict,
  };
}
