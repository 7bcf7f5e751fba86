import type { FeedbackDecision } from '../../protocol/decisions.ts';
import type { FeedbackRuleName } from '../../protocol/inspect.ts';
import { formatNumber } from '../figures.ts';
import { say } from '../tokens.ts';
import { line, type RuleTrace, Walk } from './rule.ts';

/** The rule as Postfix ships it (half amounts and guards), or as its document describes it. */
function linesOf(shipped: boolean) {
  return [
    line('on success:'),
    line('  failed cohorts = 0'),
    line(shipped ? '  if window < busy + initial, and below its limit:' : '  if window < busy + initial:'),
    line('    success += f'),
    line(
      shipped
        ? '    while success + f/2 ≥ 1: window + 1, success − 1'
        : '    while success ≥ 1: window + 1, success − 1',
    ),
    line('on failure:'),
    line('  failed cohorts += 1 ÷ window'),
    line(
      shipped
        ? '  if failed cohorts ≥ their limit: dead, its mail goes to retry'
        : '  if failed cohorts > their limit: dead, its mail goes to retry',
    ),
    line('  else failure −= f'),
    line(
      shipped
        ? '    while failure − f/2 < 0: window − 1, failure + 1'
        : '    while failure < 0: window − 1, failure + 1',
    ),
    line('    the window is never below 1'),
  ];
}

/**
 * Effect of one delivery report on the window, line by line (qmgr/README.md §13, §14). `rule`: the feedback rule of the
 * run.
 */
export function feedbackTrace(d: FeedbackDecision, rule: FeedbackRuleName): RuleTrace {
  const walk = new Walk();
  const shipped = rule === 'shipped';
  if (d.sign === 'negative') failure(walk, d, shipped);
  else success(walk, d, shipped);
  return {
    rule: d.sign === 'negative' ? 'failure' : 'success',
    title: d.sign === 'negative' ? 'Failure' : 'Success',
    lines: linesOf(shipped),
    visits: walk.visits,
    source: 'SCHEDULER_README, Concurrency scheduling',
  };
}

function success(walk: Walk, d: FeedbackDecision, shipped: boolean): void {
  if (d.sign === 'revival') {
    walk.visit(1, say`it was dead: the window starts at ${d.windowAfter}`).visit(2, say`0`);
    return;
  }
  walk.visit(1, say`${{ mono: d.queueName }} answered`).visit(2, say`0`);
  const limited = shipped && d.concurrencyLimit > 0;
  const limit = limited ? `, ${d.windowBefore} < ${d.concurrencyLimit}` : '';
  const guard = say`Without this test, a destination with little mail would build up a window that it never uses.`;
  walk.test(
    3,
    say`${d.windowBefore} < ${d.busy} + ${d.initialConcurrency}${limit}`,
    d.applied,
    d.applied ? {} : { otherwise: guard },
  );
  if (!d.applied) return;
  const steps = Math.max(0, d.windowAfter - d.windowBefore);
  const before = d.success + steps - d.amount;
  let sum = before + d.amount;
  walk.visit(4, say`${formatNumber(before)} + ${formatNumber(d.amount)} = ${formatNumber(sum)}`);
  const half = shipped ? d.amount / 2 : 0;
  for (let i = 0; i < steps; i++) {
    const window = say`${sums(sum, '+', half)} ≥ 1: ${d.windowBefore + i} → ${d.windowBefore + i + 1}`;
    walk.test(5, window, true);
    sum -= 1;
  }
  walk.test(5, say`${sums(sum, '+', half)} ≥ 1`, false, {
    exit: true,
    otherwise: say`Another ${formatNumber(Math.max(0, 1 - half - sum))} of success widens the window by one.`,
  });
}

function failure(walk: Walk, d: FeedbackDecision, shipped: boolean): void {
  walk.visit(6, say`connection or greeting of ${{ mono: d.queueName }} failed`);
  const added = 1 / d.windowBefore;
  const before = d.failCohorts - added;
  walk.visit(7, say`${formatNumber(before)} + 1/${d.windowBefore} = ${formatNumber(d.failCohorts)}`);
  const never = d.cohortLimit === 0;
  const compare = shipped ? '≥' : '>';
  const alive = say`A destination that answers no delivery is dead after ${formatNumber(d.cohortLimit)} such cohorts, and its mail is deferred.`;
  walk.test(
    8,
    never
      ? say`limit 0: never`
      : say`${formatNumber(d.failCohorts)} ${compare} ${formatNumber(d.cohortLimit)}`,
    d.died,
    {
      otherwise: d.died ? say`One answer, even to a single delivery, resets the failed cohorts to 0.` : alive,
    },
  );
  if (d.died) return;
  if (d.windowAfter === 1) {
    // At a window of 1 it is unknown how often the total was reset, and so what it was before.
    walk.visit(9, say`− ${formatNumber(d.amount)}`);
    walk.visit(11, say`${d.windowBefore} → 1`);
    return;
  }
  stepsDown(walk, d, shipped ? d.amount / 2 : 0);
}

function stepsDown(walk: Walk, d: FeedbackDecision, half: number): void {
  const steps = d.windowBefore - d.windowAfter;
  const start = d.failure + d.amount - steps;
  let sum = start - d.amount;
  walk.visit(9, say`${formatNumber(start)} − ${formatNumber(d.amount)} = ${formatNumber(sum)}`);
  for (let i = 0; i < steps; i++) {
    const from = d.windowBefore - i;
    walk.test(10, say`${sums(sum, '−', half)} < 0: ${from} → ${from - 1}`, true);
    sum += 1;
  }
  walk.test(10, say`${sums(sum, '−', half)} < 0`, false, { exit: true });
}

/** The sum and the half amount as figures; one figure where nothing is halved. */
function sums(sum: number, sign: '+' | '−', half: number): string {
  return half === 0 ? formatNumber(sum) : `${formatNumber(sum)} ${sign} ${formatNumber(half)}`;
}
