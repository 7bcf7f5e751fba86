import { serveJobs } from '../protocol/serve-jobs.ts';
import { readingWorks } from './read.ts';

/** Serves the page from inside the worker. The page cancels a job by ending the worker. */
serveJobs(
  readingWorks(() => import('../learn/reading/lesson.ts')),
  self,
);
