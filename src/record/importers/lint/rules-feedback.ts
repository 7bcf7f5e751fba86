/** Rules 18 to 21: how a destination's window moves, and when a destination is dead. Source: qmgr/README.md §2.8, §13. */
import type { LintFinding } from '../../protocol/lint.ts';
import { settingName } from '../settings/parameters.ts';
import { parseFeedback } from '../settings/values.ts';
import {
  finding,
  isSet,
  type LintContext,
  number,
  placesOf,
  schedulerLines,
  transportNamed,
} from './context.ts';
import { heldThen, set, withdraw } from './repair.ts';

const POSITIVE = 'destination_concurrency_positive_feedback';
const NEGATIVE = 'destination_concurrency_negative_feedback';
const COHORTS = 'destination_concurrency_failed_cohort_limit';
const INITIAL = 'initial_destination_concurrency';
const LIMIT = 'destination_concurrency_limit';

const feedbackLines = (context: LintContext) =>
  [POSITIVE, NEGATIVE].flatMap((suffix) => schedulerLines(context, suffix));

/** True for a number or fraction outside 0 to 1: rule 19. Other refused values: rule 18. */
function outOfRange(text: string): boolean {
  const match = /^(\d+(?:\.\d*)?|\.\d+)(?:\s*\/\s*(\d+(?:\.\d*)?|\.\d+|concurrency))?$/i.exec(text.trim());
  return match !== null && Number(match[2] ?? 1) !== 0 && !parseFeedback(text).accepted;
}

/** 18: an invalid feedback value becomes 1. `1/sqrt_concurrency` is documented but not compiled in. */
export function malformedFeedback(context: LintContext): LintFinding[] {
  return feedbackLines(context).flatMap((line) => {
    if (parseFeedback(line.text).accepted || outOfRange(line.text)) return [];
    const root = /sqrt_concurrency/i.test(line.text);
    return finding(18, 'wrong', {
      setting: line.name,
      value: line.text,
      transport: line.owner,
      lines: placesOf(line.setting),
      title: `"${line.text}" is not accepted. Postfix uses 1.`,
      sentence: `${root ? 'number/sqrt_concurrency is in SCHEDULER_README, but no released version accepts it.' : 'Postfix accepts a number, number/number or number/concurrency, from 0 to 1.'} The queue manager logs "ignoring malformed or unreasonable feedback" and uses constant feedback of 1, not the default and not the readable part.`,
      source: 'qmgr_feedback.c, qmgr.h; measured on 3.7.11',
      repair: [
        root
          ? set(context, line.name, '1/concurrency')
          : withdraw(context, line.name, (_, text) => !parseFeedback(text).accepted),
      ],
      repairNote: root ? '1/concurrency is the gentlest accepted form.' : '',
      scene: 'feedback',
    });
  });
}

/** 19: feedback above 1 is refused. With feedback above 2/3 the first failure after a rise lowers the window by two steps. */
export function strongFeedback(context: LintContext): LintFinding[] {
  return feedbackLines(context).flatMap((line) => {
    const { accepted, base, perConcurrency } = parseFeedback(line.text);
    const told = {
      setting: line.name,
      value: line.text,
      transport: line.owner,
      lines: placesOf(line.setting),
      scene: 'feedback',
    };
    if (outOfRange(line.text)) {
      return finding(19, 'wrong', {
        ...told,
        title: `${line.text} is above 1. Postfix uses 1.`,
        sentence:
          'Feedback must be between 0 and 1. The queue manager warns and uses constant feedback of 1.',
        source: 'qmgr_feedback.c; postconf(5), default_destination_concurrency_positive_feedback',
        repair: [set(context, line.name, 1)],
      });
    }
    if (!accepted || perConcurrency || base <= 2 / 3 || !line.name.endsWith(NEGATIVE)) return [];
    return finding(19, 'hint', {
      ...told,
      title: 'The first failure after a rise takes two steps.',
      sentence: `With constant negative feedback above 2/3 the first failed connection lowers the window by two (5 → 3), and each further one by one. In the documented pseudocode it is always one; the shipped code compares with half a feedback less.${base === 1 ? ' This is also the default.' : ''}`,
      source: 'qmgr_queue.c; measured on 3.7.11',
      repairNote: `For single steps: ${set(context, line.name, '1/concurrency')}`,
    });
  });
}

/** 20: with all defaults a destination is dead at the third failure in a row, not after five. */
export function thirdFailureKills(context: LintContext): LintFinding[] {
  const name = context.settings.globals.default_transport?.value.split(':')[0] ?? 'smtp';
  const t = transportNamed(context, name);
  if (t === undefined || context.settings.globals.relayhost === undefined) return [];
  const feedback = parseFeedback(t.values[NEGATIVE]?.value ?? '');
  const limit = number(t, LIMIT) ?? 0;
  const same =
    number(t, COHORTS) === 1 &&
    number(t, INITIAL) === 5 &&
    (limit === 0 || limit >= 5) &&
    !feedback.perConcurrency &&
    feedback.base === 1;
  if (!same) return [];
  const values = [t.values[COHORTS], t.values[INITIAL], t.values[NEGATIVE]];
  return [
    finding(20, 'hint', {
      setting: settingName(COHORTS, name),
      value: t.values[COHORTS]?.value ?? '1',
      transport: name,
      lines: placesOf(...values.filter(isSet)),
      title: 'A destination is dead at the third failed connection in a row.',
      sentence: `From a window of 5, feedback of 1 takes it 5 → 3 → 2, and the failures add up to 1/5 + 1/3 + 1/2, more than the cohort limit of 1. All mail for the destination is then deferred without an attempt for minimal_backoff_time.${values.some(isSet) ? '' : ' These are the defaults.'}`,
      source: 'qmgr_queue.c; measured on 3.7.11',
      repairNote: `To tolerate short failures: ${set(context, settingName(COHORTS, name), 3)}`,
      scene: 'third-failure',
    }),
  ];
}

/** 21: a cohort limit of 0 disables the dead state. */
export function neverDead(context: LintContext): LintFinding[] {
  return schedulerLines(context, COHORTS)
    .filter((line) => line.number === 0)
    .map((line) =>
      finding(21, 'risky', {
        setting: line.name,
        value: line.text,
        transport: line.owner,
        lines: placesOf(line.setting),
        title: 'A destination is never marked dead.',
        sentence:
          'Every message for a server that does not answer is tried, and each attempt occupies a process until its timeout. With any other limit the rest of the mail is deferred after a few failures.',
        source: 'postconf(5), default_destination_concurrency_failed_cohort_limit',
        repair: [withdraw(context, line.name, (n) => n === 0)],
        repairNote: `${heldThen(context, line.name, 1)} Use 10 or more with a rate delay.`,
        scene: 'never-dead',
      }),
    );
}
