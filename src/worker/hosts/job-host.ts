import { POOL_WORKS } from './works.ts';
import { serveJobs } from '../../protocol/serve-jobs.ts';
import { claimThread } from './claim-thread.ts';

claimThread('jobs');

serveJobs(POOL_WORKS, self);
