import type { ServerBehaviour } from '../../protocol/commands.ts';
import type { ServerRow } from '../../protocol/rows.ts';
import { DEFAULT_LATENCY_MS } from '../../scenario/defaults.ts';

/** Answers later than this are called slow. */
const SLOW_MS = 5000;

/** Behaviours on offer without typing. */
export const SERVER_PRESETS: readonly ServerBehaviour[] = [
  { latency: 100 },
  { latency: 1000 },
  { latency: [500, 2000] },
  { latency: 10_000 },
  { latency: 60_000 },
  { latency: DEFAULT_LATENCY_MS, fault: { kind: 'silent' } },
  { latency: DEFAULT_LATENCY_MS, fault: { kind: 'refuse' } },
];

/** Equal texts = equal behaviour; the value of an option. */
export function behaviourKey({ latency, fault }: ServerBehaviour): string {
  if (fault !== undefined) return fault.kind;
  return typeof latency === 'number' ? String(latency) : latency.join('-');
}

/** A behaviour in a few words: `healthy 0.1 s`, `slow 60 s`, `silent`. */
export function behaviourText({ latency, fault }: ServerBehaviour): string {
  if (fault?.kind === 'silent') return 'silent';
  if (fault?.kind === 'refuse') return 'refuses';
  const [low, high] = typeof latency === 'number' ? [latency, latency] : latency;
  const time = low === high ? seconds(low) : `${seconds(low)}–${seconds(high)}`;
  return `${high >= SLOW_MS ? 'slow' : 'healthy'} ${time} s`;
}

function seconds(ms: number): string {
  return String(Math.round(ms) / 1000);
}

/** How the server behind a destination behaves: its own row, or the one for every other destination. */
export function behaviourOf(servers: readonly ServerRow[], destination: string): ServerBehaviour {
  const own = servers.find((row) => row.name === destination) ?? servers.find((row) => row.name === '*');
  return own?.behaviour ?? { latency: DEFAULT_LATENCY_MS };
}
