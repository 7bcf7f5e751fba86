import { withDivision } from '../../importers/findings/divided.ts';
import { findLate, lateOf } from '../../importers/findings/find.ts';
import { replayOf } from '../../importers/replay/setup.ts';
import type { Predicate } from '../../importers/classes/fields.ts';
import type { Member } from '../../importers/store/record.ts';
import type { LateOptions, LateReport } from '../../protocol/findings.ts';
import type { Settings } from '../../protocol/settings.ts';
import { divideWaits } from './waits.ts';

/** A record with more attempts is not followed for an answer about lateness. */
const FOLLOWED_MAX = 20_000;
const STEPS = 5000;
/** A larger share of attempts whose activation is not in the log leaves the engine without the mail that others waited for. */
const UNKNOWN_MOST = 0.05;

interface LateQuestion {
  predicates: readonly Predicate[];
  /** Names of the record's files. */
  files: readonly string[];
  options: LateOptions;
  /** Whether the engine may follow the record to divide b. */
  replay: boolean;
  /** Only some of the mail is in the record. */
  part?: boolean;
}

/** Why the engine does not divide b; '' = it may. */
export function whyCounts(
  member: Member,
  settings: Settings | null,
  { from, to }: LateOptions,
  part: boolean,
): string {
  const { attempts, deliveries } = member.instance.tables;
  if (part)
    return 'only some of the mail was shared: what the rest of it held is not in this record, so that what b was spent on is not known for sure';
  if (settings === null || (!settings.hasMain && !settings.hasMaster))
    return 'postconf -n and postconf -M are not in the record';
  if (!settings.hasMain) return 'postconf -n is not in the record';
  if (!settings.hasMaster) return 'postconf -M is not in the record';
  if (attempts.length > FOLLOWED_MAX) return `the record has more than ${FOLLOWED_MAX} attempts`;
  if (from !== 0 || to !== 0) return 'a part of the record was asked for';
  let unknown = 0;
  for (let row = 1; row < attempts.length; row++)
    if (deliveries.activation[attempts.delivery[row] ?? 0] === 0) unknown++;
  return unknown > attempts.length * UNKNOWN_MOST
    ? `the log begins after the messages of ${unknown} attempts became active`
    : '';
}

/** The whole answer about lateness of one instance, at once: for the command line. */
export function reportLate(member: Member, settings: Settings | null, question: LateQuestion): LateReport {
  const { predicates, files, options, replay, part = false } = question;
  const late = lateOf(member, settings);
  const report = findLate(late, predicates, files, options);
  const why = replay ? whyCounts(member, settings, options, part) : 'it was not asked for';
  if (why !== '') return { ...report, whyCounts: why };
  const run = replayOf(member.instance, settings, member.name);
  if (run === null) return { ...report, whyCounts: 'no message became active' };
  const dividing = divideWaits(run);
  while (!dividing.run(STEPS));
  const divided = dividing.result();
  if (divided === null) return { ...report, whyCounts: 'following it takes too long' };
  return withDivision(report, late, predicates, divided.shares);
}
