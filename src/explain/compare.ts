import type { MessageNumber } from '../protocol/ids.ts';
import type { CauseDecision, CauseEvent, CompareReport, MessageDifference } from '../protocol/studies.ts';
import { MICROS_PER_SECOND, type Micros } from '../protocol/units.ts';
import { explainEvent } from './event.ts';
import { type Names, say, type Token } from './tokens.ts';
import { explainReason } from './why.ts';
import { formatNumber, formatSpan } from './figures.ts';
import { formatCounted, formatSeconds } from './format.ts';

/** Writes the first sentence of a comparison: the message whose last recipient differs most. */
export function explainLargest({ messages }: CompareReport): Token[] {
  const both = messages.filter(({ a, b }) => a.number > 0 && b.number > 0);
  const parted = both.find(({ a, b }) => a.tried && b.tried && a.took < 0 !== b.took < 0);
  if (parted !== undefined) {
    const [done, deferred] = parted.b.took < 0 ? ['A', 'B'] : ['B', 'A'];
    return say`Message ${twins(parted)} is done in ${done}, deferred in ${deferred}`;
  }
  const done = both.filter(({ a, b }) => a.took >= 0 && b.took >= 0);
  const [largest] = done.toSorted((x, y) => Math.abs(later(y)) - Math.abs(later(x)));
  if (both.length === 0) return say`A and B have no message in common`;
  if (largest === undefined) return say`No message is done yet in A and B`;
  const difference = later(largest);
  if (difference === 0)
    return done.length === 1
      ? say`Message ${twins(largest)} is done at the same time in A and B`
      : say`All ${done.length} messages are done at the same time in A and B`;
  return say`Message ${twins(largest)} is done ${differenceText(difference)} ${difference > 0 ? 'later' : 'sooner'} in B`;
}

/** How much later a message is done in B. */
function later({ a, b }: MessageDifference): Micros {
  return b.took - a.took;
}

/** The number of a message, and its other number in B when the branches count differently. */
function twins({ a, b }: MessageDifference): Token[] {
  return a.number === b.number
    ? [{ chip: a.number }]
    : say`${{ chip: a.number }} (${{ chip: b.number }} in B)`;
}

/** Writes a difference without its sign: `4.3 s`, `12 ms`. */
function differenceText(difference: Micros): string {
  const size = Math.abs(difference);
  const tenth = MICROS_PER_SECOND / 10;
  return size < tenth || size >= 120 * MICROS_PER_SECOND
    ? formatSpan(size)
    : `${(size / MICROS_PER_SECOND).toFixed(1)} s`;
}

/** Says until when two branches are the same, and names the first decision or event that differs. */
export function explainCompare(report: CompareReport, names: Names): Token[] {
  const { same, a, b } = report;
  const ends = same === a.deliverySlots.numbers.length && same === b.deliverySlots.numbers.length;
  const start = ends
    ? same === 0
      ? say`No job has had a turn yet. `
      : say`All ${formatCounted(same, 'turn is', 'turns are')} the same. `
    : same === 0
      ? say`Different from the first turn on. `
      : say`Same for ${formatCounted(same, 'turn')}. `;
  return [...start, ...explainCause(report, names)];
}

function explainCause(report: CompareReport, names: Names): Token[] {
  const { cause } = report;
  if (cause === null) return say`Nothing differs between the two so far.`;
  if (cause.kind === 'decision') return explainDecisions(cause.a, cause.b, report);
  const { a, b } = cause;
  if (a === null || b === null) return [];
  const extra = extraMail(report, 'a', a) ?? extraMail(report, 'b', b);
  if (extra !== null) return extra;
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

/** Describes mail that exists on one side only, if that is the first difference; null otherwise. */
function extraMail({ messages }: CompareReport, side: 'a' | 'b', { at, event }: CauseEvent): Token[] | null {
  if (event.kind !== 'message.injected') return null;
  const other = side === 'a' ? 'b' : 'a';
  const own = messages.find((message) => message[side].injected === at && message[other].number === 0);
  if (own === undefined) return null;
  return say`Only ${side.toUpperCase()} has message ${{ chip: own[side].number }}, which arrives at ${formatSeconds(at)} with ${formatCounted(own.recipients, 'recipient')}.`;
}

/** Lowers the first letter, for use in the middle of a sentence. */
function lower(tokens: Token[]): Token[] {
  const [first, ...rest] = tokens;
  if (first === undefined || !('text' in first)) return tokens;
  return [{ text: first.text.charAt(0).toLowerCase() + first.text.slice(1) }, ...rest];
}

function explainDecisions(a: CauseDecision, b: CauseDecision, report: CompareReport): Token[] {
  const at =
    a.at === b.at
      ? say`At ${formatSeconds(a.at)}`
      : say`At ${formatSeconds(a.at)} in A and ${formatSeconds(b.at)} in B`;
  if (a.rule === 'feedback' || b.rule === 'feedback') {
    return [...at, ...say`, A: ${feedback(a)}; B: ${feedback(b)}.`];
  }
  if (a.outcome === 'preempted' && b.reason !== null)
    return [
      ...say`Then `,
      ...lower(at),
      ...letIn('A', a),
      ...keptOut('b', b, waits(report, 'a', a.candidate)),
    ];
  if (b.outcome === 'preempted' && a.reason !== null)
    return [
      ...say`Then `,
      ...lower(at),
      ...letIn('B', b),
      ...keptOut('a', a, waits(report, 'b', b.candidate)),
    ];
  return [
    ...at,
    ...say` the turn goes ${given(a)} in A and ${given(b)} in B. `,
    ...say`A: ${test(a)} B: ${test(b)}`,
  ];
}

/** The preemption that happened on one side, with its operands. */
function letIn(side: string, d: CauseDecision): Token[] {
  const price =
    d.price === d.need
      ? ''
      : d.price === 0
        ? ', all waived by the discount'
        : `, ${formatNumber(d.price)} after the discount`;
  const loan = d.loan === 0 ? '' : ` (${d.loan} of them on loan)`;
  return say` ${{ chip: d.candidate }} preempts ${{ chip: d.current }} in ${side}: it needs ${formatCounted(d.need, 'coin')}${price}, and ${{ chip: d.current }} has ${formatNumber(d.onHand)}${loan}. `;
}

/**
 * Number of turns that the message still waits on the other side after the first difference; null = it never gets one.
 */
function waits(
  { messages, same, ...sides }: CompareReport,
  side: 'a' | 'b',
  number: MessageNumber,
): number | null {
  const other = side === 'a' ? 'b' : 'a';
  const twin = messages.find((message) => message[side].number === number)?.[other].number ?? 0;
  const turn = sides[other].deliverySlots.numbers.indexOf(twin, same);
  return turn < 0 ? null : turn - same;
}

function keptOut(side: 'a' | 'b', d: CauseDecision, turns: number | null): Token[] {
  if (d.reason === null) return [];
  const waiting = turns === null || turns === 0 ? '' : ` it waits for ${formatCounted(turns, 'more turn')}:`;
  const why = d.cost < 2 ? say`preemption is off (cost ${d.cost}).` : lower(explainReason(d.reason));
  return [...say`In ${side.toUpperCase()}${waiting} `, ...why];
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
      return say`job ${{ chip: d.candidate }} needs ${formatNumber(d.price)} coins, job ${{ chip: d.current }} has ${formatNumber(d.onHand)}.`;
    case 'preempted':
      return say`job ${{ chip: d.candidate }} goes in front of job ${{ chip: d.current }}: it needs ${formatNumber(d.price)} coins, and ${formatNumber(d.onHand)} are on hand.`;
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
