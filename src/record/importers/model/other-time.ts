import { grouped } from '../grouped.ts';
import type { AttemptRow } from '../../../protocol/ids.ts';
import type { Settings } from '../../protocol/settings.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import { mainValue } from '../settings/ways.ts';
import { holds } from '../settings/effective.ts';
import type { Instance } from '../store/instance.ts';
import { mostAtOnce, type Span } from './at-once.ts';
import { quantile } from './figures.ts';
import type { Model } from './setup.ts';

/** Starts of deliveries are known to some milliseconds: what overlaps by less does not count. */
const SLACK = 60_000;
/** And to what the log prints of how long they took: two digits. */
const PRINTED = 0.05;
/** Two deliveries of a message whose lines agree in all figures are read as one, of both's recipients: so few of the full ones. */
const JOINED = 0.1;
/** So many retries, at so many instants, tell a back-off time; fewer may be of one flush. */
const RETRIES = 5;
const INSTANTS = 3;
/** Seconds by which a retry may miss its time: the queue manager's clock is older than its stamps, and a scan takes time. */
const RETRY_TOLERANCE: Seconds = 3;
/** So many machines are not the addresses of one relay host. */
const MACHINES = 3;

/** Settings under which the record could not have been written, as sentences; without any, Postfix's defaults may be such. */
export function ofAnotherTime(instance: Instance, settings: Settings | null, model: Model): string[] {
  if (settings === null) return otherBackoffs(instance, null);
  return [...tooMany(settings, model), ...otherBackoffs(instance, settings), ...otherRelay(settings, model)];
}

/** More at work at once, or in one delivery, than the settings allow. */
function tooMany(settings: Settings, { requests, scenario }: Model): string[] {
  const found: string[] = [];
  const { texts, messages } = scenario.modelled;
  const byTransport = grouped(
    requests,
    ({ recipients }) => texts[messages.transport[recipients[0]?.recipient ?? 0] ?? 0] ?? '',
  );
  for (const [name, own] of byTransport) {
    const transport = settings.transports.find((one) => one.name === name);
    if (transport === undefined) continue;
    const contradict = (what: string, was: number, limit: number | null): void => {
      if (limit !== null && limit > 0 && was > limit)
        found.push(
          `${name}: ${was} ${what} in the record, ${limit} in the settings: they are of another time`,
        );
    };
    const value = (suffix: string): number | null => {
      const effective = transport.values[suffix];
      return effective === undefined ? null : holds(effective);
    };
    contradict('processes at work at once', atOnce(own), holds(transport.maxproc));
    const limit = value('destination_recipient_limit');
    const batches = own.map(({ recipients }) => recipients.length);
    const over = batches.filter((size) => size > (limit ?? 0));
    if (over.length > JOINED * batches.filter((size) => size >= (limit ?? 0)).length)
      contradict(
        'recipients in a delivery',
        over.reduce((most, size) => Math.max(most, size), 0),
        limit,
      );
    const rateDelay = value('destination_rate_delay') ?? 0;
    if (limit === 1) continue;
    const most = [...grouped(own, ({ nexthop }) => nexthop).values()].reduce(
      (max, requestsOf) => Math.max(max, atOnce(requestsOf)),
      0,
    );
    contradict(
      'deliveries to one destination at once',
      most,
      rateDelay > 0 ? 1 : value('destination_concurrency_limit'),
    );
  }
  return found;
}

const atOnce = (requests: readonly Span[]): number => mostAtOnce(requests, SLACK, PRINTED);

/** A retry of a message: after so long, and at which age its back-off time was set. */
interface Retry {
  at: Seconds;
  gap: Seconds;
  age: Seconds;
}

/**
 * Retries at other times than max(minimal, min(maximal, age)) and the next scan allow: half of them sooner, or later. A queue that
 * something flushes again and again looks the same, and is not explained by its settings either.
 */
function otherBackoffs(instance: Instance, settings: Settings | null): string[] {
  const value = (name: string, usual: Seconds): Seconds => settings?.globals[name]?.number ?? usual;
  const stated = settings?.hasMain === true;
  const least = value('minimal_backoff_time', 300);
  const most = Math.max(least, value('maximal_backoff_time', 4000));
  const scan = value('queue_run_delay', 300);
  const retries = retriesIn(instance);
  const expected = ({ age }: Retry): Seconds => Math.max(least, Math.min(most, age));
  const sooner = retries.filter((one) => one.gap < 0.9 * expected(one) - RETRY_TOLERANCE);
  const later = retries.filter((one) => one.gap > 1.1 * expected(one) + 2 * scan + RETRY_TOLERANCE);
  const said = (found: readonly Retry[], text: (median: Seconds, should: Seconds) => string): string[] => {
    const instants = new Set(found.map(({ at }) => Math.round(at / 10)));
    if (found.length < RETRIES || 2 * found.length <= retries.length || instants.size < INSTANTS) return [];
    return [text(middle(found.map(({ gap }) => gap)), middle(found.map(expected)))];
  };
  return [
    ...said(sooner, (median, should) =>
      stated
        ? `mail is tried again after ${median.toFixed(0)} s in the record, by the settings not before ${should.toFixed(0)} s: they are of another time, or something flushes the queue`
        : withoutMain(median, should),
    ),
    ...said(later, (median, should) =>
      stated
        ? `mail is tried again after ${median.toFixed(0)} s in the record, by the settings after ${should.toFixed(0)} to ${(should + scan).toFixed(0)} s: they are of another time`
        : withoutMain(median, should),
    ),
  ];
}

/** What is not known is Postfix's default in the model, which may be far from what the machine does. */
const withoutMain = (median: Seconds, usual: Seconds): string =>
  `mail is tried again after ${median.toFixed(0)} s in the record, and by Postfix’s defaults after ${usual.toFixed(0)} s or more: without main.cf (postconf -n) the times of its retries are not known; give it as well`;

function retriesIn({ tables }: Instance): Retry[] {
  const { attempts, activations, deliveries, lives } = tables;
  const lastOf = new Map<number, AttemptRow>();
  for (let row: AttemptRow = 1; row < attempts.length; row++) {
    const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
    const last = lastOf.get(activation);
    if (activation > 0 && (last === undefined || (attempts.time[row] ?? 0) > (attempts.time[last] ?? 0)))
      lastOf.set(activation, row);
  }
  const found: Retry[] = [];
  for (let row = 1; row < activations.length; row++) {
    const last = lastOf.get(activations.before[row] ?? 0);
    const life = activations.life[row] ?? 0;
    if (last === undefined || (lives.held[life] ?? 0) > 0) continue;
    const deferred = attempts.time[last] ?? 0;
    const at = (activations.time[row] ?? 0) / MICROS_PER_SECOND;
    found.push({ at, gap: at - deferred / MICROS_PER_SECOND, age: attempts.delay[last] ?? 0 });
  }
  return found;
}

/** All mail to one machine, and a record in which it went to many. */
function otherRelay(settings: Settings, { requests }: Model): string[] {
  const relayhost = mainValue(settings, 'relayhost');
  const [, machine] = /^\[(.+)\](?::\w+)?$/.exec(relayhost) ?? [];
  const routed = [
    'transport_maps',
    'sender_dependent_relayhost_maps',
    'sender_dependent_default_transport_maps',
  ];
  if (machine === undefined || routed.some((name) => mainValue(settings, name) !== '')) return [];
  const remote = requests.filter(
    ({ transport, relay }) => /^(smtp|relay)$/.test(transport) && /^[^[]*\[.*\]:\d/.test(relay),
  );
  const others = remote.filter(
    ({ relay }) => !relay.startsWith(`${machine}[`) && !relay.includes(`[${machine}]:`),
  );
  const machines = new Set(others.map(({ relay }) => relay));
  if (machines.size < MACHINES || 2 * others.length <= remote.length) return [];
  return [
    `relayhost is ${relayhost} in the settings, and the record has ${machines.size} other machines that took mail: they are of another time`,
  ];
}

function middle(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
