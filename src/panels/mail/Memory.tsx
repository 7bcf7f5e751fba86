import type { MemoryTable } from '../../protocol/inspect.ts';
import type { Micros } from '../../protocol/units.ts';
import { useActions, useApp, useSession } from '../../store/hooks.ts';
import { selectTransports } from '../../store/selectors.ts';
import { formatCount, formatCounted } from '../../explain/format.ts';
import { formatShare } from '../../explain/figures.ts';
import { Chip } from '../../charts/Chip.tsx';
import { PoolBars } from '../dock/RecipientsPanel.tsx';
import { boundsOf, layoutPool, type Bound } from '../dock/recipient-layout.ts';
import { useAnswer } from '../kit/useAnswer.ts';
import { Termed } from '../kit/Termed.tsx';
import dockCss from '../dock/dock.module.css';
import explainCss from '../explain/explain.module.css';

/**
 * Shows recipients in core: each transport's pool, the jobs that sponsor others, and the documented upper bounds.
 * `brief` omits the bounds and the possible next reads, because a lesson asks for them.
 */
export function Memory({ brief = false }: { brief?: boolean }) {
  const mail = useSession((session) => session.mail);
  const transports = useApp(selectTransports);
  const memory = useAnswer('memory', (actions) => actions.ask('memory'));
  if (mail === null) return null;
  const bounds = boundsOf(mail, transports);
  return (
    <section className="stack" aria-labelledby="mail-memory" data-pools={memory?.pools.length}>
      <h2 id="mail-memory">
        <Termed text="Recipients in core" />{' '}
        <span className="dim mono">{formatCount(mail.recipientsInCore)}</span>
      </h2>
      {memory?.pools.map((pool) => (
        <div className={`${dockCss.pool} ${dockCss.brief}`} key={pool.transport}>
          <PoolBars pool={layoutPool(pool)} minimum={memory.minimum} of={`${pool.transport}: `} brief />
        </div>
      ))}
      {memory !== null && (
        <p className="side-note">
          Still unread in queue files: <span className="mono">{formatCount(memory.unread)}</span>. Each
          message may have {formatCount(memory.minimum)} in core without recipient slots
          (qmgr_message_recipient_minimum).
        </p>
      )}
      {memory !== null && <Sponsors memory={memory} room={!brief} />}
      {!brief && <Bounds inCore={mail.recipientsInCore} bounds={bounds} />}
    </section>
  );
}

function Bounds({ inCore, bounds }: { inCore: number; bounds: ReturnType<typeof boundsOf> }) {
  return (
    <>
      <h3 className="text-1 strong">Upper bounds of the document, with today’s numbers</h3>
      <div className="stack gap-6 text-1 sub">
        {bounds.each.map((bound) => (
          <BoundLine key={bound.name} bound={bound} title={`each transport: ${bound.name}`} />
        ))}
        <BoundLine bound={bounds.total} title="all together" now={inCore} />
      </div>
      <p className="side-note">
        The greater of qmgr_message_recipient_minimum × qmgr_message_active_limit + recipient_limit +
        extra_recipient_limit, and qmgr_message_recipient_limit.
      </p>
    </>
  );
}

function BoundLine({ bound, title, now }: { bound: Bound; title: string; now?: Micros }) {
  return (
    <div className="stack gap-2">
      <span>{title}</span>
      <span className="mono breaks">
        max({bound.sum}, {bound.other}) = <b>{formatCount(bound.bound)}</b>
      </span>
      {now !== undefined && (
        <span className="dim">
          {formatCount(now)} now, {formatShare(now / Math.max(1, bound.bound))} of it
        </span>
      )}
    </div>
  );
}

function Sponsors({ memory, room }: { memory: MemoryTable; room: boolean }) {
  const actions = useActions();
  const told = memory.messages.filter((row) => row.beyond > 0 || row.more);
  const rows = told.slice(0, SHOWN);
  const plain = memory.messages.length + memory.others - told.length;
  if (memory.messages.length === 0) return null;
  return (
    <>
      <h3 className="text-1 strong">Which job sponsors which</h3>
      <ul className="stack gap-4 text-1 sub">
        {rows.map((row) => (
          <li key={row.number} className="row baseline">
            <button
              type="button"
              className={explainCss.chipBtn}
              aria-label={`select message ${row.number}`}
              onClick={() => actions.select(row.number)}
            >
              <Chip number={row.number} size="small" />
            </button>
            <span>{sponsorWords(row, memory.minimum, room)}</span>
          </li>
        ))}
      </ul>
      {told.length > rows.length && (
        <p className="side-note">and {formatCount(told.length - rows.length)} more messages</p>
      )}
      {plain > 0 && (
        <p className="side-note">
          {formatCounted(plain, 'message is', 'messages are')} read completely, and all recipients have
          recipient slots of their own jobs.
        </p>
      )}
    </>
  );
}

const SHOWN = 12;

type Row = MemoryTable['messages'][number];

/** One message's recipients in core and slots by job, and its sponsors. `room`: also how many may be read next. */
function sponsorWords(row: Row, minimum: number, room: boolean): string {
  const jobs = row.jobs
    .map((job) => `${job.transport} ${job.recipientCount} on ${job.recipientSlots}`)
    .join(', ');
  const sponsors = row.jobs
    .filter((job) => job.recipientSlots > job.recipientCount)
    .map((job) => job.transport);
  const guests = row.jobs
    .filter((job) => job.recipientCount > job.recipientSlots)
    .map((job) => job.transport);
  const parts = [`${row.recipientCount} in core: ${jobs}`];
  if (guests.length > 0) {
    const by =
      sponsors.length > 0
        ? `${sponsors.join(' and ')} and the minimum of ${minimum}`
        : `the minimum of ${minimum}`;
    parts.push(`${guests.join(' and ')} sponsored by ${by}`);
  }
  if (row.more && !room) parts.push(`${row.unread} unread`);
  else if (row.more) {
    const free = row.recipientSlots - row.recipientCount;
    parts.push(
      free > 0 ? `may read ${free} more of ${row.unread} unread` : `${row.unread} unread, no room to read`,
    );
  }
  return `${parts.join('; ')}.`;
}
