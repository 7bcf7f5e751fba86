import type { JobId } from '../../protocol/ids.ts';
import { get } from '../tables.ts';
import type { Qmgr } from './model.ts';

/** A job is a blocker while its tag equals the tag of its transport (qmgr/README.md §11.1). */
export function jobIsBlocker(q: Qmgr, id: JobId): boolean {
  const job = get(q.jobs, id);
  return job.blockerTag === get(q.transports, job.transport).blockerTag;
}
