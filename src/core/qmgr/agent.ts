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

/** Agent connections (qmgr/README.md §15.4, 16.3–16.5; qmgr_transport.c, qmgr_deliver.c). */

const UNAVAILABLE: Cause = { status: '4.3.0', reason: 'mail transport unavailable' };

/** `selected`: the agent gets `choice`, or nothing if null. `delayed`: the connection waits for the rate delay until `due`. */
export type AgentAnswer =
  | { readonly kind: 'selected'; readonly choice: Choice | null }
  | { readonly kind: 'delayed'; readonly connection: number; readonly due: Seconds };

/**
 * An agent accepts the oldest pending connection of a transport. The entry is selected only now (late binding). With a
 * transport rate delay, the timer `connection.select` selects it after the delay. Source: §15.4, 16.3.
 */
export function agentReady(q: Qmgr, id: TransportId): AgentAnswer {
  return runToEnd(agentReadyParts(q, id));
}

/** Sliced form of `agentReady`: a selection may take long. */
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
 * Selects the entry of a delayed connection when its delay is over. If no entry can be selected, returns null, and
 * the rate lock stays until a delivery of the transport is reported, as in Postfix. Source: §15.4–15.5.
 */
export function connectionSelect(q: Qmgr, connection: number): Choice | null {
  const { transport } = get(q.connections, connection);
  listRemove(q.lists.connections, transport, connection);
  drop(q.connections, connection);
  return entrySelect(q, transport);
}

/** The oldest pending connection of a transport fails. Source: §16.4. */
export function* connectionRefused(q: Qmgr, id: TransportId): Sliced<void> {
  takePending(q, id);
  yield* transportFail(q, id);
}

/** No agent of the transport can be reached: marks the transport as dead for a while and defers its waiting mail. §16.4. */
export function* transportFail(q: Qmgr, id: TransportId): Sliced<void> {
  transportThrottle(q, id, UNAVAILABLE);
  yield* deferTransport(q, id, UNAVAILABLE);
}

/** A selected entry could not be sent to its agent: it returns to the todo list, and its transport fails. Source: §16.4. */
export function* entrySendFailed(q: Qmgr, entry: EntryId): Sliced<void> {
  const { transport } = get(q.queues, get(q.entries, entry).queue);
  entryUnselect(q, entry);
  yield* transportFail(q, transport);
}

/** Withdraws a pending connection that no agent has answered. Only for agents that are threads, and for recorded runs. */
export function connectionWithdraw(q: Qmgr, id: TransportId): void {
  takePending(q, id);
}

function takePending(q: Qmgr, id: TransportId): void {
  const transport = touch(q.transports, id);
  if (transport.pending === 0) throw new Error(`transport ${transport.name}: no pending connection`);
  transport.pending--;
}
