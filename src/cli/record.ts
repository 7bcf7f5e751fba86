/**
 * `npm run record -- PATH… [--json] [--zone NAME] [--year N]`
 *
 * Reads records of a real Postfix (logs of any form, gzip, folders, `-`) and says what is in them: a summary for people,
 * or one JSON object for each (host, instance).
 */
import { readRecord, type ReadResult } from '../importers/input/read.ts';
import { finish } from '../importers/store/finish.ts';
import { summarize } from '../importers/summary.ts';
import { describeError } from '../scenario/schema-errors.ts';
import { zoneOffset } from '../importers/lines/zone.ts';
import { sourcesOf } from './records/files.ts';
import { summaryText } from './records/summary-text.ts';

const USAGE = `usage: npm run record -- PATH… [--json] [--zone NAME] [--year N]
  PATH         a log, also packed with gzip; a folder with logs; - for standard input
  --json       one object a line for each (host, instance)
  --zone NAME  zone of stamps that have none: Europe/Vienna, UTC, +02:00 (default: that of this machine)
  --year N     year of the first stamp that has none (default: from queue ids, or from the file's date)
`;

interface Options {
  paths: string[];
  json: boolean;
  zone: string;
  year: number | null;
}

function parseOptions(args: readonly string[]): Options | string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const options: Options = { paths: [], json: false, zone, year: null };
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? '';
    const [name, inline] = word.startsWith('--') ? word.split('=', 2) : [word];
    const value = (): string => inline ?? args[++i] ?? 'nothing';
    if (word === '--json') options.json = true;
    else if (name === '--zone') options.zone = value();
    else if (name === '--year') {
      const text = value();
      if (!/^(19[7-9]\d|20\d\d)$/.test(text)) {
        return describeError({ field: '--year', value: text, accepted: 'a year from 1970 to 2099' });
      }
      options.year = Number(text);
    } else if (word.startsWith('--')) {
      return describeError({ field: 'option', value: word, accepted: '--json, --zone NAME, --year N' });
    } else options.paths.push(word);
  }
  if (zoneOffset(options.zone) === null) {
    return describeError({ field: '--zone', value: options.zone, accepted: 'Europe/Vienna, UTC, +02:00' });
  }
  if (options.paths.length === 0) {
    return describeError({ field: 'PATH', value: 'nothing', accepted: 'a file, a folder, or -' });
  }
  return options;
}

/** Files that were not read, or not to their end. */
function troubles({ files }: ReadResult): string[] {
  return files.flatMap(({ name, kind, trouble, head, lines }) => {
    if (trouble !== '')
      return [kind === 'log' ? `${name}: read to line ${lines}, then: ${trouble}` : trouble];
    if (kind === 'empty') return [`${name} is empty.`];
    if (kind !== 'text') return [];
    const first = head.split('\n').find((line) => line.trim() !== '') ?? '';
    return [
      `${name} is no log: no line begins with a stamp, a host and a program. First line: ${first.slice(0, 120)}`,
    ];
  });
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  if (typeof options === 'string') {
    console.error(`${options}\n\n${USAGE}`);
    return 2;
  }
  const { zone, year } = options;
  const sources = sourcesOf(options.paths);
  const result = await readRecord(sources, { zone, now: Date.now(), ...(year === null ? {} : { year }) });
  finish(result.builder.members.map(({ instance }) => instance));
  const summaries = summarize(result);
  for (const trouble of troubles(result)) console.error(trouble);
  if (options.json) for (const summary of summaries) console.log(JSON.stringify(summary));
  else console.log(summaryText(summaries, result));
  if (summaries.length > 0) return 0;
  console.error(
    'No line of a Postfix was found. Accepted: logs of syslog, journalctl (short, json, export), containers.',
  );
  return 1;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return 2;
});
