/**
 * `npm run late -- PATH… [--class NAME=PREDICATE]… [--from T --to T] [--json]`
 *
 * Says why mail was late: a verdict for each class, then the findings, costliest first.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { EpochMicros } from '../../protocol/units.ts';
import type { Member } from '../importers/store/record.ts';
import { findingWords } from '../explain/findings/sentences.ts';
import { verdictSentence } from '../explain/findings/verdict.ts';
import { type LateReport, THRESHOLDS, type Thresholds } from '../protocol/findings.ts';
import { reportLate } from '../worker/replay/late.ts';
import { classesOf, sharedClasses, readLogs, settingsIn } from './records/read-record.ts';
import { filesIn } from './records/files.ts';
import { lateText } from './records/late-text.ts';
import { LISTING_NEEDS, listingsAmong, queueText } from './records/queue-text.ts';
import { RECORD_OPTIONS, yearOf, zoneOf, instantOf } from './records/options.ts';
import { fail, runCommand, usageStatus } from '../../cli/command.ts';
import { complain, print } from '../../cli/terminal.ts';

const USAGE = `usage: npm run late -- PATH… [--class NAME=PREDICATE]… [--from T] [--to T] [--json]
  PATH         logs (plain or gzipped), output of postconf -n and postconf -M, transport maps, or a folder of these
  --class NAME=PREDICATE  a class of mail, such as resets=from=reset@*, big='recipients>100 and size>1M', out='to=*@big.example'
               fields: from to client user id message-id relay reply status size recipients tries b; combined with and, or, not, ( )
               default: the classes that came with a shared record
  --from T, --to T  only mail that was in the queue between these times: 2026-11-22T10:00, or 10:00:30 on the first day of the record
  --set NAME=N  sets a threshold; defaults: ${Object.entries(THRESHOLDS)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')}
  --counts     estimates the causes of b from counts instead of running the engine
  --json       one object per line, for each (host, instance):
               {"kind":"late", host, instance, from, to, cost, method, why, more}
               {"kind":"verdict", name, predicate, sentence, recipients, waited, b…, time, queue, pauses, holders, method}
               {"kind":"finding", rank, rule, title, subject, from, to, cost, recipients, median, longest, figures,
                words, shares, sentence, detail, rests}
               times in ISO 8601 UTC, cost in recipient-seconds; src/record/protocol/findings.ts explains each field
  --zone NAME  zone of time stamps without one: Europe/Vienna, UTC, +02:00 (default: zone of this machine)
  --year N     year of the first time stamp without one (default: from queue ids or the date of the file)
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
  return [
    {
      kind: 'late',
      host,
      instance,
      from: iso(from),
      to: iso(to),
      cost,
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
      from: iso(finding.from),
      to: iso(finding.to),
    })),
  ];
}

/** True if nothing of an instance says anything about mail. */
function isEmpty({ instance: { tables } }: Member): boolean {
  return tables.attempts.length <= 1 && tables.activations.length <= 1 && tables.events.length <= 1;
}

export async function lateCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      class: { type: 'string', multiple: true },
      set: { type: 'string', multiple: true },
      from: { type: 'string' },
      to: { type: 'string' },
      counts: { type: 'boolean' },
      ...RECORD_OPTIONS,
    },
  });
  const usage = usageStatus(USAGE, values.help, positionals);
  if (usage !== null) return usage;
  const zone = zoneOf(values.zone);
  const year = yearOf(values.year);
  const thresholds = thresholdsOf(values.set ?? []);
  for (const path of positionals)
    if (path !== '-' && !existsSync(path)) fail('PATH', path, 'an existing file or folder, or -');
  const files = positionals.flatMap((path) => (path === '-' ? [path] : filesIn(path)));
  const classes = values.class === undefined ? sharedClasses(files) : classesOf(values.class);
  const read = await readLogs(files, { zone, year });
  const settings = settingsIn(files);
  let said = 0;
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
    const report = reportLate(member, settings, {
      predicates: classes.map(({ predicate }) => predicate),
      files: read.files.map(({ name }) => name),
      options,
      replay: values.counts !== true,
      part: read.builder.isPartOfMail(member),
    });
    said++;
    if (values.json === true) for (const line of jsonLines(report, zone)) print(JSON.stringify(line));
    else print(lateText(report, zone));
  }
  if (said > 0) return 0;
  const listings = listingsAmong(read.files);
  for (const listing of listings) print(values.json === true ? JSON.stringify(listing) : queueText(listing));
  if (listings.length > 0) {
    complain(LISTING_NEEDS);
    return 0;
  }
  complain(
    'The files contain no Postfix delivery. Accepted: logs with lines of qmgr and of delivery agents.',
  );
  return 1;
}

await runCommand(import.meta.url, lateCommand);
