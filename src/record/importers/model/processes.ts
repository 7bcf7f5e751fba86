import { PROCESSES } from '../../../protocol/modelled.ts';
import type { Settings } from '../../protocol/settings.ts';
import { MICROS_PER_SECOND, type Micros, type EpochMicros } from '../../../protocol/units.ts';
import { parseSeconds, parseWhole } from '../settings/values.ts';
import type { RecordedMessages } from '../../../protocol/recorded.ts';
import type { Instance } from '../store/instance.ts';
import { EVENT_KINDS } from '../store/tables.ts';
import type { Request } from './requests.ts';
import { thinned } from './service.ts';

/** When processes of a service end. */
export interface ProcessLimits {
  maxIdle: Micros;
  maxUse: number;
}

const DAY = 86_400;

/** max_idle and max_use of a service, from its `-o`, main.cf, or Postfix's defaults. */
export function processLimitsOf(settings: Settings | null, service: string): ProcessLimits {
  const { overrides = [] } =
    settings?.services.find(({ name, type }) => name === service && type === 'unix') ?? {};
  const said = (name: string): string =>
    [...(settings?.main ?? []), ...overrides].findLast((one) => one.name === name)?.expanded ?? '';
  const [idle, use] = [parseSeconds(said('max_idle'), 's') ?? 0, parseWhole(said('max_use')) ?? 0];
  return {
    // No run lasts longer than a day, so a higher max_idle makes no difference.
    maxIdle: idle > 0 ? Math.min(idle, DAY) * MICROS_PER_SECOND : PROCESSES.maxIdle,
    maxUse: use > 0 ? use : PROCESSES.maxUse,
  };
}

/**
 * Messages with this many recipients or more are not used to measure starts, because reading them takes as long as a
 * start.
 */
const LARGE_MESSAGE_RECIPIENTS = 20;
/** Longer waits (µs) have another cause than the start of a process. */
const MAX_START_UP_US: Micros = MICROS_PER_SECOND;
const START = EVENT_KINDS.indexOf('start');

/**
 * Time (microseconds since 1970) from which a process that appears for the first time has just been started: the
 * start of Postfix, or `maxIdle` after the record begins, when earlier processes have been seen or have ended.
 */
export function processesFrom({ tables: { events }, from }: Instance, maxIdle: Micros): EpochMicros {
  for (let row = 1; row < events.length; row++)
    if (events.kind[row] === START) return Math.min(events.time[row] ?? 0, from + maxIdle);
  return from + maxIdle;
}

/**
 * Measured start times of processes, ascending: the waits of mail for a process without earlier requests, if nothing
 * else caused the wait. That means a first attempt for few recipients, and between `queue active` and its start
 * neither the end of a delivery of the transport nor the first request of another new process.
 */
export function startUpsOf(
  requests: readonly Request[],
  { first }: Pick<RecordedMessages, 'first'>,
  activeAt: readonly EpochMicros[],
  from: EpochMicros,
): Micros[] {
  const byTransport = new Map<string, Request[]>();
  for (const request of requests) {
    const own = byTransport.get(request.transport);
    if (own === undefined) byTransport.set(request.transport, [request]);
    else own.push(request);
  }
  const waits: Micros[] = [];
  const tried = new Set<number>();
  for (const own of byTransport.values()) {
    // Requests are in order of their starts, so that the events before each start are known.
    const ends = own.map(({ end }) => end).sort((a, b) => a - b);
    let [ended, lastFirst] = [0, Number.NEGATIVE_INFINITY];
    for (const { message, start, isFirst, recipients, cut } of own.toSorted((a, b) => a.start - b.start)) {
      while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= start) ended++;
      const active = activeAt[message] ?? 0;
      const before = Math.max(ends[ended - 1] ?? Number.NEGATIVE_INFINITY, lastFirst);
      const isRetry = recipients.every(({ recipient }) => tried.has(recipient));
      for (const { recipient } of recipients) tried.add(recipient);
      if (!isFirst || cut === true) continue;
      lastFirst = start;
      const size = (first[message + 1] ?? 0) - (first[message] ?? 0);
      const isAlone = before < active && !isRetry && size < LARGE_MESSAGE_RECIPIENTS;
      if (isAlone && active >= from && start - active < MAX_START_UP_US)
        waits.push(Math.max(0, start - active));
    }
  }
  return thinned(waits);
}
