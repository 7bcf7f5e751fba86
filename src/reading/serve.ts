import { serveJobs } from '../protocol/serve-jobs.ts';
import { readingWorks } from './read.ts';

/** Serves the page from inside the worker. To cancel a job is to end the worker. */
serveJobs(
  readingWorks(() => import('../learn/reading/lesson.ts')),
  self,
);
