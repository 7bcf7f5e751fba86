/**
 * `npm run watch -- FILE | --journal [UNIT] | - [--postqueue N]`
 *
 * Shows a log while it grows. Serves the page on the loopback interface, at an address with a random token, and sends it new lines. Ends on
 * SIGINT and SIGTERM.
 */
import { ownZone } from '../explain/record-format.ts';
import { parseArgs } from 'node:util';
import type { Seconds } from '../../protocol/units.ts';
import { zoneOffset } from '../importers/lines/zone.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { helped, InputFault, runCommand } from '../../cli/command.ts';
import { offerPage, untilStopped } from '../../cli/offer-page.ts';
import { PACKAGED_PAGE } from '../../cli/page-folder.ts';
import { checkLog, type Following, followFile, type Listener, followStream } from './watching/follow.ts';
import { ofThisMachine } from './watching/postfix.ts';
import { startWatchServer, type WatchServer } from './watching/server.ts';
import { askJournal, followJournal } from './watching/journal.ts';
import { complain, print } from '../../cli/terminal.ts';
import { wholeNumber } from '../../protocol/accepted.ts';

const USAGE = `usage: npm run watch -- FILE | --journal [UNIT] | - [options]
  FILE              a growing log, also across rotation (renamed or truncated), or a named pipe
  --journal [UNIT]  the journal of systemd: one unit, or everything that logs as mail
  -                 standard input
  --postqueue N     runs postqueue -j every N seconds (1 to 86400), and postconf once
  --config FOLDER   configuration folder of the Postfix to ask (default: the system's)
  --zone NAME       zone of time stamps without one: Europe/Vienna, UTC, +02:00 (default: zone of this machine)
  --port N          0 to 65535, 0 = any free port (default: 4177, or any free port when 4177 is taken)
  --page FOLDER     folder of a built page (default: the page of this version)
Only this machine can open the page. Press Ctrl+C to stop.
`;
const PORT = 4177;
/** Following an existing file begins this many bytes before its end. */
const BACKLOG = 64 * 1024 * 1024;

interface Options {
  source: { file: string } | { journal: string | null } | 'stdin';
  postqueue: Seconds | null;
  config: string | null;
  zone: string;
  port: number | null;
  page: string | null;
}

function fail(field: string, value: string, accepted: string): never {
  throw new Error(`${describeError({ field, value, accepted })}\n\n${USAGE}`);
}

function whole(field: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) fail(field, text, wholeNumber(least, most));
  return value;
}

function readOptions(words: readonly string[]): Options {
  // `--journal` without a unit means all mail. parseArgs knows no optional values, so an empty one is inserted.
  const args = words.flatMap((word, i) =>
    word === '--journal' && /^(-|$)/.test(words[i + 1] ?? '') ? ['--journal='] : [word],
  );
  if (helped(USAGE, words)) process.exit(0);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      journal: { type: 'string' },
      postqueue: { type: 'string' },
      config: { type: 'string' },
      zone: { type: 'string' },
      port: { type: 'string' },
      page: { type: 'string' },
    },
  });
  const { journal } = values;
  const [path] = positionals;
  if (positionals.length + (journal === undefined ? 0 : 1) !== 1)
    fail('the log to follow', words.join(' ') || 'nothing', 'one FILE, or --journal [UNIT], or -');
  const zone = values.zone ?? ownZone();
  if (zoneOffset(zone) === null) fail('--zone', zone, 'Europe/Vienna, UTC, +02:00');
  return {
    source:
      journal !== undefined
        ? { journal: journal === '' ? null : journal }
        : path === '-'
          ? 'stdin'
          : { file: path ?? '' },
    postqueue: whole('--postqueue', values.postqueue, 1, 86_400),
    config: values.config ?? null,
    zone,
    port: whole('--port', values.port, 0, 65_535),
    page: values.page ?? null,
  };
}

function nameOf({ source }: Options): string {
  if (source === 'stdin') return 'standard input';
  if ('file' in source) return source.file;
  return source.journal === null ? 'the journal, mail' : `the journal, ${source.journal}`;
}

function follow({ source }: Options, to: Listener): Following {
  if (source === 'stdin') return followStream(process.stdin, to, 'standard input');
  return 'file' in source ? followFile(source.file, BACKLOG, to) : followJournal(source.journal, to);
}

/** Checks the source before the page is built, so that errors appear immediately. Returns a note, or ''. */
async function tried({ source }: Options): Promise<string> {
  if (source === 'stdin') return '';
  if ('journal' in source) return askJournal(source.journal);
  try {
    checkLog(source.file);
    return '';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new InputFault(
        `${source.file} does not exist. If Postfix logs only to systemd, use --journal. ` +
          'This shows where Postfix logs: postconf maillog_file',
        { cause: error },
      );
    if (code === 'EACCES')
      throw new InputFault(
        `This user may not read ${source.file}. Run this as root, or as a member of the file's group.`,
        { cause: error },
      );
    throw error;
  }
}

/** Passes everything to the page, and tells the console as well when the log has ended. */
const saying = (to: WatchServer): Listener => ({
  lines: (bytes, read) => to.lines(bytes, read),
  changed: (what) => to.changed(what),
  ended(reason) {
    complain(`${reason}. The page keeps what it has received.`);
    to.ended(reason);
  },
});

async function builtPage(): Promise<string> {
  if (PACKAGED_PAGE !== null) return PACKAGED_PAGE;
  print('Building the page …');
  const { buildOwnPage } = await import('../../cli/own-page.mjs');
  return buildOwnPage();
}

/** Starts the server. Without --port it uses the usual port, or any free port if that one is taken. */
async function serve(options: Options, folder: string): Promise<WatchServer> {
  const { config, postqueue, zone, port } = options;
  const asked = config !== null || postqueue !== null;
  const settings = asked ? await ofThisMachine(config).settings() : [];
  const start = (at: number): Promise<WatchServer> =>
    startWatchServer({ folder, port: at, name: nameOf(options), zone, settings });
  if (port !== null) return start(port);
  return start(PORT).catch(() => start(0));
}

/** Asks for the queue again N seconds after each answer. */
function askQueue({ postqueue, config }: Options, server: WatchServer): void {
  if (postqueue === null) return;
  const ask = (): void => {
    void ofThisMachine(config)
      .queue()
      .then(({ text, trouble }) => {
        server.queue(text, trouble);
        setTimeout(ask, postqueue * 1000).unref();
      });
  };
  ask();
}

/** Follows the log until a signal arrives. Resolves with the exit status. */
export async function watchCommand(args: readonly string[]): Promise<number> {
  const options = readOptions([...args]);
  const note = await tried(options);
  const server = await serve(options, options.page ?? (await builtPage()));
  const following = follow(options, saying(server));
  askQueue(options, server);
  print(`Following ${nameOf(options)}.${note === '' ? '' : ` ${note}`}`);
  offerPage(server.address, { quiet: true });
  await untilStopped();
  following.stop();
  await server.close();
  return process.exit(0);
}

await runCommand(import.meta.url, watchCommand);
