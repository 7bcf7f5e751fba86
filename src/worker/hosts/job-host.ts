import { POOL_WORKS } from './works.ts';
import { serveJobs } from '../../protocol/serve-jobs.ts';
import { claimThread } from './claim-thread.ts';

claimThread('jobs');

/** The worker of the pool: one job after the other, or the jobs of the desk that holds it. */
serveJobs(POOL_WORKS, self);
