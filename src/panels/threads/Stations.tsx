import { type CSSProperties, Fragment, useContext } from 'react';
import type { Micros } from '../../protocol/units.ts';
import type { ThreadId } from '../../protocol/threads.ts';
import type { CpuToken, ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import { formatCount } from '../../explain/format.ts';
import { heldKey, pendingKey } from './flow-tokens.ts';
import { Cells } from './Gauges.tsx';
import { busyCpus } from './gauges.ts';
import { withUnits } from '../kit/units.ts';
import { durationLabel } from '../../plot/values.ts';
import { Carrying, ItemChip, ThreadTag } from './ThreadTag.tsx';
import { QueueShownContext, WaitersShownContext } from './useThreads.ts';
import { formatSpan } from '../../explain/figures.ts';
import css from './threads.module.css';

/** Largest number of members drawn one by one. Further ones are only counted. */
const PENDING_SHOWN = 6;
const BLOCKED_SHOWN = 5;
const CPUS_SHOWN = 8;

function tokensOf(row: ThreadsRow): ReadonlyMap<ThreadId, ThreadToken> {
  return new Map(row.threads.map((thread) => [thread.id, thread]));
}

/** Shows the pending events, the oldest next to the gate. */
export function PendingEvents({ row }: { row: ThreadsRow }) {
  const { pending } = row.source;
  const shown = row.pending.slice(0, PENDING_SHOWN);
  const mail = row.source.transport !== 0;
  return (
    <div className={`stack gap-6 ${css.fifo}`}>
      <ol
        className="row wrap gap-2"
        style={{ minHeight: '1.25rem' }}
        aria-label={`${pending} pending, oldest first`}
      >
        {shown.map((item, i) => (
          // In a run of mail, events share a name, so the index tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${i} ${item.name}`}>
            <ItemChip
              item={item.name}
              number={item.number}
              flow={pendingKey(item.name, item.number, i, mail)}
            />
          </li>
        ))}
      </ol>
      {pending > 0 && (
        <p className="text-1 sub">
          {pending > shown.length
            ? `and ${formatCount(pending - shown.length)} more`
            : row.prefetch > 0
              ? 'bound ahead'
              : 'oldest next to the gate'}
        </p>
      )}
    </div>
  );
}

/** Shows the gate: the inequality with its current figures. The gauge above draws them as squares. */
export function Gate({ row }: { row: ThreadsRow }) {
  const { group } = row;
  const closed = group !== null && group.runnable > group.limit;
  return (
    <div className={`${css.box} ${css.gate}`} data-edge="gate">
      <p className="mono text-1 sub">{group === null ? 'no group' : 'runnable ≤ CV'}</p>
      <p className={`mono ${css.inequality}`}>
        {group === null ? 'open' : `${formatCount(group.runnable)} ≤ ${formatCount(group.limit)}`}
      </p>
      <p className={`text-1 ${closed ? css.over : 'sub'}`}>
        {group === null
          ? 'every thread passes'
          : closed
            ? `✕ closed, over by ${formatCount(group.runnable - group.limit)}`
            : gateWords(row)}
      </p>
    </div>
  );
}

function gateWords({ group, source }: ThreadsRow): string {
  const available = group?.available ?? 0;
  if (available > 0) return `○ open, room for ${formatCount(available)} more`;
  return source.waiting > 0
    ? '○ open for a thread that comes back, no room for waiters'
    : '○ open for a thread that comes back';
}

/** Shows the CPUs: a box each up to eight, one strip for more. */
export function Cpus({ row }: { row: ThreadsRow }) {
  const tokens = tokensOf(row);
  if (row.cpus.length > CPUS_SHOWN)
    return (
      <div className="stack gap-4 text-2">
        <p>
          <b>{busyCpus(row)}</b> of {row.online} CPUs busy
        </p>
        <div className="row wrap gap-2" style={{ '--cell': '0.5rem' } as CSSProperties} aria-hidden="true">
          {row.cpus.map(({ index, thread, switching }) => (
            <Fragment key={index}>
              <Cells count={1} kind={thread === 0 ? 'free' : switching ? 'idle' : 'full'} />
            </Fragment>
          ))}
        </div>
      </div>
    );
  // There is no room for words in the boxes of more than two CPUs.
  const many = row.cpus.length > 2;
  return (
    <ul className={css.cpus} data-many={many || undefined} aria-label="CPUs">
      {row.cpus.map((cpu) => (
        <li key={cpu.index} className={`stack gap-2 ${css.box}`} style={many ? {} : { minHeight: '3.5rem' }}>
          <CpuBox cpu={cpu} tokens={tokens} own={row.group?.id ?? 0} words={!many} />
        </li>
      ))}
    </ul>
  );
}

interface CpuBoxProps {
  cpu: CpuToken;
  tokens: ReadonlyMap<ThreadId, ThreadToken>;
  /** Id of the concurrency group shown; 0 = none. */
  own: number;
  words: boolean;
}

function CpuBox({ cpu, tokens, own, words }: CpuBoxProps) {
  const thread = tokens.get(cpu.thread);
  const last = tokens.get(cpu.lastThread);
  const note =
    thread === undefined
      ? last !== undefined && `${last.name} was here`
      : cpu.switching
        ? 'pays the switch'
        : thread.background
          ? 'background, in no group'
          : own !== 0 && thread.group !== own && 'of another group';
  return (
    <>
      {words && <span className="mono text-1 dim">cpu {cpu.index}</span>}
      {thread === undefined ? <span className="text-1 dim">idle</span> : <Carrying thread={thread} />}
      {words && note !== false && <small className="text-1 dim">{note}</small>}
    </>
  );
}

/** Lists the ready threads in order. Like running threads, they count against the limit. */
export function RunQueue({ row, now }: { row: ThreadsRow; now: Micros }) {
  const tokens = tokensOf(row);
  const most = useContext(QueueShownContext);
  const shown = row.runQueue.slice(0, most).flatMap((id) => tokens.get(id) ?? []);
  if (row.ready === 0) return <p className="text-1 sub">no thread waits for a CPU</p>;
  const [first] = shown;
  return (
    <>
      <ol className="row wrap gap-6 text-1" aria-label="run queue">
        {shown.map((thread) => (
          <li key={thread.id}>
            <Carrying thread={thread} />
          </li>
        ))}
        {row.ready > shown.length && <li className="dim">+{formatCount(row.ready - shown.length)}</li>}
      </ol>
      {first !== undefined && (
        <p className="text-1 sub">
          {first.name} for {formatSpan(now - first.since)}
        </p>
      )}
    </>
  );
}

/** Shows threads that wait in their handlers, each with its wait. Many are counted by kind of wait. */
export function Blocked({ row, now }: { row: ThreadsRow; now: Micros }) {
  const tokens = tokensOf(row);
  const all = row.blocked.flatMap((id) => tokens.get(id) ?? []);
  const stopped = row.stopped.flatMap((id) => tokens.get(id) ?? []);
  if (row.blockedCount === 0 && stopped.length === 0)
    return <p className="text-1 sub">no thread is blocked</p>;
  return (
    <ul className="stack gap-6" aria-label="blocked in the handler">
      {row.blockedCount > BLOCKED_SHOWN ? <BlockedSums all={all} count={row.blockedCount} /> : null}
      {(row.blockedCount > BLOCKED_SHOWN ? [] : all).map((thread) => (
        <li key={thread.id} className={`stack gap-2 text-1 ${css.box}`}>
          <span className="row wrap gap-6">
            <ThreadTag thread={thread} />
            <ItemChip item={thread.item} number={thread.number} flow={heldKey(thread)} />
            <span>{thread.phase === '' ? thread.waitsFor : thread.phase}</span>
          </span>
          <small className="text-1 sub">{waitWords(thread, now)}</small>
        </li>
      ))}
      {stopped.slice(0, BLOCKED_SHOWN).map((thread) => (
        <li key={thread.id} className={`stack gap-2 text-1 ${css.box}`}>
          <span className="row wrap gap-6">
            <ThreadTag thread={thread} />
            <span>stopped</span>
          </span>
          <small className="text-1 sub">until it is continued</small>
        </li>
      ))}
    </ul>
  );
}

function waitWords({ destination, until, since }: ThreadToken, now: Micros): string {
  const where = destination === '' ? '' : `${destination}, `;
  if (until >= 0) return `${where}until ${durationLabel(until, Math.max(1, (until - now) / 10))} at most`;
  return `${where}for ${formatSpan(now - since)}`;
}

function BlockedSums({ all, count }: { all: readonly ThreadToken[]; count: number }) {
  const sums = new Map<string, number>();
  for (const { phase, waitsFor } of all) {
    const wait = phase === '' ? waitsFor : phase;
    sums.set(wait, (sums.get(wait) ?? 0) + 1);
  }
  const rest = count - all.length;
  return (
    <>
      <li className={`text-1 ${css.box}`}>
        <b>{formatCount(count)} threads</b>
      </li>
      {[...sums].slice(0, BLOCKED_SHOWN).map(([wait, n]) => (
        <li key={wait} className="row between text-1">
          <span>{wait}</span> <span className="mono">{formatCount(n)}</span>
        </li>
      ))}
      {rest > 0 && <li className="text-1 dim">and {formatCount(rest)} more</li>}
    </>
  );
}

/** Shows the stack of waiters, top first. Warm = it was the last thread on a CPU, so it can return without a switch. */
export function Waiters({ row, now }: { row: ThreadsRow; now: Micros }) {
  const tokens = tokensOf(row);
  const most = useContext(WaitersShownContext);
  const warm = new Set(row.cpus.map(({ lastThread }) => lastThread));
  const shown = row.source.waiters.slice(0, most).flatMap((id) => tokens.get(id) ?? []);
  const leaving = row.source.exitGate.flatMap((id) => tokens.get(id) ?? []);
  const coming = row.source.onTheirWay.flatMap((id) => tokens.get(id) ?? []);
  return (
    <>
      {shown.length === 0 && <p className="text-1 sub">{emptyWord(row)}</p>}
      <ol className="stack gap-4" aria-label="waiters, top of the stack first">
        {shown.map((thread, i) => (
          <li key={thread.id} className="row wrap gap-6">
            <ThreadTag thread={thread} top={i === 0} />
            <small className="grow text-1 sub">
              {i === 0 && 'top, '}
              {thread.reason === 'gate' ? <b>held </b> : ''}
              {warm.has(thread.id) ? 'warm' : 'cold'}, {withUnits(formatSpan(now - thread.since))}
            </small>
          </li>
        ))}
      </ol>
      {row.source.waiting > shown.length && (
        <p className="text-1 sub">and {formatCount(row.source.waiting - shown.length)} below, all colder</p>
      )}
      <Names label="on their way" threads={coming} />
      <Names label="exit gate, events in hand" threads={leaving} />
    </>
  );
}

const NAMES_SHOWN = 4;

function Names({ label, threads }: { label: string; threads: readonly ThreadToken[] }) {
  if (threads.length === 0) return null;
  const rest = threads.length - NAMES_SHOWN;
  const names = threads.slice(0, NAMES_SHOWN).map(({ name }) => name);
  return (
    <p className="text-1 sub">
      {label}: {names.join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </p>
  );
}

function emptyWord({ pool }: ThreadsRow): string {
  if (pool === null || pool.live >= pool.max) return 'no thread waits';
  return `no thread waits; a new one can be created (${pool.live} of ${pool.max})`;
}
