import { useIdentity } from '../../charts/colours.ts';
import { formatCount } from '../../explain/format.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { useApp } from '../../store/hooks.ts';
import { selectJobsInOrder } from '../../store/selectors.ts';
import css from './dock.module.css';

/** Number of messages drawn separately; all others share one grey piece. */
const PIECES_MAX = 6;

/** The recipients in memory by message, and below them their share of the limit. */
export function MemoryBar({ total, limit }: { total: number; limit: number }) {
  const jobs = useApp(selectJobsInOrder);
  const held = jobs.filter((job) => job.recipientCount > 0).slice(0, PIECES_MAX);
  const rest = total - held.reduce((sum, job) => sum + job.recipientCount, 0);
  return (
    <span className={css.memory}>
      <span className={css.poolBar}>
        {held.map((job) => (
          <Piece key={job.id} job={job} total={total} />
        ))}
        {rest > 0 && <i data-look="rest" style={{ flexGrow: rest }} />}
      </span>
      <span className={css.memoryLimit}>
        <i style={{ width: `${limit === 0 ? 0 : Math.min(100, (100 * total) / limit)}%` }} />
      </span>
    </span>
  );
}

function Piece({ job, total }: { job: JobRow; total: number }) {
  const identity = useIdentity(job.number);
  const text = formatCount(job.recipientCount);
  return (
    <i data-look="used" style={{ flexGrow: job.recipientCount }} {...identity}>
      {job.recipientCount / total > 0.07 * text.length ? text : ''}
    </i>
  );
}
