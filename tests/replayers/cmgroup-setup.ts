/** Initial state of a `cmgroup-scenario/1`: CPUs, groups, sources, threads, pool (threads/README.md §16). */
import { createStore, NONE, touch } from '../../src/core/tables.ts';
import {
  callBind,
  callNewGroup,
  callOpenSource,
  findGroup,
  findSource,
} from '../../src/core/threads/calls.ts';
import { checkMachineConfig, type MachineConfig } from '../../src/core/threads/config.ts';
import { postDescriptor, readDescriptor } from '../../src/core/threads/event-source.ts';
import { createPlainItem, listItem } from '../../src/core/threads/items.ts';
import type { Trigger } from '../../src/core/threads/model.ts';
import { beginTogether, placeThread } from '../../src/core/threads/place.ts';
import { createPool } from '../../src/core/threads/pool.ts';
import { createMachine, type Machine, SILENT_PORT } from '../../src/core/threads/tables.ts';
import type { RunState, SourceKind, WakeOrder } from '../../src/protocol/threads.ts';
import { type Json, listOf, numberOf, numberOr, recordOf, stringOf, textOr } from './cmgroup-json.ts';

/** The machine of a scenario, and the names that the file uses. */
export interface Bench {
  readonly machine: Machine;
  readonly threads: Map<string, number>;
  /** Descriptors of groups and sources by name, in one map, because a file may pass the wrong kind to a call. */
  readonly descriptors: Map<string, number>;
  /** Records by name, including those whose descriptor is closed. */
  readonly groups: Map<string, number>;
  readonly sources: Map<string, number>;
  /** `results`: results of calls by their `id`. `fetchIds`: the thread of each fetch, by the fetch's `id`. */
  readonly results: Map<string, unknown>;
  readonly fetchIds: Map<string, number>;
  pool: number;
}

const STATES: readonly string[] = [
  'running',
  'ready',
  'blocked-in-fetch',
  'blocked-in-handler',
  'stopped',
  'exited',
] satisfies RunState[];

/** Builds the machine that `setup` describes. Throws an error with the field's name when `setup` is invalid. */
export function setUp(setup: Json): Bench {
  const bench: Bench = {
    machine: createMachine(createStore(), configOf(setup), SILENT_PORT),
    threads: new Map(),
    descriptors: new Map(),
    groups: new Map(),
    sources: new Map(),
    results: new Map(),
    fetchIds: new Map(),
    pool: NONE,
  };
  for (const group of listOf(setup['groups'], 'groups')) addGroup(bench, recordOf(group, 'group'));
  for (const source of listOf(setup['sources'], 'sources'))
    addSource(bench, recordOf(source, 'source'), setup);
  if (setup['pool'] !== undefined) addPool(bench, recordOf(setup['pool'], 'pool'));
  for (const thread of listOf(setup['threads'], 'threads')) addThread(bench, recordOf(thread, 'thread'));
  beginTogether(bench.machine);
  return bench;
}

/** Costs are 0 unless the file sets them. `slice` = length of every slice. */
function configOf(setup: Json): MachineConfig {
  const cpu = setup['cpu'] === undefined ? {} : recordOf(setup['cpu'], 'cpu');
  const slice = setup['slice'];
  const fixed = typeof slice === 'number' ? slice : undefined;
  const table = typeof slice === 'object' && slice !== null ? recordOf(slice, 'slice') : cpu;
  const checked = checkMachineConfig({
    cpus: numberOr(setup['cpus'], 1, 'cpus'),
    dispatchDelayUs: numberOr(setup['dispatchDelay'], 0, 'dispatchDelay'),
    switchUs: numberOr(cpu['switch'], 0, 'cpu.switch'),
    rewarmUs: numberOr(cpu['rewarm'], 0, 'cpu.rewarm'),
    latencyUs: fixed ?? numberOr(table['latency'], 0, 'latency'),
    minSliceUs: fixed ?? numberOr(table['minSlice'], 1, 'minSlice'),
    alphaMilli: numberOr(cpu['alphaMilli'], 0, 'cpu.alphaMilli'),
    runQueue: (setup['runQueue'] ?? cpu['runQueue']) === 'per-cpu' ? 'per-cpu' : 'global',
  });
  if (checked.ok) return checked.value;
  const [error] = checked.errors;
  throw new Error(`setup.${error?.field}: ${error?.value} is not ${error?.accepted}`);
}

function addGroup(bench: Bench, group: Json): void {
  const name = stringOf(group['name'], 'group.name');
  const flags = group['cloexec'] === true ? ['CLOEXEC'] : [];
  const result = callNewGroup(bench.machine, name, numberOr(group['cv'], 0, 'cv'), flags);
  if ('err' in result) throw new Error(`group ${name}: ${result.err}`);
  nameGroup(bench, name, result.ok);
}

export function nameGroup(bench: Bench, name: string, fd: number): void {
  bench.descriptors.set(name, fd);
  const found = findGroup(bench.machine, fd);
  if ('group' in found) bench.groups.set(name, found.group);
}

function addSource(bench: Bench, source: Json, setup: Json): void {
  const { machine } = bench;
  const name = stringOf(source['name'], 'source.name');
  const kind: SourceKind = source['kind'] === 'aio' ? 'aio' : 'epoll';
  const aioMode = (source['aioMode'] ?? setup['aioMode']) === 'intended' ? 'intended' : 'today';
  const wake = textOr(source['wake'], 'lifo', 'wake') as WakeOrder;
  const opened = callOpenSource(machine, { name, kind, aioMode, wake });
  if ('err' in opened) throw new Error(`source ${name}: ${opened.err}`);
  bench.descriptors.set(name, opened.ok);
  const found = findSource(machine, opened.ok);
  if ('err' in found) throw new Error(`source ${name}: ${found.err}`);
  bench.sources.set(name, found.source);
  if (typeof source['group'] === 'string') {
    const bound = callBind(machine, opened.ok, bench.descriptors.get(source['group']) ?? -1);
    if ('err' in bound) throw new Error(`source ${name}: ${bound.err}`);
  }
  for (const item of listOf(source['pending'], 'pending')) addPending(machine, found.source, item);
}

/** Adds an event that is pending at the start. It wakes no thread, because the file gives the states of the threads. */
function addPending(machine: Machine, source: number, item: unknown): void {
  if (typeof item === 'string') {
    listItem(machine, source, createPlainItem(machine, source, item, 0));
    return;
  }
  const { name, trigger } = eventOf(recordOf(item, 'pending item'));
  if (trigger === null) listItem(machine, source, createPlainItem(machine, source, name, 0));
  else postDescriptor(machine, source, name, 0, trigger);
  if (trigger !== null && recordOf(item, 'pending item')['unread'] === false) {
    readDescriptor(machine, source, name);
  }
}

const TRIGGERS: Readonly<Record<string, Trigger>> = {
  lt: 'level',
  level: 'level',
  et: 'edge',
  edge: 'edge',
  oneshot: 'one-shot',
  'one-shot': 'one-shot',
};

/** Reads the name and trigger of an event. A plain event has no trigger. */
export function eventOf(event: Json): { name: string; trigger: Trigger | null } {
  const name = stringOf(event['event'] ?? event['fd'] ?? event['item'] ?? event['name'], 'event');
  const given = event['trigger'] ?? event['mode'];
  if (given === undefined || given === null || given === 'plain') return { name, trigger: null };
  const mode = stringOf(given, 'trigger').toLowerCase().replace('epoll', '');
  const trigger = Object.hasOwn(TRIGGERS, mode) ? TRIGGERS[mode] : undefined;
  if (trigger === undefined) throw new Error(`event ${name}: unknown trigger`);
  return { name, trigger };
}

function addPool(bench: Bench, pool: Json): void {
  const name = stringOf(pool['source'], 'pool.source');
  const source = bench.sources.get(name);
  if (source === undefined) throw new Error(`pool.source: no source ${name}`);
  bench.pool = createPool(bench.machine, {
    source,
    max: numberOf(pool['max'], 'pool.max'),
    growBy: numberOr(pool['growBy'], 1, 'pool.growBy'),
    prefix: textOr(pool['prefix'], 'P', 'pool.prefix'),
  });
}

function addThread(bench: Bench, thread: Json): void {
  const { machine } = bench;
  const name = stringOf(thread['name'], 'thread.name');
  const state = textOr(thread['state'], 'running', 'thread.state');
  if (!STATES.includes(state)) throw new Error(`thread ${name}: state ${state} is unknown`);
  const sourceName = textOr(thread['source'], '', 'thread.source');
  const source = bench.sources.get(sourceName) ?? NONE;
  if (state === 'blocked-in-fetch' && source === NONE)
    throw new Error(`thread ${name}: no source ${sourceName}`);
  const groupName = textOr(thread['group'], '', 'thread.group');
  const group = bench.groups.get(groupName) ?? NONE;
  if (groupName !== '' && group === NONE) throw new Error(`thread ${name}: no group ${groupName}`);
  const id = placeThread(machine, {
    name,
    program: 'manual',
    pool: bench.pool,
    state: state as RunState,
    group,
    source,
    max: numberOr(thread['max'], 1, 'thread.max'),
    min: numberOr(thread['min'], 1, 'thread.min'),
    timeout: numberOr(thread['timeout'], -1, 'thread.timeout'),
  });
  if (state === 'blocked-in-handler')
    touch(machine.threads, id).waitsFor = textOr(thread['why'], 'wait', 'why');
  bench.threads.set(name, id);
}
