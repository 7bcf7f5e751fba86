import type { ServerBehaviour } from '../../protocol/commands.ts';
import { MICROS_PER_MILLI, type Micros } from '../../protocol/units.ts';
import { find, get, insert, type Table, touch } from '../tables.ts';
import type { ServerRecord } from './model.ts';
import { drawInteger } from './rng.ts';
import { ONE, type World } from './state.ts';

/** Name of the pattern for every destination without its own settings. */
const ANY_SERVER = '*';

/** The default server answers after 1000 ms, as in the measurements of SCHEDULER_README. */
const USUAL: ServerBehaviour = { latency: 1000 };

/**
 * Cache of row ids by name. Not state: rows are never dropped or renamed, a restored table can only be shorter, and a
 * cached id is compared with the name before use.
 */
const REMEMBERED = new WeakMap<Table<ServerRecord>, Map<string, number>>();

function byName(servers: Table<ServerRecord>, name: string): number {
  let ids = REMEMBERED.get(servers);
  if (ids === undefined) REMEMBERED.set(servers, (ids = new Map()));
  const remembered = ids.get(name) ?? 0;
  if (find(servers, remembered)?.name === name) return remembered;
  for (let id = 1; id < servers.length; id++) {
    if (find(servers, id)?.name !== name) continue;
    ids.set(name, id);
    return id;
  }
  return 0;
}

/** Returns the server of a destination, created from the `*` pattern at the first delivery. */
export function serverFor(world: World, destination: string): number {
  const { servers } = world;
  const known = byName(servers, destination);
  if (known !== 0) return known;
  const behaviour = find(servers, byName(servers, ANY_SERVER))?.behaviour ?? USUAL;
  return insert(servers, serverNew(destination, behaviour, true));
}

function serverNew(name: string, behaviour: ServerBehaviour, inherited: boolean): ServerRecord {
  return { name, behaviour, inherited, sessions: 0, waiting: [], turn: 0 };
}

/**
 * Sets the behaviour of a destination's server, or with `*` of all servers without their own settings. Upper and
 * lower case are equal. Deliveries in progress keep what was drawn for them.
 */
export function serverSet(servers: Table<ServerRecord>, given: string, behaviour: ServerBehaviour): void {
  const name = given.toLowerCase();
  const id = byName(servers, name);
  if (id === 0) insert(servers, serverNew(name, behaviour, false));
  else Object.assign(touch(servers, id), { behaviour, inherited: false });
  if (name !== ANY_SERVER) return;
  for (let other = 1; other < servers.length; other++) {
    if (find(servers, other)?.inherited) touch(servers, other).behaviour = behaviour;
  }
}

/** Draws the time of one session. A fixed time draws nothing, so a range at one server does not change other times. */
export function latencyDraw(world: World, behaviour: ServerBehaviour): Micros {
  const { latency } = behaviour;
  if (typeof latency === 'number') return latency * MICROS_PER_MILLI;
  const one = touch(world.one, ONE);
  const { state, value } = drawInteger(
    one.latencyStream,
    latency[0] * MICROS_PER_MILLI,
    latency[1] * MICROS_PER_MILLI,
  );
  one.latencyStream = state;
  return value;
}

export function faultDraw(world: World, of: number): number {
  const one = touch(world.one, ONE);
  const { state, value } = drawInteger(one.faultStream, 1, of);
  one.faultStream = state;
  return value;
}

/** Counts a connection. True if it reached the bad machine. */
export function badMachine(world: World, server: number, machines: number, pick: 'turn' | 'chance'): boolean {
  if (pick === 'chance') return faultDraw(world, machines) === 1;
  const { turn } = get(world.servers, server);
  touch(world.servers, server).turn = turn + 1;
  return turn % machines === machines - 1;
}
