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

/** Starts are accurate to milliseconds. Overlaps up to this many microseconds do not count. */
const SLACK = 60_000;
/** Overlaps up to this share of the duration do not count either, because durations are printed with two digits. */
const PRINTED = 0.05;
/**
 * Accepted share of deliveries above the recipient limit, among those at or above it. Two deliveries of a message whose
 * lines agree in all figures are read as one.
 */
const JOINED = 0.1;
/** Retries, and instants with retries, needed to infer a backoff time. Fewer may come from one flush. */
const RETRIES = 5;
const INSTANTS = 3;
/** Seconds by which a retry may miss its time: the queue manager's clock lags behind its log stamps, and a scan takes time. */
const RETRY_TOLERANCE: Seconds = 3;
/** If mail went to at least this many addresses, it did not all go to a single relay host. */
const MACHINES = 3;

/** Sentences about settings that cannot have been in effect when the record was written. Without settings the defaults are checked. */
export function ofAnotherTime(instance: Instance, settings: Settings | null, model: Model): string[] {
  if (settings === null) return otherBackoffs(instance, null);
  return [...tooMany(settings, model), ...otherBackoffs(instance, settings), ...otherRelay(settings, model)];
}

/** Finds more concurrent work, or more recipients per delivery, than the settings allow. */
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
          `${name}: ${was} ${what} in the record, but the settings allow ${limit}. The settings are from another time`,
        );
    };
    const value = (suffix: string): number | null => {
      const effective = transport.values[suffix];
      return effective === undefined ? null : holds(effective);
    };
    contradict('processes busy at the same time', atOnce(own), holds(transport.maxproc));
    const limit = value('destination_recipient_limit');
    const batches = own.map(({ recipients }) => recipients.length);
    const over = batches.filter((size) => size > (limit ?? 0));
    if (over.length > JOINED * batches.filter((size) => size >= (limit ?? 0)).length)
      contradict(
        'recipients in one delivery',
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
      'concurrent deliveries to one destination',
      most,
      rateDelay > 0 ? 1 : value('destination_concurrency_limit'),
    );
  }
  return found;
}

const atOnce = (requests: readonly Span[]): number => mostAtOnce(requests, SLACK, PRINTED);

/** A retry of a message: seconds since the deferral, and the message's age when its backoff was set. */
interface Retry {
  at: Seconds;
  gap: Seconds;
  age: Seconds;
}

/**
 * Finds retries at times other than max(minimal, min(maximal, age)) plus the next scan: more than half of them earlier,
 * or later. A queue that is flushed again and again looks the same; then the settings do not explain the retries
 * either.
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
        ? `mail is retried after ${median.toFixed(0)} s in the record, but the settings allow it after ${should.toFixed(0)} s. The settings are from another time, or something flushes the queue`
        : withoutMain(median, should),
    ),
    ...said(later, (median, should) =>
      stated
        ? `mail is retried after ${median.toFixed(0)} s in the record, but after ${should.toFixed(0)} to ${(should + scan).toFixed(0)} s by the settings. The settings are from another time`
        : withoutMain(median, should),
    ),
  ];
}

/** Without main.cf the model uses Postfix's defaults, which may be far from the real settings. */
const withoutMain = (median: Seconds, usual: Seconds): string =>
  `mail is retried after ${median.toFixed(0)} s in the record, but after ${usual.toFixed(0)} s or more by Postfix’s defaults. Add main.cf (postconf -n), which has the retry times`;

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

/** Finds a relayhost in the settings although the record delivered to many machines. */
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
    `relayhost is ${relayhost} in the settings, but in the record ${machines.size} other machines took mail. The settings are from another time`,
  ];
}

function middle(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
