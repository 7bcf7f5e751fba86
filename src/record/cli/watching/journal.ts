import { execFile, spawn } from 'node:child_process';
import { nameList } from '../../importers/lint/context.ts';
import { readJson } from '../../../scenario/json.ts';
import { type Following, type Listener, followStream } from './follow.ts';

/** Reading begins this many entries before the end of the journal. */
const EARLIER_ENTRIES = 20_000;

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

/** Selects entries of the unit, else those of syslog facility 2, which is mail: names of Postfix units differ between systems. */
const chosen = (unit: string | null): string[] => (unit === null ? ['SYSLOG_FACILITY=2'] : ['--unit', unit]);

/** Number of latest entries of a unit that are searched for mail. */
const LOOKED_AT = 1000;

/**
 * Asks the journal once before it is followed, because journalctl waits silently when a unit does not exist or its user may not read it.
 *
 * @returns a note; '' = none.
 * @throws when the journal cannot be read, or when only other units have mail.
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
  if (unit === null || all.entries.length === 0) return `The journal has no mail yet.${hint}`;
  const had = first.entries.length === 0 ? 'nothing' : 'no mail';
  throw new Error(
    `The journal has ${had} from the unit ${unit}. ${
      named.length === 0
        ? 'No unit of systemd logs mail.'
        : `Mail comes from ${nameList(named)}. Use --journal '${named[0]}'.`
    } ` + `Without a name, --journal follows everything that logs as mail.${hint}`,
  );
}

/** Fields may also be lists of bytes, but names of programs and units never are. */
type Entry = Readonly<Record<string, unknown>>;

/** True for entries of syslog facility 2 (mail). A Postfix with another facility is recognized by its `name/program`. */
function isMail(entry: Entry): boolean {
  const { SYSLOG_FACILITY: facility, SYSLOG_IDENTIFIER: name } = entry;
  return facility === '2' || (typeof name === 'string' && /^\S+\/[a-z]+$/.test(name));
}

const FIELDS = 'SYSLOG_FACILITY,SYSLOG_IDENTIFIER,_SYSTEMD_UNIT';

/** Runs journalctl. It exits with 0 even if its user may not see some entries, and says so on standard error. */
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

/** Parses a line as an entry. Empty for a line that is cut off, such as the last line of an answer that is too long. */
function readEntry(line: string): Entry[] {
  const read = readJson(line, 'The entry');
  return read.ok ? [read.value as Entry] : [];
}
