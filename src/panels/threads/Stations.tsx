import { useContext } from 'react';
import type { Micros } from '../../protocol/units.ts';
import type { ThreadId } from '../../protocol/threads.ts';
import type { CpuToken, ThreadsRow, ThreadToken } from '../../protocol/threads-view.ts';
import { formatCount } from '../../explain/format.ts';
import { heldKey, pendingKey } from './flow-tokens.ts';
import { withUnits } from '../kit/units.ts';
import { durationLabel } from '../../plot/values.ts';
import { Carrying, ItemChip, ThreadTag } from './ThreadTag.tsx';
import { QueueShownContext, WaitersShownContext } from './useThreads.ts';
import { formatSpan } from '../../explain/figures.ts';
import css from './threads.module.css';

/** Members shown of each list; the rest is a number. */
const PENDING_SHOWN = 6;
const BLOCKED_SHOWN = 5;
const CPUS_SHOWN = 8;

/** The tokens of a row by their ids. */
function tokensOf(row: ThreadsRow): ReadonlyMap<ThreadId, ThreadToken> {
  return new Map(row.threads.map((thread) => [thread.id, thread]));
}

/** Pending events, oldest next to the gate. */
export function PendingEvents({ row }: { row: ThreadsRow }) {
  const { pending } = row.source;
  const shown = row.pending.slice(0, PENDING_SHOWN);
  const mail = row.source.transport !== 0;
  return (
    <div className={css.fifo}>
      <ol className={css.fifoItems} aria-label={`${pending} pending, oldest first`}>
        {shown.map((item, i) => (
          // Tokens of the mail world share a name: their place is what they are.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${i} ${item.name}`}>
            <ItemChip
              item={item.name}
              number={item.number}
              flow={pendingKey(item.name, item.number, i, mail)}
            />
          </li>
        ))}
        {Array.from({ length: Math.max(0, 4 - shown.length) }, (_, i) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`free ${i}`} className={css.fifoFree} aria-hidden="true" />
        ))}
      </ol>
      <p className={css.stationNote}>
        {pending === 0
          ? 'nothing pending'
          : pending > shown.length
            ? `and ${formatCount(pending - shown.length)} more`
            : row.prefetch > 0
              ? 'bound ahead'
              : 'oldest next to the gate'}
      </p>
    </div>
  );
}

/** The gate: the inequality with today's numbers, one square a thread, the black line at CV. */
export function Gate({ row }: { row: ThreadsRow }) {
  const { group } = row;
  if (group === null)
    return (
      <div className={css.gate} data-edge="gate" data-open>
        <p className={`${css.gateRule} mono`}>no group</p>
        <p className={`${css.gateSum} mono`}>open</p>
        <p className={css.gateVerdict}>every thread passes</p>
      </div>
    );
  const { runnable, limit } = group;
  const closed = runnable > limit;
  return (
    <div className={css.gate} data-edge="gate" data-open={closed ? undefined : true}>
      <p className={`${css.gateRule} mono`}>runnable ≤ CV</p>
      <p className={`${css.gateSum} mono`}>
        {formatCount(runnable)} ≤ {formatCount(limit)}
        <Squares runnable={runnable} limit={limit} />
      </p>
      <p className={css.gateVerdict}>
        {closed ? `✕ closed, over by ${formatCount(runnable - limit)}` : gateWords(row)}
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

/** Squares to count; more of them than fit are only the number. */
const SQUARES_MAX = 8;

function Squares({ runnable, limit }: { runnable: number; limit: number }) {
  if (Math.max(runnable, limit) > SQUARES_MAX) return null;
  return (
    <span className={css.gateSquares} aria-hidden="true">
      {Array.from({ length: Math.max(runnable, limit) }, (_, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <i
          key={i}
          data-kind={i >= runnable ? 'free' : i < limit ? 'in' : 'over'}
          data-stop={i === limit - 1 || undefined}
        />
      ))}
    </span>
  );
}

/** CPUs: a box each up to eight, above that a strip and a number. */
export function Cpus({ row }: { row: ThreadsRow }) {
  const tokens = tokensOf(row);
  if (row.cpus.length > CPUS_SHOWN) {
    const busy = row.cpus.filter(({ thread }) => thread !== 0).length;
    return (
      <div className={css.cpuMany}>
        <p>
          <b>{busy}</b> of {row.online} CPUs busy
        </p>
        <div className={css.cpuStrip} aria-hidden="true">
          {row.cpus.map((cpu) => (
            <i
              key={cpu.index}
              data-busy={cpu.thread !== 0 || undefined}
              data-switching={cpu.switching || undefined}
            />
          ))}
        </div>
      </div>
    );
  }
  return (
    <ul className={css.cpus} aria-label="CPUs" data-many={row.cpus.length > 2 || undefined}>
      {row.cpus.map((cpu) => (
        <li key={cpu.index} className={css.cpu}>
          <CpuBox cpu={cpu} tokens={tokens} own={row.group?.id ?? 0} />
        </li>
      ))}
    </ul>
  );
}

function CpuBox({
  cpu,
  tokens,
  own,
}: {
  cpu: CpuToken;
  tokens: ReadonlyMap<ThreadId, ThreadToken>;
  own: number;
}) {
  const thread = tokens.get(cpu.thread);
  const last = tokens.get(cpu.lastThread);
  return (
    <>
      <span className={`${css.cpuName} mono`}>cpu {cpu.index}</span>
      {thread === undefined ? (
        <span className={`dim ${css.cpuIdle}`}>idle</span>
      ) : (
        <Carrying thread={thread} />
      )}
      <small>
        {thread === undefined
          ? last === undefined
            ? ''
            : `${last.name} was here`
          : cpu.switching
            ? 'pays the switch'
            : thread.background
              ? 'background, in no group'
              : own !== 0 && thread.group !== own
                ? 'of another group'
                : ''}
      </small>
    </>
  );
}

/** Ready threads in order: they count as well. */
export function RunQueue({ row, now }: { row: ThreadsRow; now: Micros }) {
  const tokens = tokensOf(row);
  const most = useContext(QueueShownContext);
  const shown = row.runQueue.slice(0, most).flatMap((id) => tokens.get(id) ?? []);
  if (row.ready === 0) return <p className={css.stationNote}>no thread waits for a CPU</p>;
  const [first] = shown;
  return (
    <>
      <ol className={css.runQueue} aria-label="run queue">
        {shown.map((thread) => (
          <li key={thread.id}>
            <Carrying thread={thread} />
          </li>
        ))}
        {row.ready > shown.length && <li className="dim">+{formatCount(row.ready - shown.length)}</li>}
      </ol>
      {first !== undefined && (
        <p className={css.stationNote}>
          {first.name} for {formatSpan(now - first.since)}
        </p>
      )}
    </>
  );
}

/** Threads that wait for something the group does not control, with the wait; many are counted by what they wait for. */
export function Blocked({ row, now }: { row: ThreadsRow; now: Micros }) {
  const tokens = tokensOf(row);
  const all = row.blocked.flatMap((id) => tokens.get(id) ?? []);
  const stopped = row.stopped.flatMap((id) => tokens.get(id) ?? []);
  if (row.blockedCount === 0 && stopped.length === 0)
    return <p className={`${css.stationNote} blocked-none`}>no thread is blocked</p>;
  return (
    <ul className={css.blocked} aria-label="blocked in the handler">
      {row.blockedCount > BLOCKED_SHOWN ? <BlockedSums all={all} count={row.blockedCount} /> : null}
      {(row.blockedCount > BLOCKED_SHOWN ? [] : all).map((thread) => (
        <li key={thread.id} className={css.blockedBox}>
          <span className={css.carrying}>
            <ThreadTag thread={thread} />
            <ItemChip item={thread.item} number={thread.number} flow={heldKey(thread)} />
            <span>{thread.phase === '' ? thread.waitsFor : thread.phase}</span>
          </span>
          <small>{waitWords(thread, now)}</small>
        </li>
      ))}
      {stopped.slice(0, BLOCKED_SHOWN).map((thread) => (
        <li key={thread.id} className={css.blockedBox}>
          <span className={css.carrying}>
            <ThreadTag thread={thread} />
            <span>stopped</span>
          </span>
          <small>until it is continued</small>
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
      <li className={css.blockedBox}>
        <b>{formatCount(count)} threads</b>
      </li>
      {[...sums].slice(0, BLOCKED_SHOWN).map(([wait, n]) => (
        <li key={wait} className={css.blockedSum}>
          <span>{wait}</span> <span className="mono">{formatCount(n)}</span>
        </li>
      ))}
      {rest > 0 && <li className={`${css.blockedSum} dim`}>and {formatCount(rest)} more</li>}
    </>
  );
}

/** The stack of waiters, top first. Warm = the last one on some CPU: it comes back without a switch. */
export function Waiters({ row, now }: { row: ThreadsRow; now: Micros }) {
  const tokens = tokensOf(row);
  const most = useContext(WaitersShownContext);
  const warm = new Set(row.cpus.map(({ lastThread }) => lastThread));
  const shown = row.source.waiters.slice(0, most).flatMap((id) => tokens.get(id) ?? []);
  const leaving = row.source.exitGate.flatMap((id) => tokens.get(id) ?? []);
  const coming = row.source.onTheirWay.flatMap((id) => tokens.get(id) ?? []);
  return (
    <>
      {shown.length === 0 && <p className={css.stationNote}>{emptyWord(row)}</p>}
      <ol className={css.waiters} aria-label="waiters, top of the stack first">
        {shown.map((thread, i) => (
          <li key={thread.id}>
            <ThreadTag thread={thread} top={i === 0} />
            <small>
              {i === 0 && 'top, '}
              {thread.reason === 'gate' ? <b>held </b> : ''}
              {warm.has(thread.id) ? 'warm' : 'cold'}, {withUnits(formatSpan(now - thread.since))}
            </small>
          </li>
        ))}
      </ol>
      {row.source.waiting > shown.length && (
        <p className={css.stationNote}>
          and {formatCount(row.source.waiting - shown.length)} below, all colder
        </p>
      )}
      {coming.length > 0 && (
        <p className={css.stationNote}>
          on their way:{' '}
          {coming
            .slice(0, 4)
            .map(({ name }) => name)
            .join(', ')}
          {coming.length > 4 ? ` and ${coming.length - 4} more` : ''}
        </p>
      )}
      {leaving.length > 0 && (
        <p className={css.stationNote}>
          exit gate, events in hand:{' '}
          {leaving
            .slice(0, 4)
            .map(({ name }) => name)
            .join(', ')}
          {leaving.length > 4 ? ` and ${leaving.length - 4} more` : ''}
        </p>
      )}
    </>
  );
}

function emptyWord({ pool }: ThreadsRow): string {
  if (pool === null || pool.live >= pool.max) return 'no thread waits';
  return `no thread waits; the next thread will be created (${pool.live} of ${pool.max})`;
}
