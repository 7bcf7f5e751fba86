import type { ThreadId } from '../../protocol/threads.ts';
import type { ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';

/** The four places of the flow between which threads and events go. */
export type Station = 'events' | 'waiters' | 'counted' | 'blocked';

/** A token of the picture and where it is now. Threads are `t7`, events `e…`. */
export type FlowTokens = ReadonlyMap<string, Station>;

/** A token that is elsewhere than before; null = it was not there, or is there no more. */
export interface FlowMove {
  key: string;
  from: Station | null;
  to: Station | null;
}

/** Key of a thread's token. */
export function threadKey(thread: ThreadId): string {
  return `t${thread}`;
}

/**
 * Key of an event that waits to be fetched. In the mail world tokens share a name: their place in the queue is what they
 * are, and which message one of them stands for is not decided yet.
 */
export function pendingKey(name: string, number: number, place: number, mail: boolean): string {
  return mail ? `e#${place} ${number}` : `e ${name}`;
}

/** Key of what a thread has in hand; '' = nothing. */
export function heldKey({ id, item, number }: Pick<ThreadToken, 'id' | 'item' | 'number'>): string {
  if (number > 0) return `e${id} ${number}`;
  return item === '' ? '' : `e ${item}`;
}

/** Transport whose agent a thread is, by the pool that it belongs to; undefined where it is no agent. */
export function transportOf(
  row: Pick<ThreadsRow, 'names'> | null,
  { transport: pool }: Pick<ThreadToken, 'transport'>,
): string | undefined {
  return row?.names[pool - 1];
}

/** Everything that the picture shows of a group, with its place. Pure. */
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

/** What has changed its place, in the order of the later picture, then what is gone. Pure. */
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

/** What a thread has in hand was a nameless token, or came and went at one instant: its way began in the queue. */
function queueOf(key: string, station: Station): Station | null {
  return key.startsWith('e') && station !== 'events' ? 'events' : null;
}

const edge = (name: string): string => `[data-edge="${name}"]`;

/** Selectors of what a way leads over: threads/README.md §6 drawn as a path. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  'events counted': [edge('gate'), edge('W3')],
  'waiters counted': [edge('gate'), edge('W3')],
  'counted blocked': [edge('W2')],
  'blocked counted': [`${edge('back')} > [data-way]`],
  'counted waiters': [edge('fetch'), edge('held')],
};

/** Where a move goes through, in order; backwards in time it takes the same way back. Pure. */
export function wayOf(from: Station, to: Station, backwards: boolean): readonly string[] {
  if (!backwards) return WAYS[`${from} ${to}`] ?? [];
  return (WAYS[`${to} ${from}`] ?? []).toReversed();
}
