import { formatWhole } from '../../../explain/figures.ts';
import type { Finding, FindingRule, LateReport, Verdict } from '../../protocol/findings.ts';
import { formatLasting, formatMany } from '../record-format.ts';
import { f } from './sentence-parts.ts';

/** Maximum number of findings that are shown as cards. */
const CARDS = 4;
/** A finding made mail late if it held at least this many recipients, half of them at least this many seconds. */
const RECIPIENTS = 2;
const MEDIAN_S = 10;

/** Failures of this machine, and what Postfix warns of. They count also where no recipient is known to have waited. */
const TROUBLES: ReadonlySet<FindingRule> = new Set([
  'transport-failed',
  'clog',
  'process-limit',
  'corrupt-file',
  'watchdog',
  'bounce-failed',
  'no-space',
]);
/** Rules whose findings are no cause: gaps in the log, and scans, which only lengthen the wait of deferred mail. */
const NO_CAUSE: ReadonlySet<FindingRule> = new Set(['log-gap', 'scan']);

/** The answer to "why was mail late?": the headline, the findings that are cards, the others, and whether the queue manager was the cause. */
export interface Answer {
  headline: string;
  /** One sentence with the counts. */
  sub: string;
  /** Findings that are cards, most important first. */
  things: Finding[];
  smaller: Finding[];
  cause: Cause | null;
}

interface Cause {
  /** True if the queue manager was not the cause. */
  good: boolean;
  head: string;
  rest: string;
}

function madeLate(one: Finding): boolean {
  if (NO_CAUSE.has(one.rule)) return false;
  if (one.recipients >= RECIPIENTS && one.median >= MEDIAN_S) return true;
  // A recipient that is still deferred at the end of the log has waited for an unknown time.
  return f(one, 'open') >= RECIPIENTS && one.cost > 0;
}

/** Answers for the mail that a report is about. */
export function answerOf(report: LateReport): Answer {
  const { findings } = report;
  const [all] = report.verdicts;
  const late = findings.filter(madeLate);
  // In a short log one late recipient is worth a card, and so is a warning where no mail is known to be late.
  const single = findings.filter(
    (one) => !NO_CAUSE.has(one.rule) && (one.longest >= MEDIAN_S || f(one, 'open') > 0) && one.cost > 0,
  );
  const warned = findings.filter(({ rule }) => TROUBLES.has(rule));
  const shown = late.length > 0 ? late : single.length > 0 ? single : warned;
  const things = shown.slice(0, CARDS);
  return {
    headline: headlineOf(things.length, late.length > 0 || single.length > 0),
    sub: all === undefined ? '' : countsOf(all, report.thresholds.late),
    things,
    smaller: findings.filter((one) => !things.includes(one)),
    cause: all === undefined ? null : causeOf(all, findings, report.thresholds.late),
  };
}

function headlineOf(count: number, late: boolean): string {
  if (count === 0) return 'Nothing made mail late';
  if (!late) return count === 1 ? 'Postfix reported a problem' : `Postfix reported ${count} problems`;
  return count === 1 ? '1 thing made mail late' : `${count} things made mail late`;
}

/** States how many recipients waited or were deferred, whichever were more. */
function countsOf({ recipients, messages, waited, firstDeferred, untried }: Verdict, late: number): string {
  const of = `of ${formatMany(recipients, 'recipient')}`;
  if (untried.messages > 0 && waited === 0 && firstDeferred === 0)
    return `${formatMany(untried.messages, 'message was', 'messages were')} active without an attempt, for up to ${formatLasting(untried.longest)}.`;
  if (recipients === 0) return 'No message in this time.';
  if (waited === 0 && firstDeferred === 0)
    return `${formatMany(recipients, 'recipient')} of ${formatMany(messages, 'message')}: none waited, none was deferred.`;
  if (waited > firstDeferred)
    return `${formatWhole(waited)} ${of} waited over ${formatLasting(late)} in the queue manager.`;
  return `${formatWhole(firstDeferred)} ${of} ${firstDeferred === 1 ? 'was' : 'were'} deferred at the first attempt.`;
}

function causeOf(all: Verdict, findings: readonly Finding[], late: number): Cause | null {
  const { waited, bMax, untried, deferred, recipients } = all;
  if (untried.messages > 0)
    return {
      good: false,
      head: `${formatMany(untried.messages, 'message')} in the active queue got no attempt.`,
      rest: `Longest: ${formatLasting(untried.longest)}.`,
    };
  if (recipients === 0) return null;
  const longest = `Longest wait in it: ${formatLasting(bMax)}.`;
  if (waited === 0) return { good: true, head: 'The queue manager was not the cause.', rest: longest };
  const unknown = findings.some(({ rule }) => rule === 'excerpt');
  return {
    good: false,
    head: unknown
      ? `${formatMany(waited, 'recipient')} waited over ${formatLasting(late)} in the queue manager.`
      : 'The queue manager made mail wait.',
    rest: deferred === 0 && !unknown ? `${longest} No server was down, none deferred.` : longest,
  };
}
