import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { InputFault } from '../../../cli/command.ts';
import { type RecordSource, textSource } from '../../importers/input/source.ts';
import { readSettings } from '../../importers/settings/read.ts';
import type { Member } from '../../importers/store/record.ts';
import type { Settings } from '../../protocol/settings.ts';
import { isInstalled, ofThisMachine } from '../watching/postfix.ts';

/** What the Postfix of this machine says about itself. */
export interface ServerSettings {
  settings: Settings;
  texts: { name: string; text: string }[];
  /** Names by which the log calls this machine. */
  hosts: string[];
}

/** Asks postconf of this machine for its settings. Null if there is no postconf, or if it prints nothing. */
export async function askServer(): Promise<ServerSettings | null> {
  if (!isInstalled('postconf')) return null;
  const postfix = ofThisMachine(null);
  const [texts, hosts] = await Promise.all([postfix.settings(), postfix.hosts()]);
  return texts.length === 0 ? null : { settings: readSettings(texts), texts, hosts };
}

/**
 * True if the log of an instance was written on this machine by the Postfix that `postconf` describes. A log from elsewhere
 * keeps its own settings, or none.
 */
export function isOfServer({ name, host }: Member, { settings, hosts }: ServerSettings): boolean {
  return (
    name === (settings.globals['syslog_name']?.value ?? 'postfix') &&
    hosts.some((own) => isSameHost(own, host))
  );
}

/** Compares two names of hosts; a name without a domain is compared with the first label of the other. */
export function isSameHost(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return (
    a !== '' && (a === b || (a.split('.')[0] === b.split('.')[0] && !(a.includes('.') && b.includes('.'))))
  );
}

/** Usual places of the log: Debian, Ubuntu and SUSE; Red Hat, Alpine and BSD. */
const LOGS = ['/var/log/mail.log', '/var/log/maillog', '/var/log/mail'];

/** The log of this machine's Postfix: a file, else the journal. Null where there is neither. */
export async function logOfServer(): Promise<RecordSource | string | null> {
  if (!isInstalled('postconf')) return null;
  const file = [await ofThisMachine(null).logFile(), ...LOGS].find(hasLines);
  if (file === undefined) return isInstalled('journalctl') ? journal() : null;
  try {
    accessSync(file, constants.R_OK);
    return file;
  } catch (error) {
    throw new InputFault(
      `This user may not read ${file}. Run this as root, or as a member of the file's group (often adm).`,
      { cause: error },
    );
  }
}

function hasLines(path: string): boolean {
  const stats = path === '' ? undefined : statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size > 0;
}

/** Journal entries of Debian's unit, of the unit of other systems, and of all programs that log as mail. `+` = "or". */
const ENTRIES = ['_SYSTEMD_UNIT=postfix@-.service', '_SYSTEMD_UNIT=postfix.service', 'SYSLOG_FACILITY=2'];
const FIELDS =
  'MESSAGE,SYSLOG_IDENTIFIER,SYSLOG_PID,SYSLOG_FACILITY,_PID,_HOSTNAME,_SOURCE_REALTIME_TIMESTAMP,__REALTIME_TIMESTAMP';

export const JOURNAL_NAME = 'journalctl -u postfix@-';

/** The mail entries of the journal. The journal is read again each time the source is opened. */
export function journal(program = 'journalctl'): RecordSource {
  const chosen = ENTRIES.flatMap((entry, i) => (i === 0 ? [entry] : ['+', entry]));
  const args = ['--output=json', `--output-fields=${FIELDS}`, '--no-pager', '--quiet', ...chosen];
  const open = (): ReadableStream<Uint8Array<ArrayBufferLike>> => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    child.on('error', () => child.stdout.destroy(new Error(`${program} cannot be run.`)));
    child.stdout.on('close', () => child.kill());
    return Readable.toWeb(child.stdout) as ReadableStream<Uint8Array<ArrayBufferLike>>;
  };
  return { name: JOURNAL_NAME, size: null, modified: null, open };
}

/** The output of `postqueue -j` of this machine as a source. */
export async function queueOfServer(): Promise<RecordSource & { text: string }> {
  const name = 'postqueue -j';
  if (!isInstalled('postqueue'))
    throw new InputFault('This machine has no postqueue, so its queue cannot be listed.');
  const { text, trouble } = await ofThisMachine(null).queue();
  if (trouble !== '') throw new InputFault(`The queue of this machine cannot be listed: ${trouble}`);
  return { ...textSource(name, text, Date.now()), text };
}
