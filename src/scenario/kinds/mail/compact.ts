import type { MailScenario } from '../../../protocol/scenario.ts';
import { packWheel, sameJson, take, unpackWheel, mapList, named } from '../../compact-parts.ts';
import { completeScenario } from '../../defaults.ts';
import type { CompactForm } from '../compact-form.ts';
import type { RecordedSetup } from '../../../protocol/recorded.ts';
import { factKindOfLetter, letterOfKind } from '../../recorded-kinds.ts';
import type { Command } from '../../../protocol/commands.ts';
import type { ThreadCommand, ThreadsSetup } from '../../../protocol/threads-setup.ts';
import { DEFAULT_THREADS } from '../../threads-defaults.ts';

/**
 * Members in a link: `p` parameters, `g` agents, `x` servers, `w` wheel, `f` feedback, `m` threads, `r` record, `q` its
 * model.
 */
export const mailForm: CompactForm<MailScenario> = {
  letter: undefined,
  pack(scenario) {
    const plain = completeScenario({});
    const run: Record<string, unknown> = packWheel(scenario.wheel);
    if (Object.keys(scenario.params).length > 0) run['p'] = renamed(scenario.params, packName);
    if (Object.keys(scenario.agents).length > 0) run['g'] = scenario.agents;
    if (!sameJson(scenario.servers, plain.servers)) run['x'] = packTable(scenario.servers, packBehaviour);
    if (scenario.feedback !== plain.feedback) run['f'] = scenario.feedback;
    if (scenario.threads !== undefined) run['m'] = packThreads(scenario.threads);
    if (scenario.recorded !== undefined) run['r'] = packRecorded(scenario.recorded);
    if (scenario.modelled !== undefined) run['q'] = scenario.modelled;
    return run;
  },
  unpack(run) {
    const scenario: Record<string, unknown> = unpackWheel(run);
    if (run['p'] !== undefined) scenario['params'] = renamed(run['p'], unpackName);
    take(scenario, 'agents', run['g']);
    if (run['x'] !== undefined) scenario['servers'] = unpackTable(run['x'], unpackBehaviour);
    take(scenario, 'feedback', run['f']);
    if (run['m'] !== undefined) scenario['threads'] = unpackThreads(run['m']);
    if (run['r'] !== undefined) scenario['recorded'] = unpackRecorded(run['r']);
    take(scenario, 'modelled', run['q']);
    return scenario;
  },
  packCommand: packMailCommand,
  unpackCommand: unpackMailCommand,
};

function packTable(
  table: MailScenario['servers'],
  pack: (behaviour: MailScenario['servers'][string]) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, pack(value)]));
}

function unpackTable(input: unknown, unpack: (value: unknown) => unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, unpack(value)]));
}

// Commands and servers as short lists.

/** Packs a command as a letter and its members in a fixed order. Absent members at the end are left out. */
function packMailCommand(command: Command): unknown[] | undefined {
  switch (command.kind) {
    case 'message.inject': {
      const to = command.to.map((share) =>
        share.transport === undefined
          ? [share.destination, share.count]
          : [share.destination, share.count, share.transport],
      );
      return trim(['i', to, command.number ?? 0, command.sender]);
    }
    case 'server.set':
      return ['s', command.server, packBehaviour(command.behaviour)];
    case 'param.set':
      return ['p', packName(command.name), command.value];
    case 'agents.set':
      return ['a', command.transport, command.limit, ...(command.fault === undefined ? [] : [command.fault])];
    case 'feedback.set':
      return ['k', command.rule];
    case 'queue.flush':
      return ['f'];
    case 'qmgr.reload':
      return ['r'];
    case 'message.hold':
      return ['h', command.number];
    case 'message.release':
      return ['H', command.number];
    case 'message.flush':
      return ['F', command.number];
    case 'log.model':
      return ['m', command.model];
    case 'log.server': {
      const { kind: _, ...server } = command;
      return ['M', server];
    }
    default:
      return isThreadCommand(command) ? packThreadCommand(command) : undefined;
  }
}

/** Undoes `packMailCommand`; undefined for letters of other kinds. Checks nothing. */
function unpackMailCommand(letter: unknown, [a, b, c]: readonly unknown[]): unknown {
  switch (letter) {
    case 'i': {
      const out: Record<string, unknown> = {
        kind: 'message.inject',
        to: mapList(a, (share) => named(share, ['destination', 'count', 'transport'])),
      };
      if (b !== 0) take(out, 'number', b);
      take(out, 'sender', c);
      return out;
    }
    case 's':
      return { kind: 'server.set', server: a, behaviour: unpackBehaviour(b) };
    case 'p':
      return { kind: 'param.set', name: typeof a === 'string' ? unpackName(a) : a, value: b };
    case 'a': {
      const out: Record<string, unknown> = { kind: 'agents.set', transport: a, limit: b };
      take(out, 'fault', c);
      return out;
    }
    case 'k':
      return { kind: 'feedback.set', rule: a };
    case 'f':
      return { kind: 'queue.flush' };
    case 'r':
      return { kind: 'qmgr.reload' };
    case 'h':
      return { kind: 'message.hold', number: a };
    case 'H':
      return { kind: 'message.release', number: a };
    case 'F':
      return { kind: 'message.flush', number: a };
    case 'm':
      return { kind: 'log.model', model: a };
    case 'M':
      return { kind: 'log.server', ...(isMembers(a) ? a : {}) };
    default:
      return unpackThreadCommand(letter, [a, b]);
  }
}

function isMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

type Behaviour = MailScenario['servers'][string];

/** Writes a behaviour as a plain number when it has only a latency. */
function packBehaviour({ latency, fault, phases }: Behaviour): unknown {
  if (fault === undefined && phases === undefined) return latency;
  const { kind, ...figures } = fault ?? { kind: undefined };
  return {
    l: latency,
    ...(kind === undefined ? {} : { f: kind }),
    ...(phases === undefined ? {} : { p: phases }),
    ...figures,
  };
}

function unpackBehaviour(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { latency: input };
  const { l, f, p, ...figures } = input as { l?: unknown; f?: unknown; p?: unknown };
  const steps = p === undefined ? {} : { phases: p };
  // Figures of a fault without its kind are kept, so that the schema rejects them.
  const none = f === undefined && Object.keys(figures).length === 0;
  return { latency: l, ...(none ? {} : { fault: { kind: f, ...figures } }), ...steps };
}

function trim(list: unknown[]): unknown[] {
  const out = list.slice();
  while (out.at(-1) === undefined) out.pop();
  if (out.length === 3 && out[2] === 0) out.pop();
  return out;
}

// Agents as threads: members that have their default are left out; commands are short lists.

const THREADS_PREFIX = 'threads.';
/** Letter of every command about threads; the verb follows it. */
const THREADS_LETTER = 'A';

/** Short names of members. Never change one: links must stay valid. */
const SHORT_THREADS: Record<keyof ThreadsSetup, string> = {
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
const LONG_THREADS = new Map(Object.entries(SHORT_THREADS).map(([name, short]) => [short, name]));

function isThreadCommand(command: Command): command is ThreadCommand {
  return command.kind.startsWith(THREADS_PREFIX);
}

function packThreadCommand(command: ThreadCommand): unknown[] {
  const { kind, ...members } = command;
  return [THREADS_LETTER, kind.slice(THREADS_PREFIX.length), members];
}

/** Undoes `packThreadCommand`; undefined for other letters. Checks nothing. */
function unpackThreadCommand(letter: unknown, [verb, members]: readonly unknown[]): unknown {
  if (letter !== THREADS_LETTER) return undefined;
  const own = typeof members === 'object' && members !== null ? members : {};
  return { ...own, kind: typeof verb === 'string' ? `${THREADS_PREFIX}${verb}` : verb };
}

/** Packs the settings of the machine that differ from the defaults. */
function packThreads(setup: ThreadsSetup): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, short] of Object.entries(SHORT_THREADS) as [keyof ThreadsSetup, string][]) {
    if (JSON.stringify(setup[name]) !== JSON.stringify(DEFAULT_THREADS[name])) out[short] = setup[name];
  }
  return out;
}

/** Undoes `packThreads`. Unknown input is returned for the schema to reject. */
function unpackThreads(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [LONG_THREADS.get(key) ?? key, value]),
  );
}

// A record: instants as differences, kinds of facts as letters.

function packRecorded({ facts, ...setup }: RecordedSetup): Record<string, unknown> {
  let before = 0;
  const at = facts.at.map((time) => {
    const since = time - before;
    before = time;
    return since;
  });
  return { ...setup, facts: [at, facts.kind.map(letterOfKind).join(''), facts.ref] };
}

/** Undoes `packRecorded`. Unknown input is returned for the schema to reject. */
function unpackRecorded(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('facts' in input)) return input;
  const { facts } = input;
  if (!Array.isArray(facts) || facts.length !== 3) return input;
  const [since, letters, ref] = facts as unknown[];
  return { ...input, facts: { at: runningSums(since), kind: kindsOfLetters(letters), ref } };
}

function runningSums(since: unknown): unknown {
  if (!Array.isArray(since)) return since;
  let at = 0;
  return since.map((one: unknown) => (typeof one === 'number' ? (at += one) : one));
}

function kindsOfLetters(letters: unknown): unknown {
  return typeof letters === 'string' ? [...letters].map(factKindOfLetter) : letters;
}

/**
 * Short forms of frequent parameter names, because these are the longest words of a scenario. Never change one: links must
 * stay valid.
 */
const SHORT_NAMES: readonly [short: string, name: string][] = [
  ['.c', 'default_delivery_slot_cost'],
  ['.l', 'default_delivery_slot_loan'],
  ['.d', 'default_delivery_slot_discount'],
  ['.m', 'default_minimum_delivery_slots'],
  ['.i', 'initial_destination_concurrency'],
  ['.k', 'default_destination_concurrency_limit'],
  ['.r', 'default_destination_recipient_limit'],
  ['.p', 'default_destination_concurrency_positive_feedback'],
  ['.n', 'default_destination_concurrency_negative_feedback'],
  ['.f', 'default_destination_concurrency_failed_cohort_limit'],
];
const toShort = new Map(SHORT_NAMES.map(([short, name]) => [name, short]));
const toLong = new Map(SHORT_NAMES);
const packName = (name: string): string => toShort.get(name) ?? name;
const unpackName = (name: string): string => toLong.get(name) ?? name;

/** Renames the keys of a table. Any other input is returned unchanged. */
function renamed<T>(table: T, rename: (name: string) => string): T {
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return table;
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [rename(name), value])) as T;
}
