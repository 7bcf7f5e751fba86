import { execFile, spawn } from 'node:child_process';
import { nameList } from '../../importers/lint/context.ts';
import { readJson } from '../../../scenario/json.ts';
import { type Following, type Listener, followStream } from './follow.ts';

/** Entries of the journal read before new ones are followed. */
const EARLIER_ENTRIES = 20_000;

/** Follows the journal of systemd: of one unit, or of everything that logs as mail. */
export function followJournal(unit: string | null, to: Listener, program = 'journalctl'): Following {
  const args = [
    '--follow',
    '--output=json',
    '--lines',
    String(EARLIER_ENTRIES),
    '--no-pager',
    ...chosen(unit),
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-500);
  });
  let over = false;
  const end = (reason: string): void => {
    if (!over) to.ended(reason);
    over = true;
  };
  const followed = followStream(child.stdout, { ...to, ended: () => {} }, program);
  child.on('error', (error) => end(`${program}: ${error.message}`));
  child.on('exit', (code) =>
    end(`${program} ended${said.trim() === '' ? ` (${code})` : `: ${said.trim()}`}`),
  );
  return {
    stop() {
      over = true;
      followed.stop();
      child.kill();
    },
  };
}

/** Facility 2 is mail: units of Postfix have different names on different systems. */
const chosen = (unit: string | null): string[] => (unit === null ? ['SYSLOG_FACILITY=2'] : ['--unit', unit]);

/** Entries of a unit that are looked at for mail. */
const LOOKED_AT = 1000;

/**
 * Asks the journal once, before it is followed: journalctl itself waits without a word where a unit does not exist, or
 * where its reader may not see it.
 *
 * @returns what there is to say about it; '' = nothing.
 * @throws when there is no journal to be read, or when the unit has no mail in it and other units have.
 */
export async function askJournal(unit: string | null, program = 'journalctl'): Promise<string> {
  const first = await entries(program, [...chosen(unit), '--lines', String(LOOKED_AT)]);
  if (first.trouble !== '') throw new Error(`${program}: ${first.trouble}`);
  if (first.entries.some(isMail)) return '';
  const hint = first.said === '' ? '' : `\n${first.said}`;
  const all =
    unit === null ? first : await entries(program, [...chosen(null), '--lines', String(EARLIER_ENTRIES)]);
  const units = [...new Set(all.entries.map((entry) => entry['_SYSTEMD_UNIT']))];
  const named = units.filter((name): name is string => typeof name === 'string').sort();
  if (unit === null || all.entries.length === 0) return `The journal has no mail so far.${hint}`;
  const had = first.entries.length === 0 ? 'nothing' : 'no mail';
  throw new Error(
    `The journal has ${had} of the unit ${unit}. ${
      named.length === 0
        ? 'Mail is logged by no unit of systemd.'
        : `Mail is logged by ${nameList(named)}: --journal '${named[0]}'.`
    } ` + `Without a name, --journal follows all that logs as mail.${hint}`,
  );
}

/** Fields may also be lists of bytes, which names of programs and units are not. */
type Entry = Readonly<Record<string, unknown>>;

/** Facility 2 is mail; a Postfix with another facility is known by its `name/program`. */
function isMail(entry: Entry): boolean {
  const { SYSLOG_FACILITY: facility, SYSLOG_IDENTIFIER: name } = entry;
  return facility === '2' || (typeof name === 'string' && /^\S+\/[a-z]+$/.test(name));
}

const FIELDS = 'SYSLOG_FACILITY,SYSLOG_IDENTIFIER,_SYSTEMD_UNIT';

/** What journalctl answers. It says on the side what its user may not see, and ends well all the same. */
function entries(
  program: string,
  words: readonly string[],
): Promise<{ entries: Entry[]; said: string; trouble: string }> {
  const args = ['--output=json', `--output-fields=${FIELDS}`, '--no-pager', ...words];
  return new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 256 * 1024 * 1024, timeout: 60_000 }, (error, text, stderr) => {
      const said = stderr.trim().slice(-500);
      resolve({
        entries: text
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .flatMap(readEntry),
        said,
        trouble: error === null ? '' : said || error.message,
      });
    });
  });
}

/** The entry of a line; none where it is cut off, as the last one of an answer that is too long. */
function readEntry(line: string): Entry[] {
  const read = readJson(line, 'The entry');
  return read.ok ? [read.value as Entry] : [];
}
