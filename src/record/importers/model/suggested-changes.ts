import type { Change } from '../../protocol/predict.ts';
import type { Settings } from '../../protocol/settings.ts';
import {
  type EpochMicros,
  MICROS_PER_SECOND,
  type Seconds,
  MICROS_PER_MINUTE,
  type Micros,
} from '../../../protocol/units.ts';
import { holds } from '../settings/effective.ts';
import type { Model } from './setup.ts';
import { effectOf } from './changes.ts';

/** A suggested change, described for an administrator. */
export interface SuggestedChange {
  title: string;
  /** Why it is tried: what the record shows. */
  because: string;
  changes: Change[];
  /** True if the change assumes something that the record does not show. Such a change is ranked after the others. */
  assumes?: boolean;
}

/** Least share of the deliveries of a transport for which changes are suggested. */
const MIN_SHARE = 0.1;
/** Cohort limit that postconf(5) recommends with a rate delay. */
const COHORTS_WITH_DELAY = 10;

/**
 * Changes worth trying for a record. `waited`: the class that waited most, if it shares its transport with other
 * mail; null = all mail is one class.
 */
export function suggestedChanges(
  model: Model,
  settings: Settings | null,
  waited: string | null,
): SuggestedChange[] {
  const { scenario, requests } = model;
  const { messages } = scenario.modelled;
  const found: SuggestedChange[] = [];
  const counts = new Map<string, number>();
  for (const { transport } of requests) counts.set(transport, (counts.get(transport) ?? 0) + 1);
  const most = messages.first.reduce(
    (max, first, i) => Math.max(max, first - (messages.first[i - 1] ?? 0)),
    0,
  );
  for (const [name, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    if (count < MIN_SHARE * requests.length) continue;
    const limit = scenario.agents[name] ?? 100;
    const more: SuggestedChange = {
      title: `${2 * limit} processes for ${name}`,
      because: `${name} now has ${limit}`,
      changes: [{ kind: 'maxproc', service: name, count: Math.min(2 * limit, 10_000) }],
    };
    if (!/^(smtp|relay|lmtp)/.test(name)) {
      // The service of a filter exists to limit concurrent messages, so only its process limit is worth changing.
      if (isFilter(settings, name)) found.push(more);
      continue;
    }
    const value = (suffix: string, fallback: number): number => {
      const effective = settings?.transports.find((one) => one.name === name)?.values[suffix];
      return (effective === undefined ? null : holds(effective)) ?? fallback;
    };
    const set = (suffix: string, to: string | number): Change => ({
      kind: 'set',
      name: `${name}_${suffix}`,
      value: String(to),
    });
    found.push(more);
    if (most > 10) found.push(...forLists(name, value('destination_recipient_limit', 50), set));
    const delay = value('destination_rate_delay', 0);
    if (delay > 0) {
      // A rate delay makes the limit 1, so changing it has no effect.
      found.push(...withoutDelay(name, delay, value('destination_concurrency_failed_cohort_limit', 1), set));
      continue;
    }
    found.push(
      ...forWindows(
        value('destination_concurrency_limit', 20),
        value('initial_destination_concurrency', 5),
        set,
      ),
    );
    found.push(...forRefusals(model, set));
    found.push(...forSessions(name, model, value('destination_concurrency_limit', 20), set));
  }
  if (waited !== null) found.unshift(...ownTransport(waited, scenario.agents['smtp'] ?? 100));
  if (most > 50)
    found.push({
      title: 'Big messages in pieces of 50',
      because: `the largest has ${most} recipients`,
      changes: [{ kind: 'split', recipients: 50 }],
    });
  const all = [...found, ...forReturns(model), ...forFailures(model, settings)];
  // For a single transport, its own limit and the common limit are the same change. The first one stays.
  const effects = all.map(({ changes }) => effectOf(changes, scenario, [...counts.keys()]));
  return all.filter((_, i) => effects[i] !== '' && effects.indexOf(effects[i] ?? '') === i);
}

function isFilter(settings: Settings | null, name: string): boolean {
  const of = (list: readonly { name: string; expanded: string }[] = []): boolean =>
    list.some((one) => one.name === 'content_filter' && one.expanded.startsWith(`${name}:`));
  return of(settings?.main) || settings?.services.some(({ overrides }) => of(overrides)) === true;
}

function ownTransport(mailClass: string, processes: number): SuggestedChange[] {
  const maxproc = Math.max(2, Math.ceil(processes / 4));
  return [
    {
      title: `Own transport for ${mailClass}, ${maxproc} processes`,
      because: 'it then waits for no other mail',
      changes: [{ kind: 'own', mailClass, service: 'first', maxproc }],
    },
  ];
}

/** A rate delay allows one delivery at a time. Suggests to remove it, or to keep it with a higher cohort limit. */
function withoutDelay(
  name: string,
  delay: Seconds,
  cohorts: number,
  set: (suffix: string, to: string) => Change,
): SuggestedChange[] {
  const lifted = {
    title: `${name}: no rate delay`,
    because: `now one delivery at a time, ${delay} s apart`,
    changes: [set('destination_rate_delay', '0')],
  };
  if (cohorts >= COHORTS_WITH_DELAY) return [lifted];
  return [
    lifted,
    {
      title: `${name}: keep the delay, dead only after ${COHORTS_WITH_DELAY} failures`,
      because: 'one delivery is a whole cohort, so one failure defers all waiting mail',
      changes: [set('destination_concurrency_failed_cohort_limit', String(COHORTS_WITH_DELAY))],
    },
  ];
}

function forLists(
  name: string,
  batch: number,
  set: (suffix: string, to: number) => Change,
): SuggestedChange[] {
  const batches = [10, 1].filter((to) => to !== batch);
  return [
    ...batches.map((to) => ({
      title: `${name}: at most ${to} ${to === 1 ? 'recipient' : 'recipients'} per delivery`,
      because: becauseBatch(batch, to),
      changes: [set('destination_recipient_limit', to)],
    })),
    {
      title: `${name}: delivery slot cost 2`,
      because: 'small messages may overtake large ones more often',
      changes: [set('delivery_slot_cost', 2)],
    },
  ];
}

/** Says why another number of recipients per delivery may help: smaller batches end sooner, larger ones need fewer sessions. */
function becauseBatch(batch: number, to: number): string {
  if (to < batch) return `now up to ${batch}; a process is busy until all of them are done`;
  return batch === 1
    ? 'now each recipient is a separate delivery and destination; servers that count sessions would see fewer'
    : `now up to ${batch}; servers that count sessions would see fewer`;
}

const atMost = (count: number): string =>
  `At most ${count} ${count === 1 ? 'delivery' : 'deliveries'} to a destination`;

function forWindows(
  limit: number,
  initial: number,
  set: (suffix: string, to: number) => Change,
): SuggestedChange[] {
  if (limit === 0) return [];
  return [
    {
      title: atMost(2 * limit),
      because: `now ${limit}`,
      changes: [set('destination_concurrency_limit', 2 * limit)],
    },
    {
      title: atMost(Math.max(1, Math.floor(limit / 4))),
      because: 'leaves processes for other destinations',
      changes: [set('destination_concurrency_limit', Math.max(1, Math.floor(limit / 4)))],
    },
  ].filter(({ changes: [change] }) => change !== undefined && initial > 0);
}

/** If a server refuses sessions below the limit, suggests the limit that it accepts. */
function forSessions(
  name: string,
  { scenario }: Model,
  limit: number,
  set: (suffix: string, to: number) => Change,
): SuggestedChange[] {
  const taken = scenario.modelled.servers.map(({ sessions }) => sessions).filter((sessions) => sessions > 0);
  const least = Math.min(...taken);
  if (taken.length === 0 || least >= limit) return [];
  return [
    {
      title: `${name}: at most ${least} deliveries to a destination`,
      because: `a server refuses more than ${least} sessions`,
      changes: [set('destination_concurrency_limit', least)],
    },
  ];
}

/** A rate delay spares servers that count sessions or messages. Each destination then gets one delivery at a time. */
function forRefusals(
  { scenario, requests }: Model,
  set: (suffix: string, to: string) => Change,
): SuggestedChange[] {
  const { servers } = scenario.modelled;
  const rated = servers.find(({ rate }) => rate !== null);
  const refused = rated ?? servers.find(({ sessions }) => sessions > 0);
  if (refused === undefined && !requests.some(({ failure }) => failure !== null)) return [];
  const said =
    rated !== undefined && rated.rate !== null
      ? `${rated.name} accepts ${rated.rate.sessions} new sessions in ${Math.round(rated.rate.per / MICROS_PER_SECOND)} s`
      : 'a server refuses sessions';
  return [
    {
      title: 'One message per second to each destination, dead only after 10 failures',
      because: `${refused === undefined ? 'connections failed' : said}; mail then goes one by one over one connection`,
      changes: [
        set('destination_rate_delay', '1s'),
        // With a rate delay a delivery is a whole cohort, so without this setting a single failure makes the
        // destination dead.
        set('destination_concurrency_failed_cohort_limit', String(COHORTS_WITH_DELAY)),
      ],
    },
  ];
}

function forFailures({ requests }: Model, settings: Settings | null): SuggestedChange[] {
  if (
    !requests.some(({ failure, recipients }) => failure !== null || recipients.some(({ fate }) => fate === 1))
  )
    return [];
  const backoff = settings?.globals['minimal_backoff_time']?.number ?? 300;
  const sooner = `${Math.max(5, Math.round(backoff / 2))}s`;
  const most = settings?.globals['maximal_backoff_time']?.number ?? 4000;
  const cut = Math.max(backoff, Math.round(most / 4));
  const feedback = (sign: string): Change => ({
    kind: 'set',
    name: `default_destination_concurrency_${sign}_feedback`,
    value: '1/concurrency',
  });
  return [
    {
      title: 'Gentler feedback, 1/concurrency',
      because: 'connections were refused; the window then moves in smaller steps',
      changes: [feedback('positive'), feedback('negative')],
    },
    {
      title: 'A destination is dead only after 10 failed cohorts',
      because: 'connections failed',
      changes: [{ kind: 'set', name: 'default_destination_concurrency_failed_cohort_limit', value: '10' }],
    },
    ...(requests.some(({ failure }) => failure !== null) && !hasFallback(settings)
      ? [
          {
            title: 'A fallback relay for mail that cannot be delivered',
            because: 'connections failed; this assumes a relay that accepts all this mail',
            changes: [{ kind: 'set' as const, name: 'smtp_fallback_relay', value: '[relay2.example]' }],
            assumes: true,
          },
        ]
      : []),
    {
      title: `First retry after ${sooner}`,
      ...becauseSooner(requests, Number.parseInt(sooner, 10)),
      changes: [
        { kind: 'set', name: 'minimal_backoff_time', value: sooner },
        { kind: 'set', name: 'queue_run_delay', value: sooner },
      ],
    },
    ...(cut < most
      ? [
          {
            title: `At most ${cut}s between retries`,
            because: `now up to ${most}s; mail that keeps failing is retried sooner after the server is back`,
            changes: [{ kind: 'set' as const, name: 'maximal_backoff_time', value: `${cut}s` }],
          },
        ]
      : []),
    {
      title: `First retry after ${2 * backoff}s`,
      because: 'spares the active queue and servers that still refuse, but deferred mail is later',
      changes: [{ kind: 'set', name: 'minimal_backoff_time', value: `${2 * backoff}s` }],
    },
  ];
}

/** True if a fallback relay is already set, for all services or for one. */
function hasFallback(settings: Settings | null): boolean {
  const isIt = ({ name, expanded }: { name: string; expanded: string }): boolean =>
    /^(smtp|lmtp)_fallback_relay$|^fallback_relay$/.test(name) && expanded.trim() !== '';
  return (
    settings?.main.some(isIt) === true ||
    settings?.services.some(({ overrides }) => overrides.some(isIt)) === true
  );
}

/** Says why an earlier retry may help. A server may want mail to wait, so a retry earlier than any accepted one is an assumption. */
function becauseSooner(
  requests: Model['requests'],
  backoff: Seconds,
): Pick<SuggestedChange, 'because' | 'assumes'> {
  const putOff = new Map<number, EpochMicros>();
  let least: Seconds = Number.POSITIVE_INFINITY;
  for (const { start, end, failure, recipients } of requests.toSorted((a, b) => a.end - b.end)) {
    if (failure !== null) continue;
    for (const { recipient, fate } of recipients) {
      const since = putOff.get(recipient);
      if (fate === 1 && since === undefined) putOff.set(recipient, end);
      if (fate === 0 && since !== undefined) least = Math.min(least, (start - since) / MICROS_PER_SECOND);
    }
  }
  if (least === Number.POSITIVE_INFINITY || least <= backoff) return { because: 'mail was deferred' };
  return {
    because: `mail was deferred; this assumes that servers accept it so soon, but the earliest accepted retry came after ${Math.round(least)} s`,
    assumes: true,
  };
}

/** Time from a server's return to the flush command. */
const FLUSH_AFTER_US: Micros = 10_000_000;
/** Outages for which a flush is suggested: those whose mail waited most after their end. */
const MAX_FLUSHES = 2;
/** Least sum of the waits after a return for which a flush is suggested. */
const MIN_WAIT_US: Micros = MICROS_PER_MINUTE;

/** Deferred mail that kept waiting although its server was back. */
interface Waited {
  server: string;
  /** Instant of the flush command. */
  at: Micros;
  recipients: number;
  time: Micros;
}

/** Suggests a flush soon after a server was back, if deferred mail kept waiting for its next attempt. */
function forReturns(model: Model): SuggestedChange[] {
  const first = model.scenario.modelled.messages.at[0] ?? 0;
  const backAt = (at: Micros): string => ((at - FLUSH_AFTER_US - first) / MICROS_PER_SECOND).toFixed(0);
  return waitedAfter(model)
    .sort((a, b) => b.time - a.time)
    .slice(0, MAX_FLUSHES)
    .map(({ server, at, recipients, time }, _i, all) => ({
      // The time is added because one server may have been unavailable twice.
      title: `postqueue -f, 10 s after ${server} is back${all.length > 1 ? ` (${backAt(at)} s)` : ''}`,
      because: `back ${backAt(at)} s after the first message; ${recipients === 1 ? 'one recipient' : `${recipients} recipients`} then waited ${(time / recipients / MICROS_PER_SECOND).toFixed(0)} s on average for the next attempt; a flush retries all deferred mail`,
      changes: [{ kind: 'flush', at }],
    }));
}

function waitedAfter({ scenario, requests }: Model): Waited[] {
  const { messages, servers, origin } = scenario.modelled;
  const found: Waited[] = [];
  for (const [place, { name, down }] of servers.entries())
    for (const [i, { from, until }] of down.entries()) {
      // Two kinds of failure without a session in between are one outage.
      if (down[i + 1]?.from === until) continue;
      const began = down.findLast((one, j) => j <= i && down[j - 1]?.until !== one.from)?.from ?? from;
      const at = Math.round(until + FLUSH_AFTER_US);
      let [recipients, time] = [0, 0];
      for (const { message, start, failure, recipients: own } of requests) {
        const taken = start - origin;
        if (failure !== null || taken <= at) continue;
        const arrived = messages.at[message] ?? 0;
        for (const { recipient } of own) {
          if (messages.server[recipient] !== place || arrived >= until || arrived < began - MIN_WAIT_US)
            continue;
          recipients++;
          time += taken - at;
        }
      }
      if (time >= MIN_WAIT_US) found.push({ server: name, at, recipients, time });
    }
  return found;
}
