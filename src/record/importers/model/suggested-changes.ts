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

/** A change that is tried without being asked for, in the words of an administrator. */
export interface SuggestedChange {
  title: string;
  /** Why it is among those that are tried: what the record has. */
  because: string;
  changes: Change[];
  /** It rests on something that the record does not show: it stands behind what does not. */
  assumes?: boolean;
}

/** Least share of the deliveries of a transport for which changes are suggested. */
const MIN_SHARE = 0.1;
/** Cohorts of failures that postconf(5) advises beside a rate delay. */
const COHORTS_WITH_DELAY = 10;

/**
 * Changes that are worth trying for a record. `waited`: the class that waited most, and whether it shares its transport with
 * others; null = all mail is one class.
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
      because: `${name} has ${limit} now`,
      changes: [{ kind: 'maxproc', service: name, count: Math.min(2 * limit, 10_000) }],
    };
    if (!/^(smtp|relay|lmtp)/.test(name)) {
      // A filter: how many it works on at once is what a service of its own is for.
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
      // The limit is 1, whatever its line says: nothing about it is worth trying.
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
  // A limit for all transports is the same change as the limit of the only one: what is said first stays.
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
      title: `A transport of its own for ${mailClass}, ${maxproc} processes`,
      because: 'then it waits for no other mail',
      changes: [{ kind: 'own', mailClass, service: 'first', maxproc }],
    },
  ];
}

/** A rate delay serves one at a time: without it, and with one failure that is not a whole cohort any more. */
function withoutDelay(
  name: string,
  delay: Seconds,
  cohorts: number,
  set: (suffix: string, to: string) => Change,
): SuggestedChange[] {
  const lifted = {
    title: `${name}: no rate delay`,
    because: `one delivery at a time now, ${delay} s apart`,
    changes: [set('destination_rate_delay', '0')],
  };
  if (cohorts >= COHORTS_WITH_DELAY) return [lifted];
  return [
    lifted,
    {
      title: `${name}: dead only after ${COHORTS_WITH_DELAY} failures, with the delay`,
      because: 'one delivery is a whole cohort: a single failure defers all that waits',
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
      title: `${name}: at most ${to} ${to === 1 ? 'recipient' : 'recipients'} a delivery`,
      because: becauseBatch(batch, to),
      changes: [set('destination_recipient_limit', to)],
    })),
    {
      title: `${name}: delivery slot cost 2`,
      because: 'small messages may overtake the big one more often',
      changes: [set('delivery_slot_cost', 2)],
    },
  ];
}

/** Batches of another size help in two ways: smaller ones are over sooner, larger ones are fewer. */
function becauseBatch(batch: number, to: number): string {
  if (to < batch) return `up to ${batch} now: a process is busy for as long as all of them take`;
  return batch === 1
    ? 'each recipient is a delivery and a destination of its own now: servers that count sessions would see fewer'
    : `up to ${batch} now: servers that count sessions would see fewer`;
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
      because: `${limit} now`,
      changes: [set('destination_concurrency_limit', 2 * limit)],
    },
    {
      title: atMost(Math.max(1, Math.floor(limit / 4))),
      because: 'leaves processes to the others',
      changes: [set('destination_concurrency_limit', Math.max(1, Math.floor(limit / 4)))],
    },
  ].filter(({ changes: [change] }) => change !== undefined && initial > 0);
}

/** Where a server refuses more sessions than the limit allows: the limit that it takes. */
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

/** A rate delay spares a server that counts sessions or mail; each destination then has one delivery at a time. */
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
      ? `${rated.name} takes ${rated.rate.sessions} new sessions in ${Math.round(rated.rate.per / MICROS_PER_SECOND)} s`
      : 'a server refuses sessions';
  return [
    {
      title: 'One mail a second to each destination, dead only after 10 failures',
      because: `${refused === undefined ? 'connections failed' : said}; one after the other over one connection`,
      changes: [
        set('destination_rate_delay', '1s'),
        // Without it one failure makes a destination with a rate delay dead: a whole cohort is one delivery.
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
      because: 'connections were refused: the window then moves more slowly around what is taken',
      changes: [feedback('positive'), feedback('negative')],
    },
    {
      title: 'A destination is dead only after 10 cohorts of failures',
      because: 'connections failed',
      changes: [{ kind: 'set', name: 'default_destination_concurrency_failed_cohort_limit', value: '10' }],
    },
    ...(requests.some(({ failure }) => failure !== null) && !hasFallback(settings)
      ? [
          {
            title: 'A fallback relay for what cannot be delivered',
            because: 'connections failed; that such a relay is there and takes it all is assumed',
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
            because: `up to ${most}s now: mail that fails again and again is tried sooner after the server is back`,
            changes: [{ kind: 'set' as const, name: 'maximal_backoff_time', value: `${cut}s` }],
          },
        ]
      : []),
    {
      title: `First retry after ${2 * backoff}s`,
      because: 'spares servers that still refuse, and the active queue; later mail is later',
      changes: [{ kind: 'set', name: 'minimal_backoff_time', value: `${2 * backoff}s` }],
    },
  ];
}

/** Whether what cannot be delivered has a relay already, for all services or for one. */
function hasFallback(settings: Settings | null): boolean {
  const isIt = ({ name, expanded }: { name: string; expanded: string }): boolean =>
    /^(smtp|lmtp)_fallback_relay$|^fallback_relay$/.test(name) && expanded.trim() !== '';
  return (
    settings?.main.some(isIt) === true ||
    settings?.services.some(({ overrides }) => overrides.some(isIt)) === true
  );
}

/** Servers that put mail off may want it to wait: sooner than the record has seen them take it is assumed. */
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
    because: `mail was deferred; that servers which put it off take it so soon is assumed: none was tried sooner than ${Math.round(least)} s later`,
    assumes: true,
  };
}

/** Time from a server's return to the flush command. */
const FLUSH_AFTER_US: Micros = 10_000_000;
/** Outages for which a flush is suggested: those whose mail waited most after their end. */
const MAX_FLUSHES = 2;
/** Least sum of the waits after a return for which a flush is suggested. */
const MIN_WAIT_US: Micros = MICROS_PER_MINUTE;

/** Mail that was put off, and waited on although its server was back. */
interface Waited {
  server: string;
  /** Instant of the command. */
  at: Micros;
  recipients: number;
  time: Micros;
}

/** A flush soon after a server was back, where mail that was put off for it waited on for its time. */
function forReturns(model: Model): SuggestedChange[] {
  const first = model.scenario.modelled.messages.at[0] ?? 0;
  const backAt = (at: Micros): string => ((at - FLUSH_AFTER_US - first) / MICROS_PER_SECOND).toFixed(0);
  return waitedAfter(model)
    .sort((a, b) => b.time - a.time)
    .slice(0, MAX_FLUSHES)
    .map(({ server, at, recipients, time }, _i, all) => ({
      // One server may have been away twice.
      title: `postqueue -f, 10 s after ${server} is back${all.length > 1 ? ` (${backAt(at)} s)` : ''}`,
      because: `it is back ${backAt(at)} s after the first message: ${recipients === 1 ? 'one recipient' : `${recipients} recipients`} waited ${(time / recipients / MICROS_PER_SECOND).toFixed(0)} s longer on average for the time of the next try; a flush tries all that is deferred`,
      changes: [{ kind: 'flush', at }],
    }));
}

function waitedAfter({ scenario, requests }: Model): Waited[] {
  const { messages, servers, origin } = scenario.modelled;
  const found: Waited[] = [];
  for (const [place, { name, down }] of servers.entries())
    for (const [i, { from, until }] of down.entries()) {
      // Two kinds of failure without a session between are one outage.
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
