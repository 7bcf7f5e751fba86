/**
 * `npm run record -- PATH… [--json] [--zone NAME] [--year N]`
 *
 * Reads records of a real Postfix (logs of any form, gzip, folders, `-`) and says what is in them: a summary for people,
 * or one JSON object for each (host, instance).
 */
import type { ReadResult } from '../importers/input/read.ts';
import { textKindOf } from '../importers/view.ts';
import type { TextKind } from '../protocol/record.ts';
import { summarize } from '../importers/summary.ts';
import { readLogs } from './records/read-record.ts';
import { readOptions } from './records/options.ts';
import { summaryText } from './records/summary-text.ts';
import { helped, runCommand } from '../../cli/command.ts';
import { complain, print } from '../../cli/terminal.ts';

const USAGE = `usage: npm run record -- PATH… [--json] [--zone NAME] [--year N]
  PATH         a log, also packed with gzip; a folder with logs; - for standard input
  --json       one object a line for each (host, instance)
  --zone NAME  zone of stamps that have none: Europe/Vienna, UTC, +02:00 (default: that of this machine)
  --year N     year of the first stamp that has none (default: from queue ids, or from the file's date)
`;

/** What a folder of a record holds beside its log. */
const OTHERS: Partial<Record<TextKind, string>> = {
  postconf: 'output of postconf -n',
  master: 'output of postconf -M',
  settings: 'a file of settings',
  'transport-map': 'a transport map',
  postqueue: 'output of postqueue -j',
  qshape: 'output of qshape',
};

/** Files that hold no log. Those that could not be read are named already. */
function withoutLog({ files }: ReadResult): string[] {
  return files.flatMap(({ name, kind, head }) => {
    if (kind === 'empty') return [`${name} is empty.`];
    if (kind !== 'text') return [];
    const own = OTHERS[textKindOf(name, head)];
    if (own !== undefined) return [`${name} is ${own}, and no log: late, replay and predict read it.`];
    const first = head.split('\n').find((line) => line.trim() !== '') ?? '';
    return [
      `${name} is no log: no line begins with a stamp, a host and a program. First line: ${first.slice(0, 120)}`,
    ];
  });
}

/** The command. Takes its arguments and returns its exit status. */
export async function recordCommand(args: readonly string[]): Promise<number> {
  if (helped(USAGE, args)) return 0;
  const options = readOptions(args, ['json', 'zone', 'year']);
  if (typeof options === 'string') {
    complain(`${options}\n\n${USAGE}`);
    return 2;
  }
  const result = await readLogs(options.paths, options);
  const summaries = summarize(result);
  for (const note of withoutLog(result)) complain(note);
  if (options.json) for (const summary of summaries) print(JSON.stringify(summary));
  else print(summaryText(summaries, result));
  if (summaries.length > 0) return 0;
  complain(
    'No line of a Postfix was found. Accepted: logs of syslog, journalctl (short, json, export), containers.',
  );
  return 1;
}

await runCommand(import.meta.url, recordCommand);
