import type { CauseDecision, CompareCause, CompareReport } from '../protocol/studies.ts';
import { explainEvent } from './event.ts';
import { type Names, say, type Token } from './tokens.ts';
import { explainReason } from './why.ts';
import { formatNumber } from './figures.ts';
import { formatCounted, formatSeconds } from './format.ts';

/**
 * One line about two branches: how many turns they share, and the first decision or event that differs, with the operands
 * of both sides.
 */
export function explainCompare(report: CompareReport, names: Names): Token[] {
  const { same, a, b, cause } = report;
  const ends = same === a.deliverySlots.numbers.length && same === b.deliverySlots.numbers.length;
  const start = ends
    ? same === 0
      ? say`No job has had a turn yet. `
      : say`All ${formatCounted(same, 'turn is', 'turns are')} the same. `
    : same === 0
      ? say`Different from the first turn on. `
      : say`Same for ${formatCounted(same, 'turn')}. `;
  return [...start, ...explainCause(cause, names)];
}

function explainCause(cause: CompareCause | null, names: Names): Token[] {
  if (cause === null) return say`Nothing differs between the two so far.`;
  if (cause.kind === 'decision') return explainDecisions(cause.a, cause.b);
  const { a, b } = cause;
  if (a === null || b === null) return [];
  if (a.at !== b.at && a.event.kind === b.event.kind) {
    return [
      ...say`The first difference is a time: in A at ${formatSeconds(a.at)}, in B at ${formatSeconds(b.at)}. `,
      ...explainEvent({ n: 0, step: 0, ...a }, names),
    ];
  }
  return [
    ...say`The first difference: in A at ${formatSeconds(a.at)}, `,
    ...lower(explainEvent({ n: 0, step: 0, ...a }, names)),
    ...say` In B at ${formatSeconds(b.at)}, `,
    ...lower(explainEvent({ n: 0, step: 0, ...b }, names)),
  ];
}

/** Lowers the first letter, for use in the middle of a sentence. */
function lower(tokens: Token[]): Token[] {
  const [first, ...rest] = tokens;
  if (first === undefined || !('text' in first)) return tokens;
  return [{ text: first.text.charAt(0).toLowerCase() + first.text.slice(1) }, ...rest];
}

function explainDecisions(a: CauseDecision, b: CauseDecision): Token[] {
  const at =
    a.at === b.at
      ? say`At ${formatSeconds(a.at)}`
      : say`At ${formatSeconds(a.at)} in A and ${formatSeconds(b.at)} in B`;
  if (a.rule === 'feedback' || b.rule === 'feedback') {
    return [...at, ...say`, A: ${feedback(a)}; B: ${feedback(b)}.`];
  }
  if (a.outcome === 'preempted' && b.reason !== null) return [...at, ...letIn('A', a), ...keptOut('B', b)];
  if (b.outcome === 'preempted' && a.reason !== null) return [...at, ...letIn('B', b), ...keptOut('A', a)];
  return [
    ...at,
    ...say` the turn goes ${given(a)} in A and ${given(b)} in B. `,
    ...say`A: ${test(a)} B: ${test(b)}`,
  ];
}

/** The preemption that happened on one side, with its operands. */
function letIn(side: string, d: CauseDecision): Token[] {
  const price = d.price === d.need ? '' : `, ${formatNumber(d.price)} after the discount of ${d.discount} %`;
  const loan = d.loan === 0 ? '' : ` with a loan of ${d.loan}`;
  return say`, job ${{ chip: d.candidate }} needs ${formatCounted(d.need, 'delivery slot')}${price}. In ${side} it goes in front of job ${{ chip: d.current }}, which has ${formatNumber(d.onHand)} on hand (${formatCounted(d.deliverySlotsAvailable, 'selection')} at cost ${d.cost}${loan}). `;
}

function keptOut(side: string, d: CauseDecision): Token[] {
  const cost = d.cost === 0 ? '' : ` at cost ${d.cost}`;
  return d.reason === null ? [] : [...say`In ${side}${cost}: `, ...lower(explainReason(d.reason))];
}

function given({ chosen, destination }: CauseDecision): Token[] {
  if (chosen === 0) return say`to no job`;
  return say`to job ${{ chip: chosen }} for ${{ mono: destination }}`;
}

function test(d: CauseDecision): Token[] {
  switch (d.outcome) {
    case 'preemption-off':
      return say`preemption is off (cost ${d.cost}).`;
    case 'nothing-earned':
      return say`job ${{ chip: d.current }} has earned nothing yet.`;
    case 'too-small':
      return say`job ${{ chip: d.current }} is too small to be preempted: ${d.maxEntries} entries, below ${d.minimumDeliverySlots} × ${d.cost}.`;
    case 'no-candidate':
      return say`no other job fits in front of job ${{ chip: d.current }}.`;
    case 'slots-short':
      return say`job ${{ chip: d.candidate }} costs ${formatNumber(d.price)} delivery slots, job ${{ chip: d.current }} has ${formatNumber(d.onHand)}.`;
    case 'preempted':
      return say`job ${{ chip: d.candidate }} goes in front of job ${{ chip: d.current }}: it costs ${formatNumber(d.price)} delivery slots, and ${formatNumber(d.onHand)} are on hand.`;
    case 'none':
      return say`there was no current job that could be preempted.`;
    default:
      return d.outcome satisfies never;
  }
}

function feedback(d: CauseDecision): Token[] {
  if (d.rule !== 'feedback') return say`the turn goes ${given(d)}`;
  if (d.died) return say`${{ mono: d.destination }} is dead`;
  return d.windowBefore === d.windowAfter
    ? say`the window of ${{ mono: d.destination }} stays at ${d.windowAfter}, the feedback was ${formatNumber(d.amount)}`
    : say`the window of ${{ mono: d.destination }} goes from ${d.windowBefore} to ${d.windowAfter} with a feedback of ${formatNumber(d.amount)}`;
}
