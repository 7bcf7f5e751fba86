/**
 * The scenario in as few characters as a link can bear: short keys, defaults left out, commands as short lists, times
 * as differences. `expand` undoes it without judging: what comes out is checked by the schema like any file.
 */
import type { RunTree } from '../protocol/branches.ts';
import type { Command, LiveCommand, ScriptedCommand } from '../protocol/commands.ts';
import type { Scenario } from '../protocol/scenario.ts';
import { packLab, packSetup, unpackLab, unpackSetup } from './compact-lab.ts';
import {
  isCmgroupCommand,
  packCmgroup,
  packCmgroupSetup,
  unpackCmgroup,
  unpackCmgroupSetup,
} from './compact-cmgroup.ts';
import {
  isThreadCommand,
  packThreadCommand,
  packThreads,
  unpackThreadCommand,
  unpackThreads,
} from './compact-threads.ts';
import { packRecorded, unpackRecorded } from './compact-recorded.ts';
import { completeScenario, DEFAULT_TRANSPORT } from './defaults.ts';
import { LIMITS } from './limits.ts';

/** Longest list of a scenario. */
const LIST_MAX = Math.max(LIMITS.scriptCommands, LIMITS.liveCommands, LIMITS.destinationsPerMessage);

/** What a link carries: title first, so that a damaged link still shows what it was. */
export interface CompactRun {
  t: string;
  /** Scenario version. */
  v: number;
  /** Engine version. */
  n: number;
  a?: string;
  s?: number;
  p?: Record<string, string | number>;
  g?: Record<string, number>;
  /** Timer laboratory. */
  b?: unknown;
  /** Threads. */
  h?: unknown;
  /** Agents as threads. */
  m?: unknown;
  /** A record that is followed. */
  r?: unknown;
  /** A model of a record. */
  q?: unknown;
  x?: Record<string, unknown>;
  w?: [number, number];
  f?: 'shipped' | 'documented';
  /** Script: time since the command before, then the command. */
  c?: unknown[];
  o?: { t?: string; p?: boolean; u?: number };
  /** Live commands: step, time, sequence number, command. */
  l?: unknown[];
  /**
   * Branches when there are several: the name of the first, whose commands are `l`; of each other one parent, last step
   * shared, name, commands, those to come, 1 = deleted.
   */
  y?: unknown[];
}

/** The run in compact form. Members that hold their default are absent. */
export function compact(
  scenario: Scenario,
  live: readonly LiveCommand[],
  engine: number,
  branches: RunTree['branches'] = [],
): CompactRun {
  const plain = completeScenario({});
  const run: CompactRun = { t: scenario.title, v: scenario.version, n: engine };
  if (scenario.about !== '') run.a = scenario.about;
  if (scenario.seed !== plain.seed) run.s = scenario.seed;
  if (Object.keys(scenario.params).length > 0) run.p = renamed(scenario.params, packName);
  if (Object.keys(scenario.agents).length > 0) run.g = scenario.agents;
  if (!sameJson(scenario.servers, plain.servers)) run.x = packTable(scenario.servers, packBehaviour);
  if (!sameJson(scenario.wheel, plain.wheel)) run.w = [scenario.wheel.tickMs, scenario.wheel.size];
  if (scenario.feedback !== plain.feedback) run.f = scenario.feedback;
  if (scenario.script.length > 0) run.c = packScript(scenario.script);
  if (scenario.lab !== undefined) run.b = packSetup(scenario.lab);
  if (scenario.cmgroup !== undefined) run.h = packCmgroupSetup(scenario.cmgroup);
  if (scenario.threads !== undefined) run.m = packThreads(scenario.threads);
  if (scenario.recorded !== undefined) run.r = packRecorded(scenario.recorded);
  if (scenario.modelled !== undefined) run.q = scenario.modelled;
  const view = packView(scenario);
  if (Object.keys(view).length > 0) run.o = view;
  if (live.length > 0) run.l = packLive(live);
  if (branches.length > 0) run.y = [branches[0]?.name, ...branches.slice(1).map(packBranch)];
  return run;
}

/** The scenario (as a file would hold it) and the live commands of a compact run. Never throws; checks nothing. */
export function expand(input: unknown): {
  scenario: unknown;
  live: unknown;
  engine: unknown;
  /** The name of the first branch, then the others; undefined when there is one. */
  branches: unknown;
} {
  const run = asObject(input);
  const scenario: Record<string, unknown> = { version: run['v'] };
  take(scenario, 'title', run['t']);
  take(scenario, 'about', run['a']);
  take(scenario, 'seed', run['s']);
  if (run['p'] !== undefined) scenario['params'] = renamed(run['p'], unpackName);
  take(scenario, 'agents', run['g']);
  if (run['x'] !== undefined) scenario['servers'] = unpackTable(run['x'], unpackBehaviour);
  if (run['w'] !== undefined) scenario['wheel'] = named(run['w'], ['tickMs', 'size']);
  take(scenario, 'feedback', run['f']);
  if (run['c'] !== undefined) scenario['script'] = unpackScript(run['c']);
  if (run['b'] !== undefined) scenario['lab'] = unpackSetup(run['b']);
  if (run['h'] !== undefined) scenario['cmgroup'] = unpackCmgroupSetup(run['h']);
  if (run['m'] !== undefined) scenario['threads'] = unpackThreads(run['m']);
  if (run['r'] !== undefined) scenario['recorded'] = unpackRecorded(run['r']);
  take(scenario, 'modelled', run['q']);
  if (run['o'] !== undefined) scenario['view'] = unpackView(run['o']);
  const live = run['l'] === undefined ? [] : mapList(run['l'], unpackLive);
  const branches = run['y'] === undefined ? undefined : mapList(run['y'], unpackBranch);
  return { scenario, live, engine: run['n'], branches };
}

function packLive(live: readonly LiveCommand[]): unknown[] {
  return live.map((c) => [c.step, c.at, c.seq, packCommand(c.command)]);
}

function packBranch(branch: RunTree['branches'][number]): unknown {
  if (branch === null) return 0;
  const { parent, step, name, live, timed, gone } = branch;
  return [parent, step, name, packLive(live), packLive(timed), ...(gone === true ? [1] : [])];
}

function unpackBranch(item: unknown): unknown {
  if (item === 0) return null;
  if (!Array.isArray(item)) return item;
  const [parent, step, name, live, timed, gone, ...rest] = item as unknown[];
  const out: Record<string, unknown> = {
    parent,
    step,
    name,
    live: mapList(live, unpackLive),
    timed: mapList(timed, unpackLive),
  };
  if (gone !== undefined) out['gone'] = gone === 1 ? true : gone;
  return rest.length > 0 ? { ...out, rest } : out;
}

function packView(scenario: Scenario): NonNullable<CompactRun['o']> {
  const { transport, play, pauseAt } = scenario.view;
  const view: NonNullable<CompactRun['o']> = {};
  if (transport !== DEFAULT_TRANSPORT) view.t = transport;
  if (play !== undefined) view.p = play;
  if (pauseAt !== undefined) view.u = pauseAt;
  return view;
}

function unpackView(input: unknown): unknown {
  const view = asObject(input);
  const out: Record<string, unknown> = {};
  take(out, 'transport', view['t']);
  take(out, 'play', view['p']);
  take(out, 'pauseAt', view['u']);
  return out;
}

function packScript(script: readonly ScriptedCommand[]): unknown[] {
  let before = 0;
  return script.map(({ at, command }) => {
    const item = [packTime(at - before), ...packCommand(command)];
    before = at;
    return item;
  });
}

function unpackScript(input: unknown): unknown {
  let at = 0;
  return mapList(input, (item) => {
    if (!Array.isArray(item)) return item;
    const [since, ...command] = item as unknown[];
    if (typeof since !== 'number') return { at: since, command: unpackCommand(command) };
    at += unpackTime(since);
    return { at, command: unpackCommand(command) };
  });
}

/** Whole milliseconds as they are; other times as microseconds below zero. */
function packTime(micros: number): number {
  return micros % 1000 === 0 ? micros / 1000 : -micros;
}

function unpackTime(packed: number): number {
  return packed < 0 ? -packed : packed * 1000;
}

function unpackLive(item: unknown): unknown {
  if (!Array.isArray(item)) return item;
  const [step, at, seq, command] = item as unknown[];
  return { step, at, seq, command: unpackCommand(command) };
}

/** A command as a list: a letter, then its members in a fixed order; trailing ones that are absent are left out. */
function packCommand(command: Command): unknown[] {
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
    default:
      if (isThreadCommand(command)) return packThreadCommand(command);
      return isCmgroupCommand(command) ? packCmgroup(command) : packLab(command);
  }
}

function unpackCommand(input: unknown): unknown {
  if (!Array.isArray(input)) return input;
  const [letter, a, b, c, ...rest] = input as unknown[];
  // Anything behind the last member is refused by giving the schema something it does not know.
  if (rest.length > 0) return { kind: letter, rest };
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
    default:
      return (
        unpackThreadCommand(letter, [a, b]) ??
        unpackCmgroup(letter, [a, b, c]) ??
        unpackLab(letter, [a, b, c]) ?? { kind: letter }
      );
  }
}

type Behaviour = Scenario['servers'][string];

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
  // A fault without a kind is kept: the schema must see figures that belong to none.
  const none = f === undefined && Object.keys(figures).length === 0;
  return { latency: l, ...(none ? {} : { fault: { kind: f, ...figures } }), ...steps };
}

function trim(list: unknown[]): unknown[] {
  const out = list.slice();
  while (out.at(-1) === undefined) out.pop();
  if (out.length === 3 && out[2] === 0) out.pop();
  return out;
}

/**
 * Parameter names are the longest words of a scenario. Only the frequent ones have a short form; each is for ever,
 * because links are.
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

function renamed<T>(table: T, rename: (name: string) => string): T {
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return table;
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [rename(name), value])) as T;
}

function take(out: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) out[key] = value;
}

/** `["a", 1]` with names `[x, y]` → `{x: "a", y: 1}`; anything else as it is, for the schema to refuse. */
function named(input: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(input) || input.length > names.length) return input;
  return Object.fromEntries(input.map((value: unknown, i) => [names[i] ?? '', value]));
}

/** A list that no schema would take is not unpacked: it is refused for its length, whatever is in it. */
function mapList(input: unknown, map: (item: unknown) => unknown): unknown {
  return Array.isArray(input) && input.length <= LIST_MAX ? input.map(map) : input;
}

function packTable(table: Scenario['servers'], pack: (b: Behaviour) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, pack(value)]));
}

function unpackTable(input: unknown, unpack: (value: unknown) => unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, unpack(value)]));
}

function asObject(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Record<string, unknown>)
    : {};
}

/** Equal as JSON with the same order of members: enough to recognise a default that was written by this file. */
function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
