import { memo, type ReactNode } from 'react';
import { Chip } from '../../charts/Chip.tsx';
import type { CountSample, PendingItem, ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import { useActions, useSession, useView } from '../../store/hooks.ts';
import { formatCount, formatSeconds } from '../../explain/format.ts';
import { MiniGauges } from './MiniGauges.tsx';
import { StartThreads } from './StartThreads.tsx';
import { formatSpan } from '../../explain/figures.ts';
import { busyCpus } from './gauges.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import css from './dock.module.css';
import type { Micros } from '../../protocol/units.ts';
import { AREA_BOX, areaLayout, areaWords } from './area-layout.ts';

/** Shows the agents of a transport as threads, in the dock: three limits, latest counts, where each agent is. */
export function ThreadsPanel() {
  const row = useSession((session) => session.threads);
  if (row === null) return <StartThreads />;
  return (
    <ScrollBox label={`agents of ${row.name} as threads`} className={`stack gap-4 ${css.dockScroll}`}>
      <MiniGauges row={row} />
      <AreaChart samples={row.samples} />
      <Cpus row={row} />
      <Lists row={row} />
      <Estimate row={row} />
    </ScrollBox>
  );
}

/** Heading of the panel, such as `3 runnable, limit 2`. */
export function threadsHeading(row: ThreadsRow | null): string {
  if (row === null) return '';
  const runnable = row.group?.runnable ?? row.samples.at(-1)?.[1] ?? 0;
  return row.group === null
    ? `${runnable} runnable, no limit`
    : `${runnable} runnable, limit ${row.group.limit}`;
}

/** Largest number of CPUs that are drawn as a box each. */
const CPUS_MAX = 8;

function Cpus({ row }: { row: ThreadsRow }) {
  if (row.cpus.length > CPUS_MAX) {
    return (
      <p className="row between text-2">
        <span className="sub">CPUs</span>
        {busyCpus(row)} of {row.online} busy
      </p>
    );
  }
  // There is no room for words in the boxes of more than two CPUs.
  const many = row.cpus.length > 2;
  return (
    <ol className="row wrap gap-4" aria-label="CPUs">
      {row.cpus.map(({ index, thread, switching }) => {
        const token = row.threads.find(({ id }) => id === thread);
        return (
          <li
            key={index}
            className={`${css.token} ${css.tokenWide}`}
            data-idle={token === undefined || undefined}
          >
            <span className="mono dim">
              {!many && 'cpu '}
              {index}
            </span>
            {token === undefined ? 'idle' : <AgentToken token={token} row={row} />}
            {!many && token !== undefined && (
              <span className="dim">{switching ? 'switch' : token.phase}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Largest number of members of a list that are shown. */
const SHOWN = 12;

function Lists({ row }: { row: ThreadsRow }) {
  const { source, runQueue, ready, blocked, blockedCount, stopped, pending } = row;
  // Use one line if no thread waits and no event is pending, because the dock has little height.
  const quiet = source.waiting === 0 && source.pending === 0;
  const woken = source.onTheirWay.filter((id) => !runQueue.includes(id));
  const list = (label: string, note: string, ids: readonly number[], all = ids.length) =>
    all > 0 && <AgentList label={label} note={note} ids={ids} all={all} row={row} />;
  return (
    <dl className="stack gap-2">
      {list('run queue', 'counted', runQueue, ready)}
      {list('woken', 'on a CPU, not back yet', woken)}
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
      {list('exit gate', 'hold events', source.exitGate)}
      {!quiet && <Pending items={pending} all={source.pending} />}
      <AgentList label="blocked" note="not counted" ids={blocked} all={blockedCount} row={row} detailed />
      {list('stopped', 'not counted', stopped)}
    </dl>
  );
}

interface AgentListProps {
  label: string;
  note: string;
  ids: readonly number[];
  all: number;
  row: ThreadsRow;
  empty?: string;
  /** True if the first member of the list is the one that is woken next. */
  top?: boolean;
  /** True to show what the members wait for, and for how long. */
  detailed?: boolean;
}

function AgentList(props: AgentListProps) {
  const { label, note, ids, all, row, empty = 'none', top = false, detailed = false } = props;
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
          // Two events of one message differ only in their place, so the index is part of the key.
          // oxlint-disable-next-line react/no-array-index-key
          <Chip key={i} number={number} size="small" label={`bound to message ${number}`} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <span
            key={i}
            className={css.token}
            data-idle
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
  /** True if members are below the label, in columns. */
  wide?: boolean;
  children: ReactNode;
}

function ListRow({ label, note, all, wide = false, children }: ListRowProps) {
  return (
    <div className={css.list} data-wide={wide || undefined}>
      <dt className="sub nowrap" title={note}>
        {label} <span className="sr-only">{note}</span>
        {all > 0 && <span className="mono dim">{formatCount(all)}</span>}
      </dt>
      <dd className="row wrap gap-2">{children}</dd>
    </div>
  );
}

/**
 * Estimates how many agents keep the allowed CPUs busy, from the ratio of delivery time to CPU time. Adds the process
 * limit if it is lower.
 */
function Estimate({ row: { estimate, pool, group } }: { row: ThreadsRow }) {
  if (estimate === null) return null;
  const { all, cpu, threads } = estimate;
  const value = group?.limit;
  const binds =
    pool !== null && threads > pool.max ? `; the process limit of ${formatCount(pool.max)} binds first` : '';
  return (
    <p className="text-1 dim">
      {formatSpan(all)} a delivery, {formatSpan(cpu)} of it on a CPU:{' '}
      {value === undefined ? 'all CPUs' : `${value} runnable`} need about {formatCount(Math.ceil(threads))}{' '}
      agents{binds}. Figures are from the model.
    </p>
  );
}

interface AgentTokenProps {
  token: ThreadToken;
  row: ThreadsRow;
  /** True for the thread on top of the stack, which is woken next. */
  top?: boolean;
  detailed?: boolean;
}

/** An agent as a thread: an outlined box with its name and the message that it carries. Opens its inspector. */
function AgentToken({ token, row, top = false, detailed = false }: AgentTokenProps) {
  const actions = useActions();
  const now = useSession((session) => session.cursor.at);
  const inspected = useView((view) => view.agent);
  // Agents of other transports share the CPUs; only those of this group have an inspector here.
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
      className={css.token}
      data-agent-token
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
      {wait !== '' && <span className="cut dim">{wait}</span>}
    </button>
  );
}

/** What the thread waits for, and the time left, such as `connect, 28 s`. */
function waitText({ waitsFor, phase, until }: ThreadToken, now: Micros): string {
  const what = waitsFor || phase;
  return until < 0 ? what : `${what}, ${formatSpan(Math.max(0, until - now))}`;
}

/** Draws runnable threads over their latest changes; the part above the dashed concurrency value is red. */
const AreaChart = memo(function AreaChart({ samples }: { samples: readonly CountSample[] }) {
  const picture = areaLayout(samples);
  const { width, height } = AREA_BOX;
  return (
    <figure>
      <svg
        className={css.area}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={areaWords(samples)}
      >
        <path d={`M0 ${height - 1}H${width}v1H0z`} />
        <path d={picture.area} />
        <path className={css.areaOver} d={picture.over} />
        <path className={css.areaLimit} d={picture.limit} />
      </svg>
      <figcaption className="text-1 dim cut">
        {picture.from < 0
          ? 'one column per change; none so far'
          : `one column per change, ${formatSeconds(picture.from)} to ${formatSeconds(picture.to)}, up to ${picture.most}`}
      </figcaption>
    </figure>
  );
});
