import { serveJobs } from '../protocol/serve-jobs.ts';
import { readingWorks } from './read.ts';

/** Serves the page's reading jobs in this worker. The page cancels a job by terminating the worker. */
serveJobs(
  readingWorks(() => import('../learn/reading/lesson.ts')),
  self,
);
