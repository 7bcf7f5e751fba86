import type { PhaseTable, ThreadsSetup } from '../protocol/threads-setup.ts';

/**
 * Durations of a typical delivery to a server on the internet: tens of milliseconds each for connection and greeting, the
 * server's own latency for the reply to the data, and some milliseconds of the agent's work. A modelling choice: the documents
 * give no figures.
 */
const USUAL_PHASES: PhaseTable = {
  connect: { waitMs: [20, 80], cpuUs: 200 },
  greeting: { waitMs: [20, 120], cpuUs: 300 },
  commands: { waitMs: [20, 60], cpuUs: [400, 800] },
  data: { waitMs: [20, 60], cpuUs: [1_000, 3_000] },
  end: { cpuUs: 400 },
};

/** The machine of a scenario that only says that agents are threads. */
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

/** Default factor of the story scale: milliseconds of work look like seconds. */
export const STORY_FACTOR = 100;
