import { type EpochMicros, MICROS_PER_MINUTE, MICROS_PER_SECOND } from '../../protocol/units.ts';
import { LINK } from './facts/arrive.ts';
import type { ReadResult } from './input/read.ts';
import { findChains } from './store/chains.ts';
import type { Gap } from './store/gaps.ts';
import type { Member, RecordBuilder } from './store/record.ts';
import { ENDS, EVENT_KINDS, OPERATION_KINDS } from './store/tables.ts';
import type { UnknownShape } from './store/unknown.ts';
import { domainOfAddress } from './domain.ts';

/** Summary of one instance: the line printed by `npm run record -- --json`. */
export interface RecordSummary {
  kind: 'record';
  host: string;
  instance: string;
  /** First and last stamp, UTC. */
  from: string | null;
  to: string | null;
  lines: number;
  understood: number;
  notUnderstood: Pick<UnknownShape, 'program' | 'shape' | 'count' | 'sample'>[];
  messages: number;
  activations: number;
  attempts: { sent: number; deferred: number; bounced: number; expired: number };
  byDomain: Record<string, { sent: number; deferred: number; bounced: number }>;
  deliveries: number;
  removed: number;
  held: number;
  requeued: number;
  restarts: number;
  chains: number;
  gaps: number;
  /** Number of mails: lives connected in a chain count once. */
  mails: number;
  /**
   * Attempts that passed the mail to another life of this record, such as through a content filter. They are not
   * deliveries to a destination.
   */
  handedOver: number;
  deleted: number;
  windows: number;
  selections: number;
  preemptions: number;
  agents: number;
  operations: Record<string, number>;
  duplicates: number;
  otherPrograms: Record<string, number>;
  version: string | null;
  clockSteps: number;
}

/** One summary per instance, the one with the most lines first. Call `finish` before. */
export function summarize({ builder }: ReadResult): RecordSummary[] {
  const { members } = builder;
  const chains = findChains(members.map(({ instance }) => instance));
  const summaries = members.map((member, place) =>
    summaryOf(member, chains.countOf[place] ?? 0, chains.of[place] ?? new Uint32Array(0)),
  );
  summaries.sort((one, other) => other.lines - one.lines);
  const first = summaries[0];
  if (first !== undefined) addWithoutOwner(first, summaries, builder);
  return summaries;
}

/** Lines of other programs count for the largest instance of their host, and non-log lines for the largest of all. */
function addWithoutOwner(
  first: RecordSummary,
  summaries: readonly RecordSummary[],
  builder: RecordBuilder,
): void {
  for (const [key, count] of builder.others) {
    const space = key.indexOf(' ');
    const owner = summaries.find(({ host }) => host === key.slice(0, space)) ?? first;
    const program = key.slice(space + 1) || '(others)';
    owner.lines += count;
    owner.otherPrograms[program] = (owner.otherPrograms[program] ?? 0) + count;
  }
  // Empty lines and remarks such as `last message repeated 2 times` count as understood, because nothing in them is lost.
  first.understood += builder.blank;
  first.lines += builder.junk.count + builder.blank + builder.beyond;
  first.notUnderstood.push(...builder.junk.list().map(withoutPlace));
}

function withoutPlace({
  program,
  shape,
  count,
  sample,
}: UnknownShape): RecordSummary['notUnderstood'][number] {
  return { program, shape, count, sample };
}

function summaryOf(member: Member, chains: number, chainOf: Uint32Array): RecordSummary {
  const { instance, unknown, gaps, lost } = member;
  const { tables, pools } = instance;
  const { lives } = tables;
  const counts = { messages: 0, removed: 0, deleted: 0, held: 0, expired: 0 };
  let inChains = 0;
  for (let life = 1; life < lives.length; life++) {
    if ((lives.activations[life] ?? 0) > 0) {
      counts.messages++;
      if (chainOf[life] !== 0) inChains++;
    }
    const end = ENDS[lives.end[life] ?? 0];
    if (end === 'removed') counts.removed++;
    else if (end === 'deleted') counts.deleted++;
    if (lives.held[life] !== 0) counts.held++;
    if (lives.expired[life] !== 0) counts.expired++;
  }
  const operations = operationCounts(member);
  return {
    kind: 'record',
    host: member.host,
    instance: member.name,
    from: isoTime(instance.from),
    to: isoTime(instance.to),
    lines: instance.lines,
    understood: instance.understood,
    notUnderstood: unknown.list().map(withoutPlace),
    messages: counts.messages,
    activations: tables.activations.length - 1,
    ...attemptCounts(member, counts.expired),
    deliveries: tables.deliveries.length - 1,
    removed: counts.removed,
    held: counts.held,
    requeued: operations.requeued ?? 0,
    restarts: restarts(member),
    chains,
    gaps: gapsOf(gaps.list(), lost).length,
    mails: counts.messages - (inChains - chains),
    handedOver: handedOver(member),
    deleted: counts.deleted,
    windows: tables.windows.length - 1,
    selections: tables.selections.length - 1,
    preemptions: tables.preemptions.length - 1,
    agents: tables.agents.length - 1,
    operations,
    duplicates: instance.duplicates,
    // Names of programs come from the log, and an ordinary object inherits names such as `constructor`.
    otherPrograms: Object.create(null) as Record<string, number>,
    version: pools.strings.text(instance.version) || null,
    clockSteps: instance.clockSteps.length,
  };
}

/** Links of hand-overs within the record; at most one per attempt. */
function handedOver({ instance }: Member): number {
  const { links } = instance.tables;
  let count = 0;
  for (let row = 1; row < links.length; row++) {
    if (links.kind[row] === LINK.queuedAs || links.kind[row] === LINK.forwarded) count++;
  }
  return count;
}

/** Gaps, and losses reported by a syslog daemon, in order of time. */
export function gapsOf(silences: readonly Gap[], lost: readonly Gap[]): Gap[] {
  return [...silences, ...lost].sort((one, other) => one.from - other.from);
}

function operationCounts({ instance }: Member): Record<string, number> {
  const { operations } = instance.tables;
  const counts: Record<string, number> = {};
  for (let row = 1; row < operations.length; row++) {
    const kind = OPERATION_KINDS[operations.kind[row] ?? 0] ?? '';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Most domains in a summary. Further ones are summed up, so that a hostile log cannot make an endless line. */
const DOMAINS_MAX = 50_000;

function attemptCounts({ instance }: Member, expired: number): Pick<RecordSummary, 'attempts' | 'byDomain'> {
  const { tables, pools } = instance;
  const { attempts: rows } = tables;
  const attempts = { sent: 0, deferred: 0, bounced: 0, expired };
  const byDomain = new Map<string, { sent: number; deferred: number; bounced: number }>();
  const domainOf = new Map<number, { sent: number; deferred: number; bounced: number }>();
  for (let row = 1; row < rows.length; row++) {
    const status = rows.status[row] ?? 0;
    const field = status === 1 ? 'sent' : status === 2 ? 'deferred' : status === 3 ? 'bounced' : null;
    if (field === null) continue;
    attempts[field]++;
    const to = rows.to[row] ?? 0;
    let counts = domainOf.get(to);
    if (counts === undefined) {
      const domain = domainOfAddress(pools.strings.text(to));
      counts = byDomain.get(domain) ?? (byDomain.size < DOMAINS_MAX ? undefined : byDomain.get('(others)'));
      counts ??= { sent: 0, deferred: 0, bounced: 0 };
      byDomain.set(byDomain.size < DOMAINS_MAX || byDomain.has(domain) ? domain : '(others)', counts);
      domainOf.set(to, counts);
    }
    counts[field]++;
  }
  return {
    attempts,
    byDomain: Object.fromEntries([...byDomain].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** Within this time (microseconds) a `reload` and a new queue manager process are one restart. */
const ONE_RESTART = 10_000_000;

/** Counts how often all windows restarted: starts and reloads of a running instance, and new queue managers. */
function restarts({ instance }: Member): number {
  const { events } = instance.tables;
  let count = 0;
  let last = -Infinity;
  let running = false;
  for (let row = 1; row < events.length; row++) {
    const kind = EVENT_KINDS[events.kind[row] ?? 0] ?? 'warning';
    const time = events.time[row] ?? 0;
    // An instance that logged lines a minute earlier was running.
    running ||= time - instance.from > MICROS_PER_MINUTE;
    const restart = kind === 'reload' || kind === 'new-qmgr' || (kind === 'start' && running);
    if (kind === 'start' || kind === 'reload' || kind === 'stop') running = true;
    if (!restart) continue;
    // A new process belongs to the preceding start or reload, however late its first line comes.
    if (kind === 'new-qmgr' && last !== -Infinity && counted(events, row)) continue;
    if (time - last > ONE_RESTART || kind !== 'new-qmgr') count++;
    last = time;
  }
  return count;
}

/** True if the preceding event, ignoring warnings, is the restart that started this process. */
function counted(events: { kind: Uint8Array }, row: number): boolean {
  for (let before = row - 1; before > 0; before--) {
    const kind = EVENT_KINDS[events.kind[before] ?? 0];
    if (kind === 'reload' || kind === 'start') return true;
    if (kind === 'new-qmgr') return false;
  }
  return false;
}

/** Microseconds since 1970 in RFC 3339 with microseconds; null for 0. */
export function isoTime(micros: EpochMicros): string | null {
  if (micros === 0) return null;
  const seconds = Math.floor(micros / MICROS_PER_SECOND);
  const fraction = String(Math.round(micros - seconds * MICROS_PER_SECOND)).padStart(6, '0');
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${fraction}Z`;
}
