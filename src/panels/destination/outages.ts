import type { Micros } from '../../protocol/units.ts';
import type { ServerBehaviour } from '../../protocol/commands.ts';
import type { FeedbackHistory } from '../../protocol/inspect.ts';
import { DEFAULT_LATENCY_MS } from '../../scenario/defaults.ts';
import { serverName } from '../kit/servers.ts';

/** An interval without connections to the server, in microseconds; `until` is infinite until it ends. */
export interface Outage {
  from: Micros;
  until: Micros;
  words: string;
}

/**
 * Outages of the server behind a destination, from the scenario and later changes. A server that refuses only some
 * connections is not down.
 */
export function outagesOf(
  destination: string,
  servers: Readonly<Record<string, ServerBehaviour>>,
  changes: FeedbackHistory['serverChanges'],
): Outage[] {
  const name = serverName(destination).toLowerCase();
  let own = name in servers;
  let now = { at: 0, behaviour: servers[name] ?? servers['*'] ?? { latency: DEFAULT_LATENCY_MS } };
  const outages: Outage[] = [];
  for (const { at, server, text } of changes) {
    const mine = server.toLowerCase() === name;
    if (!mine && (own || server !== '*')) continue;
    own ||= mine;
    outages.push(...outOf(now.behaviour, now.at, at));
    now = { at, behaviour: JSON.parse(text) as ServerBehaviour };
  }
  outages.push(...outOf(now.behaviour, now.at, Number.POSITIVE_INFINITY));
  return outages;
}

function outOf({ fault }: ServerBehaviour, from: Micros, until: Micros): Outage[] {
  switch (fault?.kind) {
    case 'refuse':
      return [{ from, until, words: 'server refuses' }];
    case 'unreachable':
      return [{ from, until, words: 'server unreachable' }];
    case 'silent':
      return [{ from, until, words: 'server silent' }];
    case 'down': {
      const span = { from: Math.max(from, fault.from * 1000), until: Math.min(until, fault.until * 1000) };
      return span.from < span.until ? [{ ...span, words: 'server down' }] : [];
    }
    default:
      return [];
  }
}
