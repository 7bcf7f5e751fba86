/** Agents as threads in a link: members that hold their default left out, commands as short lists. */
import type { Command } from '../../../protocol/commands.ts';
import type { ThreadCommand, ThreadsSetup } from '../../../protocol/threads-setup.ts';
import { DEFAULT_THREADS } from '../../threads-defaults.ts';

const PREFIX = 'threads.';
/** Letter of every command about threads; the verb follows it. */
const LETTER = 'A';

/** Short names of members. For ever, because links are. */
const SHORT: Record<keyof ThreadsSetup, string> = {
  cpus: 'u',
  limit: 'v',
  limits: 'V',
  initial: 'i',
  growBy: 'g',
  phases: 'p',
  switchUs: 's',
  rewarmUs: 'w',
  alphaMilli: 'a',
  slices: 'l',
  runQueue: 'q',
  source: 'k',
  background: 'b',
  prefetch: 'f',
  story: 't',
};
const LONG = new Map(Object.entries(SHORT).map(([name, short]) => [short, name]));

/** True for a command about agents as threads. */
export function isThreadCommand(command: Command): command is ThreadCommand {
  return command.kind.startsWith(PREFIX);
}

/** `["A", verb, members]`. */
export function packThreadCommand(command: ThreadCommand): unknown[] {
  const { kind, ...members } = command;
  return [LETTER, kind.slice(PREFIX.length), members];
}

/** Undoes `packThreadCommand`; undefined for other letters. Checks nothing. */
export function unpackThreadCommand(letter: unknown, [verb, members]: readonly unknown[]): unknown {
  if (letter !== LETTER) return undefined;
  const own = typeof members === 'object' && members !== null ? members : {};
  return { ...own, kind: typeof verb === 'string' ? `${PREFIX}${verb}` : verb };
}

/** The members that differ from the usual machine. */
export function packThreads(setup: ThreadsSetup): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, short] of Object.entries(SHORT) as [keyof ThreadsSetup, string][]) {
    if (JSON.stringify(setup[name]) !== JSON.stringify(DEFAULT_THREADS[name])) out[short] = setup[name];
  }
  return out;
}

/** Undoes `packThreads`. What it does not understand goes on to the schema, which refuses it. */
export function unpackThreads(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [LONG.get(key) ?? key, value]));
}
