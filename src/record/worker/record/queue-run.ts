import { putOffBy } from '../../importers/findings/pauses.ts';
import { outcomeOfReply } from '../../importers/facts/outcome.ts';
import { settingsToScenario } from '../../importers/settings/scenario.ts';
import { listingIn } from '../../importers/snapshots/postqueue.ts';
import type { QueuedMessage } from '../../importers/snapshots/mailq.ts';
import { readQshape } from '../../importers/snapshots/qshape.ts';
import { STATUSES } from '../../importers/store/tables.ts';
import { domainOfAddress } from '../../importers/domain.ts';
import type { ScriptedCommand, ServerBehaviour } from '../../../protocol/commands.ts';
import type { QueueRun, QueueRunAnswer, QueueFates } from '../../protocol/record-questions.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { type Micros, MICROS_PER_HOUR, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { completeScenario } from '../../../scenario/defaults.ts';
import { LIMITS } from '../../../scenario/limits.ts';
import { encodeLink } from '../../../scenario/link.ts';
import type { HeldRecord } from './held.ts';
import { createSimulation, nextInstant, position, stepOnce } from '../../../core/simulation.ts';
import type { MessageId, QueueId } from '../../../protocol/ids.ts';

/** Maximum number of messages taken from a snapshot. The scene says if messages were left out. */
const MESSAGES = 2000;
/** A delivery takes this many milliseconds if the record has no delivery to measure. */
const LATENCY = 500;
/** Session limit assumed for a server that refused too many sessions. A snapshot does not show it; 5 is Postfix's initial concurrency. */
const SESSIONS = 5;
const SENT = STATUSES.indexOf('sent');

/**
 * Retries the mail of the last snapshot: all of it, or that of one destination that has recovered. Servers have the
 * latency seen in the record and keep failing as they did. Null without a snapshot.
 */
export function* queueRun(
  held: HeldRecord,
  { destination }: QueueRun,
): Generator<undefined, Promise<QueueRunAnswer> | null, undefined> {
  const waiting = waitingIn(held, destination);
  if (waiting === null) return null;
  const scenario = queueScenario(waiting, destination);
  const fates = yield* fatesOf(scenario, waiting);
  const cursor = { step: 0, event: 0, decision: 0, at: 0 };
  return encodeLink({ scenario, live: [], cursor, branch: 1 }, '', { play: true }).then((address) => ({
    address,
    fates,
  }));
}

/** The waiting mail as the engine needs it: settings, servers, and the recipients of each message by domain. */
export interface Waiting {
  messages: Map<string, number>[];
  /** Number of messages before MESSAGES was applied. */
  listed: number;
  params: MailScenario['params'];
  agents: MailScenario['agents'];
  servers: Record<string, ServerBehaviour>;
  /** The mail comes from a qshape table, which counts recipients but does not list messages. */
  ofTable: boolean;
}

/** @param destination The only destination, which has recovered; '' = everything. Null if no mail waits for it. */
export function waitingIn(held: HeldRecord, destination: string): Waiting | null {
  const messages = snapshotOf(held).filter(({ queue }) => queue !== 'hold');
  const ofTable = messages.length === 0 ? tableOf(held, destination) : [];
  const listed = messages.flatMap((message) => {
    const to = new Map<string, number>();
    for (const { address } of message.recipients) {
      const domain = domainOfAddress(address);
      if (destination === '' || domain === destination) to.set(domain, (to.get(domain) ?? 0) + 1);
    }
    return to.size === 0 ? [] : [to];
  });
  const wanted = listed.length > 0 ? listed : ofTable;
  if (wanted.length === 0) return null;
  const taken = wanted.slice(0, MESSAGES);
  const { params, agents } =
    held.settings === null ? { params: {}, agents: {} } : settingsToScenario(held.settings);
  const domains = new Set(taken.flatMap((to) => [...to.keys()]));
  const servers = serversOf(held, messages, domains, destination);
  return {
    messages: taken,
    listed: wanted.length,
    params,
    agents,
    servers: { '*': { latency: LATENCY }, ...servers },
    ofTable: ofTable.length > 0,
  };
}

/** Commands that inject the mail at an instant. */
export function injected(messages: readonly Map<string, number>[], at: Micros): ScriptedCommand[] {
  return messages.map((to) => ({
    at,
    command: {
      kind: 'message.inject',
      to: [...to]
        .slice(0, LIMITS.destinationsPerMessage)
        .map(([name, count]) => ({ destination: name, count })),
    },
  }));
}

function queueScenario(waiting: Waiting, destination: string): MailScenario {
  const { messages, listed, params, agents, servers, ofTable } = waiting;
  const left =
    listed > messages.length ? ` Only the first ${messages.length} of ${listed} messages are included.` : '';
  const what =
    destination === '' ? 'The whole queue is flushed' : `${destination} recovers, and its mail is flushed`;
  const guessed = Object.values(servers).some(({ fault }) => fault?.kind === 'limit')
    ? ` Servers that refused too many sessions are assumed to allow ${SESSIONS}, because a snapshot does not say how many.`
    : '';
  return completeScenario({
    title: what,
    about: ofTable
      ? `All mail in the qshape table is retried immediately, oldest first. The table has neither messages nor reasons, so each recipient is a separate message and every server accepts mail.${left}`
      : `All mail of the snapshot is retried immediately. Servers take as long as in the record${destination === '' ? ' and fail as they did' : ''}.${guessed}${left}`,
    params,
    agents,
    servers,
    script: injected(messages, 0),
  }) as MailScenario;
}

/** Makes messages of the recipients in a qshape table, oldest first. Within one age, destinations take turns. */
function tableOf({ texts }: HeldRecord, destination: string): Map<string, number>[] {
  for (const text of texts.values()) {
    const shape = readQshape(text);
    if (shape === null) continue;
    const rows = shape.rows.filter(
      ({ domain }) => domain !== 'TOTAL' && (destination === '' || domain === destination),
    );
    return Array.from({ length: shape.minutes.length + 1 }, (_, i) => shape.minutes.length - i).flatMap(
      (age) => {
        const most = Math.min(MESSAGES, Math.max(0, ...rows.map(({ counts }) => counts[age] ?? 0)));
        return Array.from({ length: most }, (_, turn) => turn).flatMap((turn) =>
          rows.filter(({ counts }) => (counts[age] ?? 0) > turn).map(({ domain }) => new Map([[domain, 1]])),
        );
      },
    );
  }
  return [];
}

function snapshotOf({ texts }: HeldRecord): QueuedMessage[] {
  for (const text of texts.values()) {
    const last = listingIn(text);
    if (last !== null) return last.messages;
  }
  return [];
}

/** Servers by domain: latency is the median c + d of accepted deliveries, the fault follows from the reason of most recipients. */
function serversOf(
  held: HeldRecord,
  messages: readonly QueuedMessage[],
  domains: ReadonlySet<string>,
  recovered: string,
): Record<string, ServerBehaviour> {
  const took = new Map<string, number[]>();
  for (const { instance } of held.result.builder.members) {
    const { attempts } = instance.tables;
    for (let row = 1; row < attempts.length; row++) {
      if (attempts.status[row] !== SENT) continue;
      const domain = domainOfAddress(instance.pools.strings.text(attempts.to[row] ?? 0));
      if (!domains.has(domain)) continue;
      const list = took.get(domain) ?? [];
      list.push((attempts.c[row] ?? 0) + (attempts.d[row] ?? 0));
      took.set(domain, list);
    }
  }
  const faults = new Map<string, Map<string, number>>();
  for (const { recipients } of messages)
    for (const { address, reason } of recipients) {
      const domain = domainOfAddress(address);
      const why = reason === '' ? '' : faultOf(reason);
      const counts = faults.get(domain) ?? new Map<string, number>();
      counts.set(why, (counts.get(why) ?? 0) + 1);
      faults.set(domain, counts);
    }
  return Object.fromEntries(
    [...domains].map((domain): [string, ServerBehaviour] => {
      const sorted = (took.get(domain) ?? []).sort((one, other) => one - other);
      const median = sorted[sorted.length >> 1];
      const latency =
        median === undefined ? LATENCY : Math.min(LIMITS.latencyMs, Math.max(1, Math.round(median * 1000)));
      const [why] = [...(faults.get(domain) ?? [])].sort(([, one], [, other]) => other - one)[0] ?? [''];
      return [domain, { latency, ...(domain === recovered ? {} : behaviourOf(why)) }];
    }),
  );
}

/** Returns the fault that the server must have to cause a reason in postqueue -j. */
function faultOf(reason: string): string {
  const text = reason.replace(/^delivery temporarily suspended: /, '');
  const why = putOffBy(outcomeOfReply(text), text);
  if (why === 'unreachable') return /timed out/.test(text) ? 'silent' : 'refuse';
  if (why === 'too-many') return 'limit';
  // A program, a login or TLS that fails on this machine fails for all mail of the destination.
  if (why === 'transport' || why === 'login' || why === 'tls' || why === 'loop' || why === 'setup')
    return 'refuse';
  return why === 'session' || why === 'rate' || why === 'mailbox' || why === 'recipients' ? 'later' : '';
}

function behaviourOf(why: string): Pick<ServerBehaviour, 'fault'> {
  if (why === 'silent') return { fault: { kind: 'silent' } };
  if (why === 'refuse') return { fault: { kind: 'refuse' } };
  if (why === 'limit') return { fault: { kind: 'limit', sessions: SESSIONS } };
  // A server that deferred mail in the session (4xx) keeps deferring that mail for longer than the run lasts.
  return why === 'later' ? { fault: { kind: 'greylist', wait: LIMITS.latencyMs } } : {};
}

/** The run ends at the latest this many microseconds after the flush. */
const HORIZON = 4 * MICROS_PER_HOUR;
/** Number of simulation steps after which the worker can answer other questions. */
const STEPS = 2000;

interface Counted {
  /** Messages whose first attempt has ended, and when the last of these ended. */
  triedOnce: Set<MessageId>;
  tried: Micros;
  gone: number;
  emptied: Micros;
  /** Number of recipients delivered at the first attempt, for each destination queue, and by a later attempt. */
  first: Map<QueueId, number>;
  later: number;
  expired: Set<MessageId>;
  names: Map<QueueId, string>;
}

/** Simulates a run until no mail is left, or for HORIZON. */
function* fatesOf(
  scenario: MailScenario,
  { messages, listed }: { messages: readonly ReadonlyMap<string, number>[]; listed: number },
): Generator<undefined, QueueFates, undefined> {
  const counted = counting();
  const sim = createSimulation(scenario, { event: counted.event, decision: () => {} });
  const found = counted.found;
  for (let step = 1; nextInstant(sim) !== null && position(sim).at < HORIZON; step++) {
    stepOnce(sim);
    if (found.gone >= messages.length) break;
    if (step % STEPS === 0) yield;
  }
  const firstOf = new Map<string, number>();
  for (const [queue, count] of found.first) {
    const name = found.names.get(queue) ?? '';
    firstOf.set(name, (firstOf.get(name) ?? 0) + count);
  }
  const all = new Map<string, number>();
  for (const message of messages)
    for (const [name, count] of message) all.set(name, (all.get(name) ?? 0) + count);
  const total = [...all.values()].reduce((sum, count) => sum + count, 0);
  const empty = found.gone >= messages.length;
  const delivered = [...firstOf.values()].reduce((sum, count) => sum + count, 0);
  return {
    messages: messages.length,
    listed,
    recipients: total,
    tried: found.tried / MICROS_PER_SECOND,
    delivered,
    again: [...all]
      .map(([destination, count]) => ({ destination, count: count - (firstOf.get(destination) ?? 0) }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count),
    later: found.later,
    // When no mail is left, recipients that were not delivered have bounced.
    returned: empty && found.expired.size > 0 ? total - delivered - found.later : 0,
    empty: empty ? found.emptied / MICROS_PER_SECOND : null,
    followed: position(sim).at / MICROS_PER_SECOND,
  };
}

function counting(): { found: Counted; event: Parameters<typeof createSimulation>[1]['event'] } {
  const found: Counted = {
    triedOnce: new Set(),
    tried: 0,
    gone: 0,
    emptied: 0,
    first: new Map(),
    later: 0,
    expired: new Set(),
    names: new Map(),
  };
  const sizes = new Map<number, number>();
  const event: Parameters<typeof createSimulation>[1]['event'] = (at, _step, told) => {
    switch (told.kind) {
      case 'queue.created':
        found.names.set(told.queue, told.name);
        break;
      case 'entry.selected':
        sizes.set(told.entry, told.recipients);
        break;
      case 'entry.done': {
        const count = sizes.get(told.entry) ?? 0;
        if (told.result !== 'ok') break;
        if (found.triedOnce.has(told.msg)) found.later += count;
        else found.first.set(told.queue, (found.first.get(told.queue) ?? 0) + count);
        break;
      }
      case 'message.expired':
        found.expired.add(told.msg);
        break;
      case 'message.done':
        if (!found.triedOnce.has(told.msg)) found.tried = at;
        found.triedOnce.add(told.msg);
        if (told.result !== 'removed') break;
        found.gone++;
        found.emptied = at;
        break;
      default:
    }
  };
  return { found, event };
}
