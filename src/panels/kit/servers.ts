import type { ServerBehaviour, ServerFault } from '../../protocol/commands.ts';
import type { ServerRow } from '../../protocol/rows.ts';
import { DEFAULT_LATENCY_MS } from '../../scenario/defaults.ts';

/** Preset behaviours: each fault except scheduled outages. */
export const SERVER_PRESETS: readonly ServerBehaviour[] = [
  { latency: 100 },
  { latency: 1000 },
  { latency: [500, 2000] },
  { latency: 10_000 },
  { latency: 60_000 },
  faulty({ kind: 'silent' }),
  faulty({ kind: 'unreachable' }),
  faulty({ kind: 'refuse' }),
  faulty({ kind: 'limit', sessions: 4 }),
  faulty({ kind: 'backlog', workers: 2, queue: 4 }),
  faulty({ kind: 'one-of', machines: 4, pick: 'turn' }),
  faulty({ kind: 'one-of', machines: 4, pick: 'chance' }),
  faulty({ kind: 'greylist', wait: 300_000 }),
  faulty({ kind: 'bounce', percent: 10 }),
];

function faulty(fault: ServerFault): ServerBehaviour {
  return { latency: DEFAULT_LATENCY_MS, fault };
}

/** Key of a behaviour in the menu. Does not contain the latency of a failing server, which has no effect. */
export function behaviourKey({ latency, fault }: ServerBehaviour): string {
  if (fault !== undefined) return JSON.stringify(fault);
  return typeof latency === 'number' ? String(latency) : latency.join('-');
}

/** Host name of a destination. Single-recipient destinations are named by address. */
export function serverName(destination: string): string {
  return destination.slice(destination.lastIndexOf('@') + 1);
}

/** Behaviour of a destination's server: its own row, or the default row. */
export function behaviourOf(servers: readonly ServerRow[], destination: string): ServerBehaviour {
  const own =
    servers.find((row) => row.name === serverName(destination)) ?? servers.find((row) => row.name === '*');
  return own?.behaviour ?? { latency: DEFAULT_LATENCY_MS };
}
