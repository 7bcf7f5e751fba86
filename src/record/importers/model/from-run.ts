import type { AttemptRow, MessagePlace } from '../../../protocol/ids.ts';
import { type ModelledSetup, PROCESSES } from '../../../protocol/modelled.ts';
import type { RecordedSetup } from '../../../protocol/recorded.ts';
import type { MailScenario } from '../../../protocol/scenario.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { scansSeen } from '../replay/scans.ts';
import { parseSeconds } from '../settings/values.ts';
import { modelledOf } from './modelled.ts';
import type { Request } from './requests.ts';

/** Its default, seconds. */
const QUEUE_RUN_DELAY = 300;
/** Answers of one request are logged within so much of each other (microseconds), or half of what it took. */
const TOGETHER = 5_000;
/** How far a start may lie from end less duration: two digits are printed. */
const PRINTED = 0.1;
const PRINTED_LEAST = 10_000;
/** Transports of Postfix’s own names that keep connections. */
const KEEPS = /^(smtp|relay|lmtp)$/;
/** Stand in for a transport whose destination is dead: nothing was tried. */
const STAND_IN = /^(retry|error)$/;

/**
 * The model of a record that came as a run, without its log: by the same rules as of the log, from what a run holds. It does not
 * hold connection times apart from sessions, which connections were kept, nor relays: each delivery has a session of its own, in
 * which connecting is counted, and each destination a server. Null for a run that follows no record.
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
    // Which process took a request is not in a run.
    processesFrom: Number.POSITIVE_INFINITY,
    processes: PROCESSES,
    edits: [],
  });
  return modelled;
}

/** A request whose answers are being collected. */
interface Open {
  request: Request;
  key: string;
  took: Micros;
  /** The retry service answered, as its process was free then. */
  isStandIn: boolean;
}

/** Deliveries as agents saw them, in the order of their ends. */
function requestsOfRun(recorded: RecordedSetup): Request[] {
  const { facts, texts, selections } = recorded;
  const starts = createStarts(recorded);
  const open = new Map<string, Open>();
  const all: Open[] = [];
  /** Messages of which the retry service had some. */
  const untried = new Set<MessagePlace>();
  let last: Open | null = null;
  for (const [i, kind] of facts.kind.entries()) {
    const at = facts.at[i] as number;
    const ref = facts.ref[i] as number;
    if (kind === 'select' && STAND_IN.test(texts[selections.transport[ref] as number] ?? ''))
      untried.add(selections.message[ref] as number);
    // It stands right behind the line that ends a request.
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

/** Put off without any time at a server, as the retry service does it. */
function isAtOnce({ request, took }: Open): boolean {
  return (
    took <= PRINTED_LEAST && request.failure === null && request.recipients.every(({ fate }) => fate === 1)
  );
}

/** Adds an answer to the request that it belongs to, or begins one. */
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

/** When agents took requests, where the run has it; each instant is taken once. Instants of the run. */
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

/** Place of the first of ascending values that is not below a bound. */
function below(values: readonly number[], bound: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
