/** A run of threads in a link: short member names, commands as short lists. */
import type { Command } from '../../../protocol/commands.ts';
import type { ThreadScenario } from '../../../protocol/scenario.ts';
import type { CompactForm } from '../compact-form.ts';

const PREFIX = 'cmg.';
/** Letter of every thread command; the verb follows it. */
const LETTER = 'T';

/** Short names of members. Never change one: links must stay valid. */
const SHORT: readonly (readonly [short: string, name: string])[] = [
  ['t', 'thread'],
  ['s', 'source'],
  ['g', 'group'],
  ['e', 'events'],
  ['y', 'why'],
  ['n', 'name'],
  ['a', 'state'],
  ['k', 'kind'],
  ['o', 'timeout'],
  ['c', 'cv'],
  ['u', 'cpus'],
  ['p', 'cpu'],
  ['b', 'block'],
  ['G', 'groups'],
  ['S', 'sources'],
  ['T', 'threads'],
];
const toShort = new Map(SHORT.map(([short, name]) => [name, short]));
const toLong = new Map(SHORT);

function packCommand(command: Command): unknown[] | undefined {
  if (!command.kind.startsWith(PREFIX)) return undefined;
  const { kind, ...members } = command;
  return [LETTER, kind.slice(PREFIX.length), renamed(members, toShort)];
}

/** Undoes `packCommand`; undefined for other letters. Checks nothing. */
function unpackCommand(letter: unknown, [verb, members]: readonly unknown[]): unknown {
  if (letter !== LETTER) return undefined;
  const long = renamed(members, toLong);
  const own = typeof long === 'object' && long !== null ? long : {};
  return { ...own, kind: typeof verb === 'string' ? `${PREFIX}${verb}` : verb };
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (typeof value !== 'object' || value === null) return value;
  // `Object.fromEntries` calls no setter: a member named `__proto__` stays a member, and the schema rejects it.
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [names.get(key) ?? key, renamed(member, names)]),
  );
}

/** The member `h` of a link holds the setup, with short names. */
export const threadForm: CompactForm<ThreadScenario> = {
  letter: 't',
  pack: ({ cmgroup }) => ({ h: renamed(cmgroup, toShort) }),
  unpack: ({ h }) => (h === undefined ? {} : { cmgroup: renamed(h, toLong) }),
  packCommand,
  unpackCommand,
};
