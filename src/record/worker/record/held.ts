import { atOnce, findingLate, type Late, workingOut } from '../../importers/findings/find.ts';
import { parsePredicate } from '../../importers/classes/parse.ts';
import type { Predicate } from '../../importers/classes/fields.ts';
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

/** Reports that are kept. */
const REPORTS = 8;

/** What questions about an instance have worked out so far. */
interface Part {
  late?: Late;
  working?: Generator<undefined, Late, undefined>;
  queries?: RecordQueries;
  reports?: Map<string, LateReport>;
}

/** A record that is read, with what questions about it have worked out so far. */
export interface HeldRecord {
  result: ReadResult;
  /** Texts that are no log, by place of their file. */
  texts: ReadonlyMap<number, string>;
  settings: Settings | null;
  parts: Map<Member, Part>;
}

/** Holds what was read. Settings are all texts that turn out to be some. */
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

/** An instance of a held record by its host and name; null = it is not in there. */
export function memberOf({ result }: HeldRecord, { host, instance }: InstanceName): Member | null {
  return result.builder.members.find((one) => one.host === host && one.name === instance) ?? null;
}

/** What questions about lateness stand on; worked out once. */
export function lateIn(held: HeldRecord, member: Member): Late {
  return atOnce(lateInPieces(held, member));
}

/** The same in pieces, which two who ask meanwhile share. */
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

/** Questions to an instance's tables; made once. */
export function queriesOf(held: HeldRecord, member: Member): RecordQueries {
  const part = partOf(held, member);
  return (part.queries ??= new RecordQueries(member.instance, held.settings));
}

function partOf({ parts }: HeldRecord, member: Member): Part {
  let part = parts.get(member);
  if (part === undefined) parts.set(member, (part = {}));
  return part;
}

/** Predicates of classes; the first that cannot be read is the answer. */
export function predicatesOf(classes: readonly MailClass[]): Result<Predicate[]> {
  const read = classes.map(({ name, predicate }) => parsePredicate(predicate, `class ${name}`));
  const errors = read.flatMap((one) => (one.ok ? [] : one.errors));
  return errors.length > 0
    ? { ok: false, errors }
    : { ok: true, value: read.flatMap((one) => (one.ok ? [one.value] : [])) };
}

/** Why mail was late, by counts, in pieces: a record of a million attempts takes some tenths of a second. */
export function* lateReport(
  held: HeldRecord,
  member: Member,
  question: LateQuestion,
): Generator<undefined, Result<LateReport>, undefined> {
  const predicates = predicatesOf(question.classes);
  if (!predicates.ok) return predicates;
  const files = held.result.files.map(({ name }) => name);
  const { classes, from, to } = question;
  const part = partOf(held, member);
  const late = yield* lateInPieces(held, member);
  const reports = (part.reports ??= new Map());
  const key = JSON.stringify([classes, from, to]);
  const known = reports.get(key);
  if (known !== undefined) return { ok: true, value: known };
  const options = { classes, from, to, thresholds: {} };
  const isPart = held.result.builder.isPartOfMail(member);
  const found = yield* findingLate(late, predicates.value, files, options);
  const value = { ...found, whyCounts: whyCounts(member, held.settings, options, isPart) };
  // Of many ranges that were looked at, those asked for last are there again at once.
  if (reports.size >= REPORTS) reports.delete(reports.keys().next().value ?? '');
  reports.set(key, value);
  return { ok: true, value };
}
