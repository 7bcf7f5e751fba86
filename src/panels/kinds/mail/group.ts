import type { GroupView } from '../group-view.ts';

/** Agents of a transport as threads. */
export const AGENT_GROUP: GroupView = {
  threads: 'agents',
  back: true,
  about: false,
  story: false,
  // Seconds at a time, as deliveries take some.
  spans: [2_000_000, 5_000_000, 10_000_000, 20_000_000],
  whyKey: ({ owner, background }, { transport }) =>
    background || owner === 0 || transport === undefined ? undefined : `thread:${transport}:${owner}`,
};
