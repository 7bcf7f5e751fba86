import type { ServerBehaviour } from '../../protocol/commands.ts';
import type { Micros } from '../../protocol/units.ts';
import { find, insert, type Table, touch } from '../tables.ts';
import type { ServerRecord } from './model.ts';
import { drawInteger } from './rng.ts';

/** Name under which the behaviour of every destination without one of its own stands. */
export const ANY_SERVER = '*';

/** What becomes of one delivery attempt: a reply after a time, or silence until the client gives up. */
export type Reply =
  | { kind: 'reply'; after: Micros; result: 'ok' | 'site-fail'; reason: string }
  | { kind: 'silence'; timeout: Micros; reason: string };

/** SMTP greeting timeout of the client: 300 s (SCHEDULER_README, "Results for delivery to concurrency limited servers"). */
const GREETING_TIMEOUT: Micros = 300_000_000;

/** The server behind a destination: its own row, else the one of `*`. Linear: scenarios name few servers. */
export function serverFind(
  servers: Table<ServerRecord>,
  destination: string,
): Readonly<ServerRecord> | undefined {
  let fallback: Readonly<ServerRecord> | undefined;
  for (let id = 1; id < servers.length; id++) {
    const server = find(servers, id);
    if (server?.name === destination) return server;
    if (server?.name === ANY_SERVER) fallback = server;
  }
  return fallback;
}

/** Sets the behaviour of a destination's server; deliveries under way keep what was drawn for them. */
export function serverSet(servers: Table<ServerRecord>, name: string, behaviour: ServerBehaviour): void {
  for (let id = 1; id < servers.length; id++) {
    if (find(servers, id)?.name === name) {
      touch(servers, id).behaviour = behaviour;
      return;
    }
  }
  insert(servers, { rev: 0, name, behaviour });
}

/**
 * Draws what happens to an attempt. A fixed latency draws nothing from the stream, so that adding a slow server with a
 * range does not change the others' figures.
 */
export function serverReply(behaviour: ServerBehaviour, stream: number): { reply: Reply; stream: number } {
  if (behaviour.fault?.kind === 'silent') {
    return {
      reply: {
        kind: 'silence',
        timeout: GREETING_TIMEOUT,
        reason: 'timed out while receiving the initial server greeting',
      },
      stream,
    };
  }
  let after = 0;
  let next = stream;
  if (typeof behaviour.latency === 'number') {
    after = behaviour.latency * 1000;
  } else {
    const [low, high] = behaviour.latency;
    const drawn = drawInteger(stream, low * 1000, high * 1000);
    after = drawn.value;
    next = drawn.state;
  }
  if (behaviour.fault?.kind === 'refuse') {
    return {
      reply: { kind: 'reply', after, result: 'site-fail', reason: 'Connection refused' },
      stream: next,
    };
  }
  return { reply: { kind: 'reply', after, result: 'ok', reason: '' }, stream: next };
}
