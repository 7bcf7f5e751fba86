import type { EntryId, TransportId } from '../../protocol/ids.ts';
import type { Seconds } from '../../protocol/units.ts';
import { listAppend, listRemove } from '../lists.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { drop, get, insert, NONE, touch } from '../tables.ts';
import { systemSeconds } from './clock.ts';
import { deferTransport } from './defer.ts';
import { entryUnselect } from './entry.ts';
import type { Cause, Qmgr } from './model.ts';
import { type Choice, entrySelect, entrySelectParts } from './selection.ts';
import { transportThrottle } from './transport.ts';

/** Agent connections: ready, refused, unreachable (qmgr/README.md §15.4, 16.3–16.5; qmgr_transport.c, qmgr_deliver.c). */

const UNAVAILABLE: Cause = { status: '4.3.0', reason: 'mail transport unavailable' };

/** What an agent that has answered gets: an entry (null: it is sent away), or a wait for a rate-delayed transport. */
export type AgentAnswer =
  | { readonly kind: 'selected'; readonly choice: Choice | null }
  | { readonly kind: 'delayed'; readonly connection: number; readonly due: Seconds };

/**
 * The oldest pending connection of a transport is accepted by its agent. Late binding: only now is an entry selected. For
 * a transport with a rate delay that happens after the delay, by the timer `connection.select`. Source: §15.4, 16.3.
 */
export function agentReady(q: Qmgr, id: TransportId): AgentAnswer {
  return runToEnd(agentReadyParts(q, id));
}

/** The same in parts: a selection may take long. */
export function* agentReadyParts(q: Qmgr, id: TransportId): Sliced<AgentAnswer> {
  takePending(q, id);
  const { transportRateDelay } = get(q.transports, id).params;
  if (transportRateDelay === 0) return { kind: 'selected', choice: yield* entrySelectParts(q, id) };
  const due = systemSeconds(q) + transportRateDelay;
  const connection = insert(q.connections, { transport: id, due, prev: NONE, next: NONE });
  listAppend(q.lists.connections, id, connection);
  q.port.requestTimer('connection.select', connection, transportRateDelay);
  return { kind: 'delayed', connection, due };
}

/**
 * A delayed connection's time has come: selects its entry, or null. In that case the rate lock stays, as in Postfix,
 * until some delivery of the transport is reported. Source: §15.4–15.5.
 */
export function connectionSelect(q: Qmgr, connection: number): Choice | null {
  const { transport } = get(q.connections, connection);
  listRemove(q.lists.connections, transport, connection);
  drop(q.connections, connection);
  return entrySelect(q, transport);
}

/** The oldest pending connection of a transport fails: as `transportFail`. Source: §16.4. */
export function* connectionRefused(q: Qmgr, id: TransportId): Sliced<void> {
  takePending(q, id);
  yield* transportFail(q, id);
}

/** Agents of the transport cannot be reached: it is dead for a while and all that waits for it is deferred. §16.4. */
export function* transportFail(q: Qmgr, id: TransportId): Sliced<void> {
  transportThrottle(q, id, UNAVAILABLE);
  yield* deferTransport(q, id, UNAVAILABLE);
}

/** A selected entry could not be written to its agent: it is taken back, then as `transportFail`. Source: §16.4. */
export function* entrySendFailed(q: Qmgr, entry: EntryId): Sliced<void> {
  const { transport } = get(q.queues, get(q.entries, entry).queue);
  entryUnselect(q, entry);
  yield* transportFail(q, transport);
}

/** A pending connection is taken back before an agent has answered. For a world of threads; nothing else changes. */
export function connectionWithdraw(q: Qmgr, id: TransportId): void {
  takePending(q, id);
}

function takePending(q: Qmgr, id: TransportId): void {
  const transport = touch(q.transports, id);
  if (transport.pending === 0) throw new Error(`transport ${transport.name}: no pending connection`);
  transport.pending--;
}
