import { withDivision } from '../../importers/findings/divided.ts';
import { findLate, lateOf } from '../../importers/findings/find.ts';
import { delayOfAnotherTime } from '../../importers/findings/traffic.ts';
import { replayOf } from '../../importers/replay/setup.ts';
import type { Predicate } from '../../importers/classes/fields.ts';
import type { Member } from '../../importers/store/record.ts';
import type { LateOptions, LateReport } from '../../protocol/findings.ts';
import type { Settings } from '../../protocol/settings.ts';
import { divideWaits } from './waits.ts';

/** Records with more attempts are not followed by the engine for the report. */
const FOLLOWED_MAX = 20_000;
const STEPS = 5000;
/** If more than this share of attempts lacks an activation in the log, the engine would miss mail that others waited for. */
const UNKNOWN_MOST = 0.05;

interface LateQuestion {
  predicates: readonly Predicate[];
  /** Names of the record's files. */
  files: readonly string[];
  options: LateOptions;
  /** Whether the engine may follow the record to find the causes of b. */
  replay: boolean;
  /** True if the record contains only part of the machine's mail. */
  part?: boolean;
}

/** Why the engine must not be used to find the causes of b; '' if it may be used. */
export function whyCounts(
  member: Member,
  settings: Settings | null,
  { from, to }: LateOptions,
  part: boolean,
): string {
  const { attempts, deliveries } = member.instance.tables;
  if (part)
    return 'only some of the mail was shared, so the record does not show everything that b was spent on';
  if (settings === null || (!settings.hasMain && !settings.hasMaster))
    return 'postconf -n and postconf -M are not in the record';
  if (!settings.hasMain) return 'postconf -n is not in the record';
  if (!settings.hasMaster) return 'postconf -M is not in the record';
  if (attempts.length > FOLLOWED_MAX) return `the record has more than ${FOLLOWED_MAX} attempts`;
  if (from !== 0 || to !== 0) return 'the report covers only a part of the record';
  let unknown = 0;
  for (let row = 1; row < attempts.length; row++)
    if (deliveries.activation[attempts.delivery[row] ?? 0] === 0) unknown++;
  return unknown > attempts.length * UNKNOWN_MOST
    ? `the log begins after the messages of ${unknown} attempts became active`
    : '';
}

/** Computes the complete report of one instance, for the command line. */
export function reportLate(member: Member, settings: Settings | null, question: LateQuestion): LateReport {
  const { predicates, files, options, replay, part = false } = question;
  const late = lateOf(member, settings);
  const report = findLate(late, predicates, files, options);
  const why = replay
    ? whyCounts(member, settings, options, part) || delayOfAnotherTime(late.traffic)
    : 'it was not requested';
  if (why !== '') return { ...report, whyCounts: why };
  const run = replayOf(member.instance, settings, member.name);
  if (run === null) return { ...report, whyCounts: 'no message became active' };
  const dividing = divideWaits(run);
  while (!dividing.run(STEPS));
  const divided = dividing.result();
  if (divided === null) return { ...report, whyCounts: 'following it takes too long' };
  return withDivision(report, late, predicates, divided.shares);
}
