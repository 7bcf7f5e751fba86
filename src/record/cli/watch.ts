/**
 * `npm run watch -- FILE | --journal [UNIT] | - [--postqueue N]`
 *
 * Follows a log and shows it as it grows: serves the page on the loopback interface, at an address with a random token,
 * and sends it the lines as they come. Ends on SIGINT and SIGTERM.
 */
import { ownZone } from '../explain/record-format.ts';
import { parseArgs } from 'node:util';
import type { Seconds } from '../../protocol/units.ts';
import { zoneOffset } from '../importers/lines/zone.ts';
import { describeError } from '../../scenario/schema-errors.ts';
import { helped } from '../../cli/command.ts';
import { buildOwnPage } from '../../cli/own-page.mjs';
import { checkLog, type Following, followFile, type Listener, followStream } from './watching/follow.ts';
import { ofThisMachine } from './watching/postfix.ts';
import { startWatchServer, type WatchServer } from './watching/server.ts';
import { askJournal, followJournal } from './watching/journal.ts';
import { reasonOf } from '../../cli/reason.ts';
import { complain, print } from '../../cli/terminal.ts';
import { wholeNumber } from '../../protocol/accepted.ts';

const USAGE = `usage: npm run watch -- FILE | --journal [UNIT] | - [options]
  FILE              a log that grows, followed when it is rotated (renamed, or cut off), or a named pipe
  --journal [UNIT]  the journal of systemd, of one unit or of everything that logs as mail
  -                 standard input
  --postqueue N     asks postqueue -j every N seconds (1 to 86400), and postconf once
  --config FOLDER   of which configuration of this machine (default: the usual one)
  --zone NAME       zone of stamps that have none: Europe/Vienna, UTC, +02:00 (default: that of this machine)
  --port N          0 to 65535, 0 = any that is free (default: 4177, any other when it is taken)
  --page FOLDER     a page that is built already (default: builds it)
The page is served to this machine only. Ctrl+C ends it.
`;
const PORT = 4177;
/** Of a file that is there already, the end is read first. */
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
  // Alone it means everything that logs as mail, and parseArgs has no option whose value may be left out.
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
    fail('what to follow', words.join(' ') || 'nothing', 'one FILE, or --journal [UNIT], or -');
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

/** What is followed, in words. */
function nameOf({ source }: Options): string {
  if (source === 'stdin') return 'standard input';
  if ('file' in source) return source.file;
  return source.journal === null ? 'the journal, mail' : `the journal, ${source.journal}`;
}

function follow({ source }: Options, to: Listener): Following {
  if (source === 'stdin') return followStream(process.stdin, to, 'standard input');
  return 'file' in source ? followFile(source.file, BACKLOG, to) : followJournal(source.journal, to);
}

/** Looks before the page is built: what is wrong is said at once. Answers with what there is to say beside. */
async function tried({ source }: Options): Promise<string> {
  if (source === 'stdin') return '';
  if ('journal' in source) return askJournal(source.journal);
  try {
    checkLog(source.file);
    return '';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new Error(
        `${source.file} is not there. Where Postfix logs to systemd and nowhere else: --journal. ` +
          'It says itself what it writes to: postconf maillog_file',
        { cause: error },
      );
    if (code === 'EACCES')
      throw new Error(
        `${source.file} may not be read by this user: run this as root, or as a member of the group of the file.`,
        { cause: error },
      );
    throw error;
  }
}

/** The listener, and the console beside it where nothing more comes. */
const saying = (to: WatchServer): Listener => ({
  lines: (bytes, read) => to.lines(bytes, read),
  changed: (what) => to.changed(what),
  ended(reason) {
    complain(`${reason}. The page keeps what it has.`);
    to.ended(reason);
  },
});

function builtPage(): Promise<string> {
  print('Building the page …');
  return buildOwnPage();
}

/** On the port that was asked for; without one, on the usual one or any that is free. */
async function serve(options: Options, folder: string): Promise<WatchServer> {
  const { config, postqueue, zone, port } = options;
  const asked = config !== null || postqueue !== null;
  const settings = asked ? await ofThisMachine(config).settings() : [];
  const start = (at: number): Promise<WatchServer> =>
    startWatchServer({ folder, port: at, name: nameOf(options), zone, settings });
  if (port !== null) return start(port);
  return start(PORT).catch(() => start(0));
}

/** Asks for the queue, and again so many seconds after each answer. */
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

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const note = await tried(options);
  const server = await serve(options, options.page ?? (await builtPage()));
  const following = follow(options, saying(server));
  askQueue(options, server);
  const end = (): void => {
    following.stop();
    void server.close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  print(`Following ${nameOf(options)}.${note === '' ? '' : ` ${note}`}`);
  print(`The page is at ${server.address} (Ctrl+C ends it)`);
}

await main().catch((error: unknown) => {
  complain(reasonOf(error));
  process.exit(2);
});
