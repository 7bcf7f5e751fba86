import type { ThreadId } from '../../protocol/threads.ts';
import type { ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';

/** The stations between which threads and events move in the flow. */
export type Station = 'events' | 'waiters' | 'counted' | 'blocked';

/** The station of each token. Keys of threads are `t7`, those of events begin with `e`. */
export type FlowTokens = ReadonlyMap<string, Station>;

/** A token that has changed its station; null = outside of the flow. */
export interface FlowMove {
  key: string;
  from: Station | null;
  to: Station | null;
}

export function threadKey(thread: ThreadId): string {
  return `t${thread}`;
}

/** Key of a pending event. Mail events share a name and have no message yet, so their place tells them apart. */
export function pendingKey(name: string, number: number, place: number, mail: boolean): string {
  return mail ? `e#${place} ${number}` : `e ${name}`;
}

/** Key of the event or message that a thread works on; '' = the thread has none. */
export function heldKey({ id, item, number }: Pick<ThreadToken, 'id' | 'item' | 'number'>): string {
  if (number > 0) return `e${id} ${number}`;
  return item === '' ? '' : `e ${item}`;
}

/** Transport of the agent in a thread, found by the thread's pool; undefined for other threads. */
export function transportOf(
  row: Pick<ThreadsRow, 'names'> | null,
  { transport: pool }: Pick<ThreadToken, 'transport'>,
): string | undefined {
  return row?.names[pool - 1];
}

export function flowTokens(row: ThreadsRow): FlowTokens {
  const tokens = new Map<string, Station>();
  const mail = row.source.transport !== 0;
  for (const [place, { name, number }] of row.pending.entries())
    tokens.set(pendingKey(name, number, place, mail), 'events');
  for (const thread of row.threads) {
    const station = stationOf(thread);
    if (station === null) continue;
    tokens.set(threadKey(thread.id), station);
    const held = heldKey(thread);
    if (held !== '') tokens.set(held, station);
  }
  return tokens;
}

function stationOf({ state }: ThreadToken): Station | null {
  switch (state) {
    case 'running':
    case 'ready':
      return 'counted';
    case 'blocked-in-handler':
    case 'stopped':
      return 'blocked';
    case 'blocked-in-fetch':
      return 'waiters';
    default:
      return null;
  }
}

/** The moves between two pictures: first tokens of the later picture in its order, then those that are gone. */
export function flowMoves(before: FlowTokens, after: FlowTokens, backwards = false): FlowMove[] {
  const moves: FlowMove[] = [];
  for (const [key, to] of after) {
    const from = before.get(key) ?? null;
    if (from !== to) moves.push({ key, from: from ?? (backwards ? null : queueOf(key, to)), to });
  }
  for (const [key, from] of before)
    if (!after.has(key)) moves.push({ key, from, to: backwards ? queueOf(key, from) : null });
  return moves;
}

/** Station at which a new event starts: its queue. Null for a thread, and for an event that is still in its queue. */
function queueOf(key: string, station: Station): Station | null {
  return key.startsWith('e') && station !== 'events' ? 'events' : null;
}

const edge = (name: string): string => `[data-edge="${name}"]`;

/** Selectors of the elements on the path between two stations (threads/README.md §6). */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  'events counted': [edge('gate'), edge('W3')],
  'waiters counted': [edge('gate'), edge('W3')],
  'counted blocked': [edge('W2')],
  'blocked counted': [`${edge('back')} > [data-way]`],
  'counted waiters': [edge('fetch'), edge('held')],
};

/** The elements along a move. A step back in time reverses them. */
export function wayOf(from: Station, to: Station, backwards: boolean): readonly string[] {
  if (!backwards) return WAYS[`${from} ${to}`] ?? [];
  return (WAYS[`${to} ${from}`] ?? []).toReversed();
}
