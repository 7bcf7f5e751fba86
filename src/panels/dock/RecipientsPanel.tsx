import { useIdentity } from '../../charts/colours.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { useApp } from '../../store/hooks.ts';
import { selectJobsInOrder } from '../../store/selectors.ts';
import { formatCount } from '../kit/format.ts';
import './dock.css';

/** Jobs whose share is drawn; the rest is one grey piece. */
const MOST_JOBS = 16;

/** Whose recipients are in core, and how much each job may hold of them. */
export function RecipientsPanel() {
  const jobs = useApp(selectJobsInOrder);
  const total = jobs.reduce((sum, job) => sum + job.recipientCount, 0);
  const unread = jobs.reduce((sum, job) => sum + job.unread, 0);
  const largest = [...jobs].sort((a, b) => b.recipientCount - a.recipientCount).slice(0, MOST_JOBS);
  const rest = total - largest.reduce((sum, job) => sum + job.recipientCount, 0);
  if (total === 0 && unread === 0) return <p className="empty-note">No recipients in core.</p>;
  return (
    <div className="pool">
      <div className="pool-line">
        <span>in core</span>
        <span className="mono">{formatCount(total)}</span>
      </div>
      <div className="pool-bar">
        {largest.map((job) => (
          <Share key={job.id} job={job} total={total} />
        ))}
        {rest > 0 && <i className="pool-rest" style={{ flexGrow: rest }} />}
      </div>
      <div className="pool-line">
        <span>unread, in queue files</span>
        <span className="mono">{formatCount(unread)}</span>
      </div>
    </div>
  );
}

function Share({ job, total }: { job: JobRow; total: number }) {
  const identity = useIdentity(job.number);
  if (job.recipientCount === 0) return null;
  const label = `message ${job.number}: ${job.recipientCount} recipients`;
  return (
    <i className="pool-share" style={{ flexGrow: job.recipientCount }} title={label} {...identity}>
      {job.recipientCount / total > 0.07 ? job.number : ''}
    </i>
  );
}
