import { memo, type ReactNode } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import type { CountSample, PendingItem, ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { formatCount, formatSeconds } from '../../explain/format.ts';
import { MiniGauges } from './MiniGauges.tsx';
import { StartThreads } from './StartThreads.tsx';
import { formatSpan } from '../../explain/figures.ts';
import css from './threads-dock.module.css';
import type { Micros } from '../../protocol/units.ts';
import { AREA_BOX, areaLayout, areaWords } from './area-layout.ts';

/** Agents as threads: the count against its limit, the three limits, and where each agent is. */
export function ThreadsPanel() {
  const row = useSession((session) => session.threads);
  if (row === null) return <StartThreads />;
  return (
    // Keys scroll what the pointer can scroll.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.agentsDock} tabIndex={0} role="group" aria-label={`agents of ${row.name} as threads`}>
      <MiniGauges row={row} />
      <AreaChart samples={row.samples} />
      <Cpus row={row} />
      <Lists row={row} />
      <Estimate row={row} />
    </div>
  );
}

/** `3 runnable, limit 2`: what the heading says. */
export function threadsHeading(row: ThreadsRow | null): string {
  if (row === null) return '';
  const runnable = row.group?.runnable ?? row.samples.at(-1)?.[1] ?? 0;
  return row.group === null
    ? `${runnable} runnable, no limit`
    : `${runnable} runnable, limit ${row.group.limit}`;
}

/** CPUs that get a box of their own; of more it is said how many are busy. */
const CPUS_MAX = 8;

function Cpus({ row }: { row: ThreadsRow }) {
  const busy = row.cpus.filter(({ thread }) => thread !== 0).length;
  if (row.cpus.length > CPUS_MAX) {
    return (
      <p className={css.threadsLine}>
        <span className={css.threadsLabel}>CPUs</span>
        {busy} of {row.online} busy
      </p>
    );
  }
  return (
    <ol className={css.threadsCpus} aria-label="CPUs" data-many={row.cpus.length > 2 || undefined}>
      {row.cpus.map(({ index, thread, switching }) => {
        const token = row.threads.find(({ id }) => id === thread);
        return (
          <li key={index} className={css.threadsCpu} data-idle={token === undefined || undefined}>
            <span className={`${css.threadsCpuName} mono`}>
              <span>cpu</span> {index}
            </span>
            {token === undefined ? (
              <span className="dim">idle</span>
            ) : (
              <>
                <AgentToken token={token} row={row} />
                <span className={`${css.threadsCpuDoes} dim`}>{switching ? 'switch' : token.phase}</span>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}

const SHOWN = 12;

function Lists({ row }: { row: ThreadsRow }) {
  const { source, runQueue, ready, blocked, blockedCount, stopped, pending } = row;
  // The two lines say little when both are empty, and the dock is low.
  const quiet = source.waiting === 0 && source.pending === 0;
  const woken = source.onTheirWay.filter((id) => !runQueue.includes(id));
  return (
    <dl className={css.threadsLists}>
      {ready > 0 && (
        <AgentList label="run queue" note="counted" ids={runQueue} all={ready} row={row} empty="" />
      )}
      {woken.length > 0 && (
        <AgentList
          label="woken"
          note="on a CPU, not back yet"
          ids={woken}
          all={woken.length}
          row={row}
          empty=""
        />
      )}
      {quiet ? (
        <ListRow label="waiting" note="agents and events" all={0}>
          <span className="dim">none, and no event is pending</span>
        </ListRow>
      ) : (
        <AgentList
          label="waiting"
          note="LIFO, top first"
          ids={source.waiters}
          all={source.waiting}
          row={row}
          top
          empty="no agent waits"
        />
      )}
      {source.exitGate.length > 0 && (
        <AgentList
          label="exit gate"
          note="hold events"
          ids={source.exitGate}
          all={source.exitGate.length}
          row={row}
          empty=""
        />
      )}
      {!quiet && <Pending items={pending} all={source.pending} />}
      <AgentList
        label="blocked"
        note="not counted"
        ids={blocked}
        all={blockedCount}
        row={row}
        empty="none"
        detailed
      />
      {stopped.length > 0 && (
        <AgentList label="stopped" note="not counted" ids={stopped} all={stopped.length} row={row} empty="" />
      )}
    </dl>
  );
}

interface AgentListProps {
  label: string;
  note: string;
  ids: readonly number[];
  all: number;
  row: ThreadsRow;
  empty: string;
  /** The first one is the next to be woken. */
  top?: boolean;
  /** What they wait for, and until when. */
  detailed?: boolean;
}

function AgentList({ label, note, ids, all, row, empty, top = false, detailed = false }: AgentListProps) {
  const shown = ids.slice(0, SHOWN);
  return (
    <ListRow label={label} note={note} all={all} wide={detailed && all > 1}>
      {all === 0 && <span className="dim">{empty}</span>}
      {shown.map((id, i) => {
        const token = row.threads.find((thread) => thread.id === id);
        return (
          token !== undefined && (
            <AgentToken key={id} token={token} row={row} top={top && i === 0} detailed={detailed} />
          )
        );
      })}
      {all > shown.length && <span className="dim">+{formatCount(all - shown.length)}</span>}
    </ListRow>
  );
}

function Pending({ items, all }: { items: readonly PendingItem[]; all: number }) {
  const shown = items.slice(0, SHOWN);
  return (
    <ListRow label="events" note="FIFO, oldest first" all={all}>
      {all === 0 && <span className="dim">none pending</span>}
      {shown.map(({ number, name }, i) =>
        number > 0 ? (
          // Two events of one message differ by their place only.
          // oxlint-disable-next-line react/no-array-index-key
          <Chip key={i} number={number} size="small" label={`bound to message ${number}`} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <span
            key={i}
            className={css.threadsEvent}
            title={`${name}: an entry is selected when an agent takes it`}
          >
            ?
          </span>
        ),
      )}
      {all > shown.length && <span className="dim">+{formatCount(all - shown.length)}</span>}
    </ListRow>
  );
}

interface ListRowProps {
  label: string;
  note: string;
  all: number;
  /** Below its label, in two columns. */
  wide?: boolean;
  children: ReactNode;
}

function ListRow({ label, note, all, wide = false, children }: ListRowProps) {
  return (
    <div className={css.threadsList} data-wide={wide || undefined}>
      <dt title={note}>
        {label} <span className="sr-only">{note}</span>
        {all > 0 && <span className="mono dim">{formatCount(all)}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How many agents the document's rule asks for, next to the limit that binds first. */
function Estimate({ row: { estimate, pool, group } }: { row: ThreadsRow }) {
  if (estimate === null) return null;
  const { all, cpu, threads } = estimate;
  const value = group?.limit;
  const binds =
    pool !== null && threads > pool.max ? `; the process limit of ${formatCount(pool.max)} binds first` : '';
  return (
    <p className={css.threadsNote}>
      {formatSpan(all)} a delivery, {formatSpan(cpu)} of it on a CPU:{' '}
      {value === undefined ? 'all CPUs' : `${value} runnable`} need about {formatCount(Math.ceil(threads))}{' '}
      agents{binds}. Model figures.
    </p>
  );
}

interface AgentTokenProps {
  token: ThreadToken;
  row: ThreadsRow;
  /** On top of the stack: the next to be woken. */
  top?: boolean;
  detailed?: boolean;
}

/** An agent as a thread: an outlined box without a hue, and the message that it carries. Opens its inspector. */
function AgentToken({ token, row, top = false, detailed = false }: AgentTokenProps) {
  const actions = useActions();
  const now = useSession((session) => session.cursor.at);
  const inspected = useView((view) => view.agent);
  // Agents of other transports wait for the same CPUs; only those of this group are looked at here.
  const own = token.owner > 0 && token.transport === row.source.transport;
  const wait = detailed ? waitText(token, now) : '';
  const label = [
    `thread ${token.name}`,
    token.owner > 0 ? `agent ${token.owner}` : '',
    token.background ? 'background' : '',
    token.number > 0 ? `message ${token.number}` : '',
    wait,
  ].filter(Boolean);
  return (
    <button
      type="button"
      className={css.agentToken}
      data-top={top || undefined}
      data-why={own && !token.background ? `thread:${row.name}:${token.owner}` : undefined}
      data-hit={(own && token.owner === inspected) || undefined}
      disabled={!own}
      aria-label={label.join(', ')}
      title={label.join(', ')}
      onClick={() => actions.inspectAgent(token.owner)}
    >
      <span className="mono">{token.name}</span>
      <Chip number={token.number} size="small" />
      {wait !== '' && <span className={css.agentWait}>{wait}</span>}
    </button>
  );
}

/** `connect, 28 s`: what it waits for, and for how long at most. */
function waitText({ waitsFor, phase, until }: ThreadToken, now: Micros): string {
  const what = waitsFor || phase;
  return until < 0 ? what : `${what}, ${formatSpan(Math.max(0, until - now))}`;
}

/** Runnable threads over their latest changes; red is above the concurrency value, which is dashed. */
const AreaChart = memo(function AreaChart({ samples }: { samples: readonly CountSample[] }) {
  const picture = areaLayout(samples);
  const { width, height } = AREA_BOX;
  return (
    <figure className={css.threadsArea}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={areaWords(samples)}
      >
        <path className={css.areaBase} d={`M0 ${height - 1}H${width}`} />
        <path className={css.areaCount} d={picture.area} />
        <path className={css.areaOver} d={picture.over} />
        <path className={css.areaLimit} d={picture.limit} />
      </svg>
      <figcaption>
        {picture.from < 0
          ? 'one column a change; none so far'
          : `one column a change, ${formatSeconds(picture.from)} to ${formatSeconds(picture.to)}, up to ${picture.most}`}
      </figcaption>
    </figure>
  );
});
