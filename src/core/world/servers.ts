import type { ServerBehaviour } from '../../protocol/commands.ts';
import { MICROS_PER_MILLI, type Micros } from '../../protocol/units.ts';
import { find, get, insert, type Table, touch } from '../tables.ts';
import type { ServerRecord } from './model.ts';
import { drawInteger } from './rng.ts';
import { ONE, type World } from './state.ts';

/** Name of the pattern for every destination that was not set apart. */
const ANY_SERVER = '*';

/** A destination that no scenario speaks of answers after a second, as in the document's measurements. */
const USUAL: ServerBehaviour = { latency: 1000 };

/**
 * Where a name was found last, by table. Not state: rows are never dropped or renamed, a restored table may only be
 * shorter, and what is remembered is compared before it is believed.
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

/** The server behind a destination, made after the pattern of `*` at the first delivery. */
export function serverFor(world: World, destination: string): number {
  const { servers } = world;
  const known = byName(servers, destination);
  if (known !== 0) return known;
  const behaviour = find(servers, byName(servers, ANY_SERVER))?.behaviour ?? USUAL;
  return insert(servers, serverNew(destination, behaviour, true));
}

/** A server without a session yet. */
function serverNew(name: string, behaviour: ServerBehaviour, inherited: boolean): ServerRecord {
  return { name, behaviour, inherited, sessions: 0, waiting: [], turn: 0 };
}

/**
 * Sets the behaviour of a destination's server (in any case of letters), or with `*` of all that were not set apart. Deliveries under way keep
 * what was drawn for them.
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

/** Time of one session. A fixed one draws nothing, so that a server with a range does not change the others' figures. */
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

/** A whole number from 1 to `of`, from the stream of faults. */
export function faultDraw(world: World, of: number): number {
  const one = touch(world.one, ONE);
  const { state, value } = drawInteger(one.faultStream, 1, of);
  one.faultStream = state;
  return value;
}

/** True when the machine met at this connection is the bad one. Counts the connection. */
export function badMachine(world: World, server: number, machines: number, pick: 'turn' | 'chance'): boolean {
  if (pick === 'chance') return faultDraw(world, machines) === 1;
  const { turn } = get(world.servers, server);
  touch(world.servers, server).turn = turn + 1;
  return turn % machines === machines - 1;
}
