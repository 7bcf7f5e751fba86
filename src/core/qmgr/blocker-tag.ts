import type { JobId } from '../../protocol/ids.ts';
import { get } from '../tables.ts';
import type { Qmgr } from './model.ts';

/** The job is marked as a blocker: its tag equals the transport's (qmgr/README.md §11.1). */
export function jobIsBlocker(q: Qmgr, id: JobId): boolean {
  const job = get(q.jobs, id);
  return job.blockerTag === get(q.transports, job.transport).blockerTag;
}
