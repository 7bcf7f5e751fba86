import { atOnce, findingLate, type Late, workingOut } from '../../importers/findings/find.ts';
import { parsePredicate } from '../../importers/classes/parse.ts';
import type { Predicate } from '../../importers/classes/fields.ts';
import { delayOfAnotherTime } from '../../importers/findings/traffic.ts';
import type { ReadResult } from '../../importers/input/read.ts';
import type { Member } from '../../importers/store/record.ts';
import { whyCounts } from '../replay/late.ts';
import { RecordQueries } from '../../importers/store/queries/queries.ts';
import { readSettings, type SettingsText } from '../../importers/settings/read.ts';
import type { MailClass } from '../../protocol/classes.ts';
import type { LateReport } from '../../protocol/findings.ts';
import type { InstanceName } from '../../protocol/instance-name.ts';
import type { LateQuestion } from '../../protocol/record-questions.ts';
import type { Result } from '../../../protocol/result.ts';
import type { Settings } from '../../protocol/settings.ts';

/** Number of reports that are cached for each instance. */
const REPORTS = 8;

/** Results of earlier questions about one instance, kept for later questions. */
interface Part {
  late?: Late;
  working?: Generator<undefined, Late, undefined>;
  queries?: RecordQueries;
  reports?: Map<string, LateReport>;
}

/** An open record, with cached results. */
export interface HeldRecord {
  result: ReadResult;
  /** Texts that are not logs, by file number. */
  texts: ReadonlyMap<number, string>;
  settings: Settings | null;
  parts: Map<Member, Part>;
}

/** Prepares a record for questions. All texts with settings are used. */
export function holdRecord(result: ReadResult, texts: ReadonlyMap<number, string>): HeldRecord {
  const found: SettingsText[] = [];
  for (const [place, text] of texts) {
    const name = result.files[place]?.name ?? '';
    const [source] = readSettings([{ name, text }]).sources;
    if (source !== undefined && source.kind !== 'other') found.push({ name, text });
  }
  const settings = found.length === 0 ? null : readSettings(found);
  return { result, texts, settings, parts: new Map() };
}

/** Finds an instance by its host and name. Null if the record has none. */
export function memberOf({ result }: HeldRecord, { host, instance }: InstanceName): Member | null {
  return result.builder.members.find((one) => one.host === host && one.name === instance) ?? null;
}

/** Returns the data for questions about late mail. Computes them once. */
export function lateIn(held: HeldRecord, member: Member): Late {
  return atOnce(lateInPieces(held, member));
}

/** Does the work of `lateIn` in pieces. Questions asked at the same time share the work. */
function* lateInPieces(held: HeldRecord, member: Member): Generator<undefined, Late, undefined> {
  const part = partOf(held, member);
  const working = (part.working ??= workingOut(member, held.settings));
  while (part.late === undefined) {
    const { done, value } = working.next();
    if (done === true) part.late = value;
    else yield;
  }
  return part.late;
}

export function queriesOf(held: HeldRecord, member: Member): RecordQueries {
  const part = partOf(held, member);
  return (part.queries ??= new RecordQueries(member.instance, held.settings));
}

function partOf({ parts }: HeldRecord, member: Member): Part {
  let part = parts.get(member);
  if (part === undefined) parts.set(member, (part = {}));
  return part;
}

export function predicatesOf(classes: readonly MailClass[]): Result<Predicate[]> {
  const read = classes.map(({ name, predicate }) => parsePredicate(predicate, `class ${name}`));
  const errors = read.flatMap((one) => (one.ok ? [] : one.errors));
  return errors.length > 0
    ? { ok: false, errors }
    : { ok: true, value: read.flatMap((one) => (one.ok ? [one.value] : [])) };
}

/** Computes the report by counts. In pieces, because a million attempts take tenths of a second. */
export function* lateReport(
  held: HeldRecord,
  member: Member,
  question: LateQuestion,
): Generator<undefined, Result<LateReport>, undefined> {
  const predicates = predicatesOf(question.classes);
  if (!predicates.ok) return predicates;
  const files = held.result.files.map(({ name }) => name);
  const { classes, from, to, only = '' } = question;
  const mine = only === '' ? null : parsePredicate(only, 'class');
  if (mine?.ok === false) return mine;
  const part = partOf(held, member);
  const late = yield* lateInPieces(held, member);
  const reports = (part.reports ??= new Map());
  const key = JSON.stringify([classes, from, to, only]);
  const known = reports.get(key);
  if (known !== undefined) return { ok: true, value: known };
  const options = { classes, from, to, thresholds: {} };
  const isPart = held.result.builder.isPartOfMail(member);
  const found = yield* findingLate(late, predicates.value, files, options, mine?.value ?? null);
  const why = whyCounts(member, held.settings, options, isPart) || delayOfAnotherTime(late.traffic);
  const value = { ...found, whyCounts: why };
  // Drops the oldest report, so that recent time ranges stay fast.
  if (reports.size >= REPORTS) reports.delete(reports.keys().next().value ?? '');
  reports.set(key, value);
  return { ok: true, value };
}
