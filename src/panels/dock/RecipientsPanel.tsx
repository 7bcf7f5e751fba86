import { useIdentity } from '../../charts/colours.ts';
import type { JobRow } from '../../protocol/rows.ts';
import { useApp, useSession } from '../../store/hooks.ts';
import { memoize, selectTransport } from '../../store/selectors.ts';
import { formatCount } from '../../explain/format.ts';
import { Term } from '../kit/Term.tsx';
import { poolOf, type Piece, type Pool } from './recipient-layout.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import css from './dock.module.css';

const NONE: readonly JobRow[] = [];

/** Jobs of the stage's transport by queue time, the order in which recipient slots are assigned. */
const selectJobsByTime = memoize(
  (state) => [selectTransport(state), state.session.jobs],
  (transport, jobs) =>
    transport === undefined ? NONE : transport.byTime.flatMap((id) => jobs.get(id) ?? []),
);

/** Shows the recipient slots of the stage's transport, and the messages that hold them. */
export function RecipientsPanel() {
  const transport = useApp(selectTransport);
  const jobs = useApp(selectJobsByTime);
  const minimum = useSession((session) => session.mail?.messageRecipientMinimum ?? 0);
  const unread = jobs.reduce((sum, job) => sum + job.unread, 0);
  if (transport === undefined) return <EmptyState size="line">No recipients in core.</EmptyState>;
  return (
    <div className={css.pool}>
      <PoolBars pool={poolOf(transport, jobs)} minimum={minimum} />
      <PoolLine term="unread" name="unread, in queue files" figure={formatCount(unread)} />
    </div>
  );
}

interface PoolBarsProps {
  pool: Pool;
  minimum: number;
  /** Text before the name of the first bar. */
  of?: string;
  brief?: boolean;
}

/** A transport's recipient slots, extra slots, and recipients beyond both. */
export function PoolBars({ pool, minimum, of = '', brief = false }: PoolBarsProps) {
  return (
    <>
      <PoolLine term="recipient slot" name={`${of}recipient slots`} figure={formatCount(pool.limit)} />
      <Bar pieces={pool.pieces} label={poolWords(pool)} />
      {(!brief || pool.extra.lent > 0) && <ExtraBar pool={pool} />}
      {(!brief || pool.beyondTotal > 0) && <BeyondBar pool={pool} minimum={minimum} />}
    </>
  );
}

function ExtraBar({ pool }: { pool: Pool }) {
  return (
    <>
      <PoolLine
        term="extra slot"
        name="extra slots lent"
        figure={`${formatCount(pool.extra.lent)} / ${formatCount(pool.extra.limit)}`}
      />
      <Bar
        pieces={[
          { key: 'lent', number: 0, kind: 'rest', count: pool.extra.lent },
          { key: 'left', number: 0, kind: 'free', count: Math.max(0, pool.extra.limit - pool.extra.lent) },
        ]}
        label={`${pool.extra.lent} of ${pool.extra.limit} extra slots are lent`}
      />
    </>
  );
}

function BeyondBar({ pool, minimum }: { pool: Pool; minimum: number }) {
  return (
    <>
      <PoolLine name={`message minimum, ${minimum} each`} figure={formatCount(pool.beyondTotal)} />
      <Bar
        pieces={pool.beyond}
        label={`${pool.beyondTotal} recipients beyond the recipient slots of their jobs`}
      />
    </>
  );
}

function poolWords(pool: Pool): string {
  const jobs = pool.pieces
    .filter((piece) => piece.kind === 'used')
    .map((p) => `message ${p.number}: ${p.count}`);
  return `${pool.limit} recipient slots; in use ${jobs.join(', ') || 'none'}; ${pool.free} free`;
}

function PoolLine({ name, figure, term }: { name: string; figure: string; term?: string }) {
  return (
    <div className="row between gap-6 nowrap sub">
      <span>{term === undefined ? name : <Term name={term}>{name}</Term>}</span>
      <span className="mono">{figure}</span>
    </div>
  );
}

/** Width of a digit with its margins, as a share of the bar's width. */
const DIGIT = 0.045;

/** A pool as a bar: hue = a message's recipients in core, hatched = its unused slots, plain = free. */
function Bar({ pieces, label }: { pieces: readonly Piece[]; label: string }) {
  const total = pieces.reduce((sum, piece) => sum + piece.count, 0);
  return (
    <div className={css.poolBar} role="img" aria-label={label}>
      {pieces.map((piece) => (
        <Share key={piece.key} piece={piece} total={total} />
      ))}
    </div>
  );
}

function Share({ piece, total }: { piece: Piece; total: number }) {
  const identity = useIdentity(piece.number);
  const { kind, number, count } = piece;
  if (count === 0) return null;
  const words = { used: 'in core', idle: 'recipient slots held, not in use', free: 'free', rest: 'others' }[
    kind
  ];
  return (
    <i
      data-look={kind}
      style={{ flexGrow: count }}
      title={
        number > 0 ? `message ${number}: ${formatCount(count)} ${words}` : `${formatCount(count)} ${words}`
      }
      {...(number > 0 ? identity : {})}
    >
      {kind === 'used' && count / total > DIGIT * String(number).length ? number : ''}
    </i>
  );
}
