import type { MessageId } from '../../protocol/ids.ts';
import type { CandidateRow } from '../../protocol/answers.ts';
import type { PreemptionTest, SelectionDecision } from '../../protocol/decisions.ts';
import { formatNumber } from '../figures.ts';
import { formatCounted } from '../format.ts';
import { type Names, say, type Token } from '../tokens.ts';
import { line, type RuleTrace, Walk } from './rule.ts';

const LINES = [
  line('C = the current job'),
  line('if delivery slot cost < 2: preemption is off'),
  line('if C has earned no unit: C keeps its place'),
  line('if entries of C < minimum × cost: C keeps its place'),
  line('room = (entries left in C + units) ÷ cost'),
  line('for each job J behind C, oldest first:'),
  line('  if it has children or is a blocker: next'),
  line('  need = entries it has yet to hand over'),
  line('  if 0 < need ≤ room:'),
  line('    score = (age + 1 s) ÷ entries'),
  line('    if no score was higher: best = J'),
  line('  if no later job can score more: stop'),
  line('if there is no best candidate: C keeps its place'),
  line('have = ⌊units ÷ cost⌋ + loan'),
  line('price = need × (1 − discount)'),
  line('if have ≥ price:'),
  line('  best goes in front of C, which pays units'),
  line('the first job from there with room gets the agent'),
];
const FIRST_TEST = 2;
const LOOP = 6;
const NO_CANDIDATE = 13;
const HAVE = 14;
const PRICE = 15;
const ENOUGH = 16;
const MOVE = 17;
const TAKE = 18;

/** Candidates examined line by line; the rest are counted. */
const MAX_CANDIDATES = 40;

/** Traces one selection line by line: the preemption test, then the walk for an entry (qmgr/README.md §9, §10). */
export function selectionTrace(
  decision: SelectionDecision,
  rows: readonly CandidateRow[] | null,
  names: Names,
): RuleTrace {
  const walk = new Walk();
  const test = decision.preemption;
  if (test === undefined) walk.visit(1, say`the job list is empty`);
  else preemption(walk, test, rows, names);
  walk.visit(TAKE, taken(decision, names), numberOf(decision.chosen?.msg, names));
  return {
    rule: 'selection',
    title: 'Free agent',
    lines: LINES,
    visits: walk.visits,
    source: 'SCHEDULER_README, Preemptive scheduling',
  };
}

function preemption(
  walk: Walk,
  test: PreemptionTest,
  rows: readonly CandidateRow[] | null,
  names: Names,
): void {
  const c = numberOf(test.current, names);
  walk.visit(1, say`C = ${{ chip: c }}`, c);
  const off = test.outcome === 'preemption-off';
  walk.test(FIRST_TEST, say`${formatNumber(test.cost)} < 2`, off);
  if (off) return;
  const units = test.deliverySlotsAvailable;
  const poor = test.outcome === 'nothing-earned';
  const earns = say`Each entry that C hands over earns one unit; ${formatNumber(test.cost)} of them are one delivery slot.`;
  walk.test(3, say`${formatNumber(units)} ≤ 0`, poor, { about: c, otherwise: earns });
  if (poor) return;
  const small = test.outcome === 'too-small';
  const least = `${formatNumber(test.minimumDeliverySlots)} × ${formatNumber(test.cost)}`;
  const whole = say`The original size of C counts, not what is left, so a job near its end can be preempted too.`;
  walk.test(4, say`${formatNumber(test.maxEntries)} < ${least}`, small, { about: c, otherwise: whole });
  if (small) return;
  search(walk, test, rows, names);
  const noCandidate = test.outcome === 'no-candidate';
  const b = numberOf(test.candidate, names);
  walk.test(NO_CANDIDATE, noCandidate ? say`no job fits` : say`best = ${{ chip: b }}`, noCandidate, {
    about: noCandidate ? c : b,
  });
  if (!noCandidate) price(walk, test, names);
}

function price(walk: Walk, test: PreemptionTest, names: Names): void {
  const best = { chip: numberOf(test.candidate, names) };
  const c = { chip: numberOf(test.current, names) };
  const enough = test.onHand >= test.price;
  const whole = `⌊${formatNumber(test.deliverySlotsAvailable)} ÷ ${formatNumber(test.cost)}⌋`;
  walk.visit(HAVE, say`${whole} + ${formatNumber(test.loan)} = ${formatNumber(test.onHand)}`, c.chip);
  walk.visit(
    PRICE,
    say`${formatNumber(test.need)} × ${formatNumber(100 - test.discount)} % = ${formatNumber(test.price)}`,
    best.chip,
  );
  const short = say`With fewer delivery slots ${c} would keep its place, and the next free agent would repeat the test.`;
  const then = say`With ${formatNumber(test.price)} on hand ${best} would go in front of ${c}, and ${c} would pay ${formatNumber(
    test.need * test.cost,
  )} units.`;
  const compared = say`${formatNumber(test.onHand)} ≥ ${formatNumber(test.price)}`;
  walk.test(ENOUGH, compared, enough, { about: best.chip, otherwise: enough ? short : then });
  if (!enough) return;
  const after = test.deliverySlotsAvailable - test.need * test.cost;
  walk.visit(
    MOVE,
    say`${formatNumber(test.deliverySlotsAvailable)} − ${formatNumber(test.need)} × ${formatNumber(test.cost)} = ${formatNumber(after)}`,
    best.chip,
  );
}

/** Visits lines 5 to 12, which examine the jobs behind C, as far as the scan went. */
function search(walk: Walk, test: PreemptionTest, rows: readonly CandidateRow[] | null, names: Names): void {
  if (test.cached) {
    walk.visit(LOOP, say`reuses the last answer and checks no jobs`);
    return;
  }
  const current = rows?.find((row) => row.verdict === 'current');
  if (rows === null || current?.left === undefined) {
    walk.visit(LOOP);
    return;
  }
  const room = Math.trunc((current.left + test.deliverySlotsAvailable) / test.cost);
  const c = numberOf(test.current, names);
  const sum = `(${formatNumber(current.left)} + ${formatNumber(test.deliverySlotsAvailable)}) ÷ ${formatNumber(test.cost)} = ${formatNumber(room)}`;
  walk.visit(5, say`${sum}`, c);
  const behind = rows.filter((row) => !['current', 'ahead', 'not-reached'].includes(row.verdict));
  let best = 0;
  behind.slice(0, MAX_CANDIDATES).forEach((row, i) => {
    best = examine(walk, row, { room, best, last: i === behind.length - 1, more: someLeft(rows) });
  });
  if (behind.length > MAX_CANDIDATES)
    walk.visit(LOOP, say`and ${formatNumber(behind.length - MAX_CANDIDATES)} more`);
  if (behind.length === 0) walk.visit(LOOP, say`no job is behind C`);
}

function someLeft(rows: readonly CandidateRow[]): boolean {
  return rows.some((row) => row.verdict === 'not-reached');
}

interface Examination {
  room: number;
  best: number;
  last: boolean;
  /** True when the scan stopped before the end of the list. */
  more: boolean;
}

/** Examines one job; returns the best score so far. */
function examine(walk: Walk, row: CandidateRow, { room, best, last, more }: Examination): number {
  const about = row.number;
  walk.visit(LOOP, say`J = ${{ chip: row.number }}`, about);
  const out = row.verdict === 'has-children' || row.verdict === 'blocker';
  const state: Token[] = row.verdict === 'has-children' ? say`has children` : say`is a blocker`;
  walk.test(7, out ? state : say`no children, free`, out, { about });
  if (out) return best;
  walk.visit(
    8,
    say`${formatNumber(row.entries)} − ${formatNumber(row.entries - row.need)} = ${formatNumber(row.need)}`,
    about,
  );
  const fits = row.need > 0 && row.need <= room;
  const large = say`Its ${formatCounted(row.need, 'remaining entry is', 'remaining entries are')} more than C can still pay for.`;
  walk.test(9, say`0 < ${formatNumber(row.need)} ≤ ${formatNumber(room)}`, fits, {
    about,
    ...(!fits && row.need > room && { otherwise: large }),
  });
  let highest = best;
  if (fits) {
    const score = row.score.toFixed(2);
    walk.visit(10, say`(${formatNumber(row.age - 1)} + 1) ÷ ${formatNumber(row.entries)} = ${score}`, about);
    const higher = row.score > best;
    walk.test(11, say`${score} > ${formatNumber(Math.round(best * 100) / 100)}`, higher, { about });
    highest = Math.max(best, row.score);
  }
  const stops = last && more;
  walk.test(
    12,
    last && !more ? say`end of the list` : say`${formatNumber(row.age)} ≤ ${highest.toFixed(2)}`,
    stops,
    { about },
  );
  return highest;
}

/** Says what the walk for an entry selected. */
function taken(decision: SelectionDecision, names: Names): Token[] {
  const { chosen, blockersSkipped, becameBlockers } = decision;
  const blocked = blockersSkipped + becameBlockers.length;
  const over = blocked === 0 ? '' : `${formatCounted(blocked, 'blocker')} passed over, `;
  if (chosen === undefined) return say`${over}no job has room`;
  return say`${over}${{ chip: numberOf(chosen.msg, names) }}`;
}

function numberOf(msg: MessageId | undefined, names: Names): number {
  return msg === undefined || msg === 0 ? 0 : names.numberOf(msg as Parameters<Names['numberOf']>[0]);
}
