/**
 * Explains one walk of the job list: which job got the turn, and the first reason why no other job got it. The order of
 * the tests is that of qmgr/README.md §9 and §10.3.
 */
import type { MessageId } from '../protocol/ids.ts';
import type { PreemptionTest, SelectionDecision } from '../protocol/decisions.ts';
import type { Explanation, Telling } from './explanation.ts';
import type { Names, Token } from './tokens.ts';
import { formatNumber } from './figures.ts';
import { formatCounted } from './format.ts';
import { chips, countWord, say } from './tokens.ts';

/** Explains one selection, whether or not it chose an entry. */
export function explainSelection(decision: SelectionDecision, names: Names, telling: Telling): Explanation {
  const { chosen } = decision;
  const { slot = 'delivery slot', agent } = telling;
  const free = agent === undefined ? 'An agent is free' : `Agent ${agent} is free`;
  const said = chosen === undefined ? noneChosen(decision, names) : oneChosen(decision, names, slot);
  return {
    sentence: say`${free}${said}.`,
    notes: notes(decision, names),
    parameter: decision.parameter,
    section: decision.section,
  };
}

/** True if the test compared the current job's delivery slots with the price. */
export function reachedPrice(test: PreemptionTest): boolean {
  return test.outcome === 'slots-short' || test.outcome === 'preempted';
}

function oneChosen(decision: SelectionDecision, names: Names, slot: string): Token[] {
  const test = decision.preemption;
  const winner = { chip: names.numberOf(decision.chosen?.msg ?? 0) };
  if (test === undefined) return say`. ${winner} gets the turn`;
  const current = { chip: names.numberOf(test.current) };
  const candidate = { chip: names.numberOf(test.candidate) };
  if (test.outcome === 'preempted') {
    if (candidate.chip === winner.chip)
      return say`. ${candidate} preempts ${current}: it needs ${compared(test, names, slot)}`;
    return say`. ${candidate} preempts ${current}, but ${why(decision, test.candidate)}. ${winner} gets the turn`;
  }
  if (current.chip === winner.chip)
    return say`. ${current} ${verb(test)} the turn: ${reason(test, names, slot)}`;
  return say`. ${current} is passed over: ${why(decision, test.current)}. ${winner} gets the turn`;
}

function noneChosen(decision: SelectionDecision, names: Names): Token[] {
  const test = decision.preemption;
  if (test === undefined) return say`, but the job list is empty`;
  const blocked = decision.blockersSkipped + decision.becameBlockers.length;
  const opening =
    test.outcome === 'preempted'
      ? say`. ${{ chip: names.numberOf(test.candidate) }} preempts ${{ chip: names.numberOf(test.current) }}, but nothing can be selected`
      : say`, but nothing can be selected`;
  if (blocked > 0) return say`${opening}: ${blockedJobs(blocked)}`;
  return say`${opening}: no job has an entry left in core`;
}

function blockedJobs(n: number): string {
  if (n === 1) return 'the only job on the list is a blocker because its destinations have no room';
  return `the ${countWord(n)} jobs on the list are blockers because their destinations have no room`;
}

/** "keeps" if a preemption was possible, otherwise "gets". */
function verb(test: PreemptionTest): string {
  return test.outcome === 'preemption-off' || test.outcome === 'nothing-earned' ? 'gets' : 'keeps';
}

function reason(test: PreemptionTest, names: Names, slot: string): Token[] {
  switch (test.outcome) {
    case 'preemption-off':
      return say`it is the current job, and a slot cost of ${formatNumber(test.cost)} turns preemption off`;
    case 'nothing-earned':
      if (test.deliverySlotsAvailable < 0) {
        const owed = Math.ceil(-test.deliverySlotsAvailable / Math.max(1, test.cost));
        return say`it still owes ${formatCounted(owed, slot)} and cannot be preempted`;
      }
      return say`it is the current job and has no ${slot} that another job could use`;
    case 'too-small':
      return say`with ${formatCounted(test.maxEntries, 'entry', 'entries')} it is too small to be preempted (minimum ${formatNumber(
        test.minimumDeliverySlots,
      )} × ${formatNumber(test.cost)} = ${formatNumber(test.minimumDeliverySlots * test.cost)} entries)`;
    case 'no-candidate':
      return say`no other job fits the ${slot}s it has or can earn`;
    case 'slots-short':
      return say`${{ chip: names.numberOf(test.candidate) }} needs ${compared(test, names, slot)}`;
    case 'preempted':
      return [];
  }
}

/** Both sides of the test: "3 coins, and 1 has 4". */
function compared(test: PreemptionTest, names: Names, slot: string): Token[] {
  const current = { chip: names.numberOf(test.current) };
  const need = formatCounted(test.need, slot);
  const loan = test.loan > 0 ? ` (${formatNumber(test.loan)} of them on loan)` : '';
  const has = say`${current} has ${formatNumber(test.onHand)}${loan}`;
  if (test.price === test.need) return say`${need}, and ${has}`;
  if (test.price === 0) return say`${need}, all waived by the discount, and ${has}`;
  return say`${need}, ${formatNumber(test.price)} after the discount, and ${has}`;
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
