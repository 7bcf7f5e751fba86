/**
 * `npm run record -- PATH… [--json] [--zone NAME] [--year N]`
 *
 * Reads records of a real Postfix (logs of any format, plain or gzipped, folders, `-`) and says what is in them. Prints a summary, or one
 * JSON object for each (host, instance).
 */
import type { ReadResult } from '../importers/input/read.ts';
import { textKindOf } from '../importers/view.ts';
import type { TextKind } from '../protocol/record.ts';
import { summarize } from '../importers/summary.ts';
import { readLogs } from './records/read-record.ts';
import { readOptions } from './records/options.ts';
import { listingsAmong, queueText } from './records/queue-text.ts';
import { summaryText } from './records/summary-text.ts';
import { helped, runCommand, STATUS } from '../../cli/command.ts';
import { complain, print, printReport } from '../../cli/terminal.ts';

const USAGE = `usage: npm run record -- PATH… [--json] [--zone NAME] [--year N]
  PATH         a log (plain or gzipped), a folder of logs, or - for standard input; a listing of postqueue -j or postqueue -p
  --json       one object per line, for each (host, instance), and {"kind":"queue"} for each listing
  --zone NAME  zone of time stamps without one: Europe/Vienna, UTC, +02:00 (default: zone of this machine)
  --year N     year of the first time stamp without one (default: from queue ids or the date of the file)
  exit status  0 answered; 2 wrong arguments; 3 no log that can be read
`;

/** Names for the kinds of files other than logs. */
const OTHERS: Partial<Record<TextKind, string>> = {
  postconf: 'output of postconf -n',
  master: 'output of postconf -M',
  settings: 'a file with settings',
  'transport-map': 'a transport map',
  qshape: 'output of qshape',
};

/** Writes a sentence for each file that is no log, except unreadable files, which `readLogs` has already named. */
function withoutLog({ files }: ReadResult, listings: ReadonlySet<string>): string[] {
  return files.flatMap(({ name, kind, head }) => {
    if (listings.has(name)) return [];
    if (kind === 'empty') return [`${name} is empty.`];
    if (kind !== 'text') return [];
    const own = OTHERS[textKindOf(name, head)];
    if (own !== undefined)
      return [`${name} is ${own}, not a log. The commands late, replay and predict use it.`];
    const first = head.split('\n').find((line) => line.trim() !== '') ?? '';
    return [
      `${name} is not a log: no line begins with a time stamp, a host and a program. Its first line is: ${first.slice(0, 120)}`,
    ];
  });
}

export async function recordCommand(args: readonly string[]): Promise<number> {
  if (helped(USAGE, args)) return 0;
  const options = readOptions(args, ['json', 'zone', 'year']);
  if (typeof options === 'string') {
    complain(`${options}\n\n${USAGE}`);
    return STATUS.usage;
  }
  const result = await readLogs(options.paths, options);
  const summaries = summarize(result);
  const listings = listingsAmong(result.files);
  for (const note of withoutLog(result, new Set(listings.map(({ file }) => file)))) complain(note);
  if (options.json) for (const row of [...summaries, ...listings]) print(JSON.stringify(row));
  else {
    if (summaries.length > 0) printReport(summaryText(summaries, result));
    for (const listing of listings) printReport(queueText(listing));
  }
  if (summaries.length + listings.length > 0) return 0;
  complain(
    'The files contain no line of Postfix. Accepted: logs of syslog, journalctl (short, json, export) or containers.',
  );
  return STATUS.input;
}

await runCommand(import.meta.url, recordCommand);
