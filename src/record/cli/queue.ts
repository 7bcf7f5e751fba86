/**
 * `npm run queue -- [PATH…] [--json]`
 *
 * Says what is in the queue: by destination, for how long, and the reasons of the last deferral.
 */
import { parseArgs } from 'node:util';
import { filesIn } from './records/files.ts';
import { LISTING_NEEDS, listingOf, queueNow, queueText } from './records/queue-text.ts';
import { queueOfServer } from './records/this-server.ts';
import { failInput, helped, runCommand, STATUS } from '../../cli/command.ts';
import { unpackedUpTo } from '../../cli/read-file.ts';
import { complain, print, printReport } from '../../cli/terminal.ts';

const USAGE = `usage: npm run queue -- [PATH…] [--json]
  PATH         a listing of postqueue -j or postqueue -p (plain or gzipped), or - for standard input
               default: runs postqueue -j on this machine
  --json       one object per line: {"kind":"queue", file, messages, recipients, queues, destinations}
  exit status  0 answered; 2 wrong arguments; 3 no listing that can be read
`;
const LISTING_MAX = 256_000_000;

export async function queueCommand(args: readonly string[]): Promise<number> {
  if (helped(USAGE, args)) return STATUS.done;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  });
  const paths = positionals.flatMap((path) => (path === '-' ? [path] : filesIn(path)));
  const listings = paths.length === 0 ? [await listingOfServer()] : paths.map(listingAt);
  for (const one of listings)
    if (values.json === true) print(JSON.stringify(one));
    else printReport(queueText(one));
  if (values.json !== true) complain(LISTING_NEEDS);
  return STATUS.done;
}

async function listingOfServer(): Promise<ReturnType<typeof queueNow>> {
  const { name, text } = await queueOfServer();
  return queueNow(name, text);
}

function listingAt(path: string): ReturnType<typeof queueNow> {
  const bytes = unpackedUpTo(path, LISTING_MAX);
  const listing = typeof bytes === 'string' ? null : listingOf(path, bytes.toString('utf8'));
  return listing ?? failInput('PATH', path, 'the output of postqueue -j or postqueue -p');
}

await runCommand(import.meta.url, queueCommand);
