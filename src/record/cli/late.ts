/**
 * `npm run late -- [PATH…] [--class NAME=PREDICATE]… [--from T --to T] [--json] [--open]`
 *
 * Says why mail was late: a verdict for each class, then the findings, costliest first.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { EpochMicros, Seconds } from '../../protocol/units.ts';
import type { ReadResult } from '../importers/input/read.ts';
import { type RecordSource, textSource } from '../importers/input/source.ts';
import type { Member } from '../importers/store/record.ts';
import { answerOf } from '../explain/findings/answer.ts';
import { cardOf } from '../explain/findings/cards.ts';
import { findingWords } from '../explain/findings/sentences.ts';
import { verdictSentence } from '../explain/findings/verdict.ts';
import { type LateReport, THRESHOLDS, type Thresholds } from '../protocol/findings.ts';
import type { Settings } from '../protocol/settings.ts';
import { reportLate } from '../worker/replay/late.ts';
import { openRecord } from './opening/open.ts';
import { classesOf, sharedClasses, readLogs, settingsIn } from './records/read-record.ts';
import { filesIn, sourcesOf } from './records/files.ts';
import { lateText } from './records/late-text.ts';
import {
  LISTING_NEEDS,
  listingsAmong,
  queueNow,
  type QueueSummary,
  queueText,
} from './records/queue-text.ts';
import { RECORD_OPTIONS, yearOf, zoneOf, instantOf } from './records/options.ts';
import {
  askServer,
  isOfServer,
  logOfServer,
  queueOfServer,
  type ServerSettings,
} from './records/this-server.ts';
import { fail, failInput, printUsage, runCommand, STATUS } from '../../cli/command.ts';
import { reasonOf } from '../../cli/reason.ts';
import { complain, print, printReport, printRows, rowWidth } from '../../cli/terminal.ts';

const USAGE = `usage: npm run late -- [PATH…] [--class NAME=PREDICATE]… [--from T] [--to T] [--json]
  PATH         logs (plain or gzipped), output of postconf -n and postconf -M, transport maps, or a folder of these
               default on a mail server: its log (maillog_file, /var/log/mail.log, /var/log/maillog), else its journal
  --class NAME=PREDICATE  a class of mail, such as resets=from=reset@*, big='recipients>100 and size>1M', out='to=*@big.example'
               fields: from to client user id message-id relay reply status size recipients tries b; combined with and, or, not, ( )
               default: the classes that came with a shared record
  --from T, --to T  only mail that was in the queue between these times: 2026-11-22T10:00, or 10:00:30 on the first day of the record
  --set NAME=N  sets a threshold; defaults: ${Object.entries(THRESHOLDS)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')}
  --no-local   does not ask the Postfix of this machine; otherwise postconf -n and postconf -M are run if PATH has no
               settings and the log was written here
  --queue      also lists what is in the queue of this machine now (postqueue -j)
  --open       also opens the record in the page, which only this machine can read
  --fail-on N  exit status 1 if a finding costs at least N recipient-seconds: 90, 90s, 10m, 2h
  --counts     estimates the causes of b from counts instead of running the engine
  --json       one object per line, for each (host, instance):
               {"kind":"late", host, instance, from, to, cost, headline, method, why, more}
               {"kind":"verdict", name, predicate, sentence, recipients, waited, b…, time, queue, pauses, holders, method}
               {"kind":"finding", rank, rule, title, subject, from, to, cost, recipients, median, longest, figures,
                words, shares, sentence, detail, evidence, help, card: {title, figure, line}, late, rests}
               detail = evidence and help; late: this finding is one of those that made mail late
               times in ISO 8601 UTC, cost in recipient-seconds; src/record/protocol/findings.ts explains each field
  --zone NAME  zone of time stamps without one: Europe/Vienna, UTC, +02:00 (default: zone of this machine)
  --year N     year of the first time stamp without one (default: from queue ids or the date of the file)
  exit status  0 answered; 1 a finding reaches --fail-on; 2 wrong arguments; 3 no log that can be read
`;

function thresholdsOf(texts: readonly string[]): Partial<Thresholds> {
  const set: Partial<Record<keyof Thresholds, number>> = {};
  for (const text of texts) {
    const [name = '', value = ''] = text.split('=', 2);
    if (!Object.hasOwn(THRESHOLDS, name))
      fail('--set', text, `NAME=N with ${Object.keys(THRESHOLDS).join(', ')}`);
    if (!/^\d+(\.\d+)?$/.test(value)) fail(`--set ${name}`, value, 'a number of 0 or more');
    set[name as keyof Thresholds] = Number(value);
  }
  return set;
}

function jsonLines(report: LateReport, zone: string): object[] {
  const iso = (micros: EpochMicros): string => new Date(micros / 1000).toISOString();
  const { host, instance, from, to, cost, verdicts, findings, more, thresholds, whyCounts } = report;
  const { headline, things } = answerOf(report);
  return [
    {
      kind: 'late',
      host,
      instance,
      from: iso(from),
      to: iso(to),
      cost,
      headline,
      method: verdicts[0]?.method ?? 'counts',
      why: whyCounts,
      more,
      thresholds,
    },
    ...verdicts.map((verdict) => ({
      kind: 'verdict',
      ...verdict,
      sentence: verdictSentence(verdict, thresholds.late),
    })),
    ...findings.map((finding, i) => ({
      kind: 'finding',
      rank: i + 1,
      ...finding,
      ...findingWords(finding, zone),
      card: cardOf(finding),
      late: things.includes(finding),
      from: iso(finding.from),
      to: iso(finding.to),
    })),
  ];
}

function isEmpty({ instance: { tables } }: Member): boolean {
  return tables.attempts.length <= 1 && tables.activations.length <= 1 && tables.events.length <= 1;
}

const OPTIONS = {
  class: { type: 'string', multiple: true },
  set: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string' },
  counts: { type: 'boolean' },
  'no-local': { type: 'boolean' },
  queue: { type: 'boolean' },
  open: { type: 'boolean' },
  'fail-on': { type: 'string' },
  ...RECORD_OPTIONS,
} as const;

type Values = ReturnType<typeof parsed>['values'];

function parsed(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
}

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 };

/** A finding of at least this cost sets the exit status. Infinite without the option. */
function costOf(text: string | undefined): Seconds {
  if (text === undefined) return Infinity;
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(text) ?? [];
  if (number === undefined)
    fail('--fail-on', text, 'recipient-seconds such as 90, 90s, 10m or 2h; 0 = any finding');
  return Number(number) * (SECONDS[unit] ?? 1);
}

/** The files to read. Without a path: the log of this machine, which is named on standard error. */
async function filesOf(paths: readonly string[], values: Values): Promise<(string | RecordSource)[]> {
  for (const path of paths)
    if (path !== '-' && !existsSync(path))
      failInput('PATH', path, `an existing file or folder, or -${ELSEWHERE}`);
  if (values.open === true && paths.includes('-'))
    fail('--open', '-', 'files: standard input can be read only once');
  if (paths.length > 0) return paths.flatMap((path) => (path === '-' ? [path] : filesIn(path)));
  const own = values['no-local'] === true ? null : await logOfServer();
  if (own === null) return [];
  complain(`Reading the log of this machine: ${typeof own === 'string' ? own : own.name}`);
  return [own];
}

const ELSEWHERE = '. Without a path, the log of this machine is read, also from the journal of systemd';

/** The listing of this machine's queue, if it was asked for. Null if it cannot be listed; the report does not depend on it. */
async function queueAsked({ queue }: Values): Promise<Awaited<ReturnType<typeof queueOfServer>>[] | null> {
  try {
    return queue === true ? [await queueOfServer()] : [];
  } catch (error) {
    complain(reasonOf(error));
    return null;
  }
}

interface Asked {
  values: Values;
  classes: ReturnType<typeof classesOf>;
  thresholds: Partial<Thresholds>;
  /** Settings among the files. */
  settings: Settings | null;
  local: ServerSettings | null;
  zone: string;
}

/** Prints the report of each instance with mail. Returns their number, and the highest cost of a finding. */
function printReports(read: ReadResult, asked: Asked): { instances: number; highest: Seconds } {
  const { values, classes, thresholds, settings, local, zone } = asked;
  let [instances, highest] = [0, -Infinity];
  for (const member of read.builder.members) {
    if (isEmpty(member)) continue;
    const { from: first } = member.instance;
    const options = {
      classes: classes.map(({ mailClass }) => mailClass),
      from: instantOf('--from', values.from, first, zone),
      to: instantOf('--to', values.to, first, zone),
      thresholds,
    };
    if (options.to !== 0 && options.to <= options.from) fail('--to', values.to ?? '', 'a time after --from');
    const own = local !== null && isOfServer(member, local) ? local.settings : null;
    const report = reportLate(member, settings ?? own, {
      predicates: classes.map(({ predicate }) => predicate),
      files: read.files.map(({ name }) => name),
      options,
      replay: values.counts !== true,
      part: read.builder.isPartOfMail(member),
    });
    instances++;
    highest = Math.max(highest, ...report.findings.map(({ cost }) => cost));
    if (values.json === true) for (const line of jsonLines(report, zone)) print(JSON.stringify(line));
    else printRows(lateText(report, zone, rowWidth()));
  }
  return { instances, highest };
}

function printListings(listings: readonly QueueSummary[], json: boolean): void {
  for (const listing of listings)
    if (json) print(JSON.stringify(listing));
    else printReport(queueText(listing));
}

/** Asks the Postfix of this machine for its settings, and says so, if the log is its own. */
async function settingsOfServer(read: ReadResult): Promise<ServerSettings | null> {
  const server = await askServer();
  if (server === null || !read.builder.members.some((member) => isOfServer(member, server))) return null;
  complain(
    `With the settings of this machine: ${server.texts.map(({ name }) => name).join(', ')} (--no-local leaves them out)`,
  );
  return server;
}

export async function lateCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parsed(args);
  if (values.help === true) {
    printUsage(USAGE);
    return STATUS.done;
  }
  const options = { zone: zoneOf(values.zone), year: yearOf(values.year) };
  const limit = costOf(values['fail-on']);
  const thresholds = thresholdsOf(values.set ?? []);
  const given = await filesOf(positionals, values);
  if (given.length === 0) {
    complain(USAGE.trimEnd());
    return STATUS.usage;
  }
  const asked = await queueAsked(values);
  const queue = asked ?? [];
  const files = given.filter((one) => typeof one === 'string');
  const classes = values.class === undefined ? sharedClasses(files) : classesOf(values.class);
  const settings = settingsIn(files);
  const read = await readLogs(given, options);
  const local = settings === null && values['no-local'] !== true ? await settingsOfServer(read) : null;
  const { zone } = options;
  const { instances, highest } = printReports(read, { values, classes, thresholds, settings, local, zone });
  const listed = instances === 0 ? listingsAmong(read.files) : [];
  printListings([...listed, ...queue.map(({ name, text }) => queueNow(name, text))], values.json === true);
  if (listed.length > 0) complain(LISTING_NEEDS);
  else if (instances === 0) {
    complain(given.some((one) => typeof one !== 'string') ? `${NO_MAIL} ${PART_OF_JOURNAL}` : NO_MAIL);
    return STATUS.input;
  }
  if (values.open === true) {
    const own = (local?.texts ?? []).map(({ name, text }) => textSource(name, text));
    await openRecord(
      {
        sources: [
          ...given.flatMap((one) => (typeof one === 'string' ? sourcesOf([one]) : [one])),
          ...own,
          ...queue,
        ],
        classes: classes.map(({ mailClass }) => mailClass),
        options,
      },
      values.json === true ? complain : print,
    );
  }
  if (asked === null) return STATUS.input;
  return highest >= limit ? STATUS.findings : STATUS.done;
}

const NO_MAIL = 'No Postfix delivery was found. Accepted: logs with lines of qmgr and of delivery agents.';

const PART_OF_JOURNAL =
  'The journal shows a user only a part of it, unless the user is root or in the group systemd-journal or adm.';

await runCommand(import.meta.url, lateCommand);
