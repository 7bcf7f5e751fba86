import type { PhaseTable, ThreadsSetup } from '../protocol/threads-setup.ts';

/**
 * Durations of a typical delivery to a server on the internet: tens of milliseconds each for connection and greeting, the
 * server's own latency for the reply to the data, and some milliseconds of the agent's CPU time. Chosen for this model: the
 * documents give no figures.
 */
const USUAL_PHASES: PhaseTable = {
  connect: { waitMs: [20, 80], cpuUs: 200 },
  greeting: { waitMs: [20, 120], cpuUs: 300 },
  commands: { waitMs: [20, 60], cpuUs: [400, 800] },
  data: { waitMs: [20, 60], cpuUs: [1_000, 3_000] },
  end: { cpuUs: 400 },
};

/** The machine of a scenario with threads that gives no settings for them. */
export const DEFAULT_THREADS: ThreadsSetup = {
  cpus: 2,
  limit: 0,
  limits: {},
  initial: 2,
  growBy: 1,
  phases: USUAL_PHASES,
  switchUs: 5,
  rewarmUs: 25,
  alphaMilli: 20,
  slices: 'text',
  runQueue: 'global',
  source: 'epoll',
  background: 0,
  prefetch: 0,
  story: 1,
};

/** Default of `story`: waits become 100 times shorter relative to CPU work, so that both are visible in one picture. */
export const STORY_FACTOR = 100;
