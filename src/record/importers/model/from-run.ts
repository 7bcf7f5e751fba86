import type { AttemptRow, MessagePlace } from '../../../protocol/ids.ts';
import { type ModelledSetup, PROCESSES } from '../../../protocol/modelled.ts';
import type { RecordedSetup } from '../../../protocol/recorded.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { scansSeen } from '../replay/scans.ts';
import { parseSeconds } from '../settings/values.ts';
import { modelledOf } from './modelled.ts';
import type { Request } from './requests.ts';

/** Default of queue_run_delay, seconds. */
const QUEUE_RUN_DELAY = 300;
/** Replies of one request are logged within this time (microseconds), or within half its duration. */
const TOGETHER = 5_000;
/**
 * Tolerance for a start computed as end minus duration: a share of the duration, and at least this many microseconds.
 * Durations are printed with two digits.
 */
const PRINTED = 0.1;
const PRINTED_LEAST = 10_000;
/** Postfix's standard transports that keep connections. */
const KEEPS = /^(smtp|relay|lmtp)$/;
/** Services that stand in for a transport with a dead destination. They attempt no delivery. */
const STAND_IN = /^(retry|error)$/;

/**
 * Builds the model from a run that follows a record, without its log, by the same rules. A run does not contain
 * connection times, kept connections or relays. So each delivery is a session of its own that includes connecting,
 * and each destination is a server. Null if the run follows no record.
 */
export function modelOfRun({
  recorded,
  params,
}: Pick<MailScenario, 'recorded' | 'params'>): ModelledSetup | null {
  if (recorded === undefined) return null;
  const { origin, texts, messages, facts } = recorded;
  const activeAt = Array.from(messages.id, () => -1);
  const retries: Micros[] = [];
  let restart = 0;
  for (const [i, kind] of facts.kind.entries()) {
    const at = facts.at[i] as number;
    if (kind === 'restart') restart ||= at;
    if (kind !== 'activate') continue;
    const message = facts.ref[i] as number;
    if (activeAt[message] === -1) activeAt[message] = origin + at;
    else retries.push(at);
  }
  const scans = scansSeen(
    retries,
    MICROS_PER_SECOND * (parseSeconds(String(params.queue_run_delay ?? ''), 's') ?? QUEUE_RUN_DELAY),
  );
  const { modelled } = modelledOf({
    origin,
    until: origin + (facts.at.at(-1) ?? 0),
    texts,
    messages,
    activeAt,
    requests: requestsOfRun(recorded),
    keeps: (transport) => KEEPS.test(transport),
    scans: scans.length > 0 ? scans : [restart],
    // A run does not say which process took a request.
    processesFrom: Number.POSITIVE_INFINITY,
    processes: PROCESSES,
    edits: [],
  });
  return modelled;
}

/** A request while its replies are collected. */
interface Open {
  request: Request;
  key: string;
  took: Micros;
  /** True if the retry service answered: then its process became free at the same moment. */
  isStandIn: boolean;
}

/** Deliveries as agents saw them, in order of their ends. */
function requestsOfRun(recorded: RecordedSetup): Request[] {
  const { facts, texts, selections } = recorded;
  const starts = createStarts(recorded);
  const open = new Map<string, Open>();
  const all: Open[] = [];
  /** Messages with recipients handled by the retry service. */
  const untried = new Set<MessagePlace>();
  let last: Open | null = null;
  for (const [i, kind] of facts.kind.entries()) {
    const at = facts.at[i] as number;
    const ref = facts.ref[i] as number;
    if (kind === 'select' && STAND_IN.test(texts[selections.transport[ref] as number] ?? ''))
      untried.add(selections.message[ref] as number);
    // A `free` fact comes directly after the line that ends the process's request.
    if (kind === 'free' && last !== null) {
      open.delete(last.key);
      last.isStandIn = STAND_IN.test(texts[ref] ?? '');
      if (last.isStandIn) untried.add(last.request.message);
    }
    last = kind === 'end' ? answered(recorded, ref, at, open, all) : null;
  }
  for (const { request, took } of all) {
    request.start = recorded.origin + starts.take(request, request.end - recorded.origin - took);
    request.end = Math.max(request.end, request.start);
  }
  return all
    .filter((one) => !one.isStandIn && !(untried.has(one.request.message) && isAtOnce(one)))
    .map(({ request }) => request)
    .sort((a, b) => a.end - b.end);
}

/** True for a deferral that took no time at a server, as the retry service makes it. */
function isAtOnce({ request, took }: Open): boolean {
  return (
    took <= PRINTED_LEAST && request.failure === null && request.recipients.every(({ fate }) => fate === 1)
  );
}

/** Adds a reply to its request, or starts a new request. */
function answered(
  { origin, texts, messages, attempts }: RecordedSetup,
  attempt: AttemptRow,
  at: Micros,
  open: Map<string, Open>,
  all: Open[],
): Open {
  const message = attempts.message[attempt] as number;
  const recipient = (messages.first[message] as number) + (attempts.recipient[attempt] as number);
  const transport = messages.transport[recipient] as number;
  const failure = attempts.failure[attempt] as number;
  const took = attempts.took[attempt] as number;
  const key = [message, transport, messages.nexthop[recipient], failure, took].join(' ');
  const end = origin + at;
  let one = open.get(key);
  if (one === undefined || end - one.request.end > Math.max(TOGETHER, took / 2)) {
    const named = (text: number): string => texts[text] ?? '';
    one = {
      key,
      took,
      isStandIn: STAND_IN.test(named(transport)),
      request: {
        message,
        start: end - took,
        end,
        greeting: 0,
        transport: named(transport),
        nexthop: '',
        relay: '',
        recipients: [],
        failure:
          failure < 0 ? null : { reason: named(failure), status: named(attempts.status[attempt] as number) },
        isFirst: false,
      },
    };
    open.set(key, one);
    all.push(one);
  }
  one.request.end = end;
  const fate = attempts.fate[attempt] as 0 | 1 | 2;
  one.request.recipients.push({ recipient, row: attempt, fate });
  return one;
}

/** The instants of the run at which agents took requests. Each is used once. */
function createStarts({ facts, selections, texts }: RecordedSetup): {
  take: (request: Request, likely: Micros) => Micros;
} {
  const byKey = new Map<string, Micros[]>();
  const add = (key: string, at: Micros): void => {
    const own = byKey.get(key);
    if (own === undefined) byKey.set(key, [at]);
    else own.push(at);
  };
  for (const [i, kind] of facts.kind.entries()) {
    const ref = facts.ref[i] as number;
    const at = facts.at[i] as number;
    if (kind === 'take') add(texts[ref] ?? '', at);
    if (kind === 'select')
      add(`${texts[selections.transport[ref] as number] ?? ''} ${selections.message[ref]}`, at);
  }
  return {
    take({ transport, message, end, start }, likely) {
      const own = byKey.get(`${transport} ${message}`) ?? byKey.get(transport) ?? [];
      const near = Math.max(PRINTED_LEAST, PRINTED * (end - start));
      let best = -1;
      for (let i = below(own, likely - near); i < own.length && (own[i] as number) <= likely + near; i++)
        if (best < 0 || Math.abs((own[i] as number) - likely) < Math.abs((own[best] as number) - likely))
          best = i;
      if (best < 0) return likely;
      return own.splice(best, 1)[0] as number;
    },
  };
}

/** Index of the first of ascending values that is not below a bound. */
function below(values: readonly number[], bound: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
