/**
 * The scenario in few characters, for links: short keys, no defaults, commands as short lists, times as differences. `expand`
 * undoes it and checks nothing; the schema checks its output like any file.
 */
import type { RunTree } from '../protocol/branches.ts';
import type { LiveCommand, ScriptedCommand } from '../protocol/commands.ts';
import type { Scenario } from '../protocol/scenario.ts';
import { MICROS_PER_MILLI, type Micros } from '../protocol/units.ts';
import { asObject, mapList, take } from './compact-parts.ts';
import { completeScenario, DEFAULT_TRANSPORT } from './defaults.ts';
import { kindOfLetter, packCommand, packKind, unpackCommand, unpackKinds } from './kinds/forms.ts';

/** The content of a link. The title comes first, so that it can still be read when the rest is damaged. */
export interface CompactRun {
  t: string;
  v: number;
  n: number;
  a?: string;
  s?: number;
  /** Letter of the kind; absent for mail and in version 1. Each kind adds its own members. */
  k?: string;
  /** Script: for each command the time since the previous one, then the command. */
  c?: unknown[];
  o?: { t?: string; p?: boolean; u?: number };
  /** Live commands: for each one its step, time, sequence number and command. */
  l?: unknown[];
  /**
   * Branches, if there are several: first the name of the first branch, whose commands are in `l`. Then for each other
   * branch: parent, last shared step, name, commands, commands after the last simulated step, and 1 if deleted.
   */
  y?: unknown[];
}

/** The run in compact form, without members that have their default. */
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
  if (scenario.script.length > 0) run.c = packScript(scenario.script);
  Object.assign(run, packKind(scenario));
  const view = packView(scenario);
  if (Object.keys(view).length > 0) run.o = view;
  if (live.length > 0) run.l = packLive(live);
  if (branches.length > 0) run.y = [branches[0]?.name, ...branches.slice(1).map(packBranch)];
  return run;
}

/** Undoes `compact`: the scenario as in a file, and the live commands. Never throws; checks nothing. */
export function expand(input: unknown): {
  scenario: unknown;
  live: unknown;
  engine: unknown;
  /** The name of the first branch, then the other branches; undefined when there is only one. */
  branches: unknown;
} {
  const run = asObject(input);
  const version = run['v'];
  const scenario: Record<string, unknown> = { ...unpackKinds(run), version };
  // Version 1 does not name its kind; the upgrader adds it.
  if (version !== 1) scenario['kind'] = kindOfLetter(run['k']);
  take(scenario, 'title', run['t']);
  take(scenario, 'about', run['a']);
  take(scenario, 'seed', run['s']);
  if (run['c'] !== undefined) scenario['script'] = unpackScript(run['c']);
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

/** Packs a time. Whole milliseconds stay positive numbers; other times become negative microseconds. */
function packTime(micros: Micros): number {
  return micros % MICROS_PER_MILLI === 0 ? micros / MICROS_PER_MILLI : 0 - micros;
}

function unpackTime(packed: number): number {
  return packed < 0 ? -packed : packed * MICROS_PER_MILLI;
}

function unpackLive(item: unknown): unknown {
  if (!Array.isArray(item)) return item;
  const [step, at, seq, command] = item as unknown[];
  return { step, at, seq, command: unpackCommand(command) };
}
