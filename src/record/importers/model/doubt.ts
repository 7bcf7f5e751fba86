import type { Answer, Beyond, Change, ClassAnswer, Interval, Range } from '../../protocol/predict.ts';
import { type Seconds, MICROS_PER_MINUTE } from '../../../protocol/units.ts';
import type { Model } from './setup.ts';
import type { ModelledServer, ModelledSetup } from '../../../protocol/modelled.ts';
import { evenly, normalQuantile, random } from './draws.ts';

/**
 * Two medians count as different if they differ by more than this share of the higher one, and by more than this many
 * seconds. The calibration locks a model at the same share.
 */
const SHARE = 0.4;
const SECONDS = 1;
/** Limits of servers show first in the 90th percentile, so its threshold is lower. */
const TAIL_SHARE = 0.1;
const POINTS = { spread: 15, limits: 5 };

/**
 * A server may refuse a load of at least this multiple of its highest load in the record, if servers of the record
 * defer mail by replies.
 */
const FAR = 4;

/**
 * Servers that may refuse more than they were seen to accept: those that limited sessions or messages, and all other
 * servers of the same provider. A failed connection or a greylisted recipient says nothing about other servers, and a
 * content filter on this machine refuses nothing. If servers defer mail by their replies, a server that would get many
 * times its load is included.
 */
export function mayRefuse({ requests, scenario, messageRates }: Model, beyond: readonly Beyond[]): Beyond[] {
  const { servers, messages } = scenario.modelled;
  const counts = new Set(
    servers.flatMap(({ name, sessions, rate }, i) =>
      sessions > 0 || rate !== null || (messageRates[i] ?? null) !== null ? [providerOf(name)] : [],
    ),
  );
  const own = new Set<string>();
  let isDeferring = false;
  for (const { transport, recipients } of requests) {
    if (!/^(smtp|relay)$/.test(transport))
      own.add(servers[messages.server[recipients[0]?.recipient ?? 0] ?? 0]?.name ?? '');
    // A limit of recipients is in the model and says nothing about sessions.
    isDeferring ||= recipients.some(({ fate, beyond: isBeyond }) => fate === 1 && isBeyond !== true);
  }
  const isFar = ({ atOnce, inMinute }: Beyond): boolean =>
    Math.max(atOnce[1] / Math.max(1, atOnce[0]), inMinute[1] / Math.max(1, inMinute[0])) >= FAR;
  return beyond.filter(
    (one) => counts.has(providerOf(one.server)) || (isDeferring && !own.has(one.server) && isFar(one)),
  );
}

/**
 * The domain of a server's provider: the last two labels of the server's name. A server without a name is its own
 * provider.
 */
function providerOf(server: string): string {
  const [host = ''] = server.split('[');
  return /[a-z]/i.test(host) ? host.toLowerCase().split('.').slice(-2).join('.') : server;
}

/** Sentences about what the model draws at random because the record does not show it. */
export function unknownsOf({ unseen, batches }: Model, changes: readonly Change[]): string[] {
  const found: string[] = [];
  if (batches.some((batch) => batch > 0) && changes.some(changesBatches))
    found.push(
      'It depends on how much time a recipient takes compared with the message itself. All deliveries in the record had the same size, so it does not show that.',
    );
  if (unseen.some((one) => one !== null))
    found.push(
      'It depends on whether a server fails while the record has no attempts. Runs that fit the record equally well give different answers.',
    );
  return found;
}

function changesBatches(change: Change): boolean {
  return change.kind === 'split' || (change.kind === 'set' && change.name.includes('recipient_limit'));
}

/**
 * Adds doubts to an answer: for classes whose runs differ too much although all fit the record (`unknowns` has the
 * reasons), and for classes that would differ if the `doubtful` servers accepted no more than they were seen to accept.
 * `least`: the answer for that case; null = not simulated.
 */
export function doubted(
  answer: Answer,
  least: Answer | null,
  doubtful: readonly Beyond[],
  unknowns: readonly string[],
): Answer {
  const of = (one: ClassAnswer, two: ClassAnswer | undefined): ClassAnswer => {
    const limited = two === undefined ? null : apartByLimits(one, two, doubtful);
    const reasons = [...(isSpread(one) ? unknowns : []), ...(limited === null ? [] : [limited])];
    if (reasons.length === 0) return one;
    if (limited === null || two === undefined) return { ...one, doubt: { reasons, between: one.reach } };
    // Keep the figures without a limit. Both cases are possible, and their mean would describe neither.
    return {
      ...one,
      interval: widestOf(one.interval, two.interval),
      doubt: { reasons, between: joined(one.reach, two.reach) },
    };
  };
  return {
    ...answer,
    classes: answer.classes.map((one, i) => of(one, least?.classes[i])),
    all: of(answer.all, least?.all),
  };
}

/** True if a class is in doubt because runs that fit the record equally well differ. */
export function hangsOnLuck(answer: Answer): boolean {
  return [...answer.classes, answer.all].some(isSpread);
}

function isSpread({ spread }: ClassAnswer): boolean {
  const { b, total, deferred } = spread;
  return isApart(b, SHARE) || isApart(total, SHARE) || deferred[1] - deferred[0] > POINTS.spread;
}

function apartByLimits(one: ClassAnswer, two: ClassAnswer, beyond: readonly Beyond[]): string | null {
  const share = ({ deferredFirst, recipients }: ClassAnswer): number =>
    (100 * deferredFirst) / Math.max(1, recipients);
  const isSame =
    Math.abs(share(two) - share(one)) <= POINTS.limits &&
    !isApart(ordered(one.total.p50, two.total.p50), SHARE) &&
    !isApart(ordered(one.total.p90, two.total.p90), TAIL_SHARE);
  const [first] = beyond;
  if (isSame || first === undefined) return null;
  const more = beyond.length > 1 ? ` (and ${beyond.length - 1} more)` : '';
  return `${first.server}${more} would get ${askedText(first)}. If it accepts no more than it was seen to accept, ${share(two).toFixed(0)} % are deferred at the first attempt instead of ${share(one).toFixed(0)} %, and the 90th percentile is ${tookText(two.total.p90)} instead of ${tookText(one.total.p90)}.`;
}

const tookText = (seconds: Seconds): string => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;

/** Says how the load of a server compares with its highest load in the record. */
export function askedText({ atOnce, inMinute }: Beyond): string {
  const minute = inMinute[1] / Math.max(1, inMinute[0]);
  return minute >= atOnce[1] / Math.max(1, atOnce[0])
    ? `${inMinute[1]} new sessions per minute, at most ${inMinute[0]} in the record`
    : `${atOnce[1]} concurrent sessions, at most ${atOnce[0]} in the record`;
}

function isApart([low, high]: readonly [number, number], share: number): boolean {
  return high - low > Math.max(SECONDS, share * high);
}

function ordered(one: number, two: number): [number, number] {
  return [Math.min(one, two), Math.max(one, two)];
}

function widest(one: readonly [number, number], two: readonly [number, number]): [number, number] {
  return [Math.min(one[0], two[0]), Math.max(one[1], two[1])];
}

function widestOf(one: Interval, two: Interval): Interval {
  return {
    p50: widest(one.p50, two.p50),
    p90: widest(one.p90, two.p90),
    total50: widest(one.total50, two.total50),
    total90: widest(one.total90, two.total90),
    deferred: widest(one.deferred, two.deferred),
  };
}

function joined(one: Range, two: Range): Range {
  return {
    b: widest(one.b, two.b),
    total: widest(one.total, two.total),
    deferred: widest(one.deferred, two.deferred),
  };
}

/** Limits servers to what the record has seen them accept. */
export function withLimits(modelled: ModelledSetup, beyond: readonly Beyond[]): ModelledSetup {
  const found = new Map(beyond.map((one) => [one.server, one]));
  return {
    ...modelled,
    servers: modelled.servers.map((server) => {
      const asked = found.get(server.name);
      if (asked === undefined) return server;
      return {
        ...server,
        sessions: server.sessions > 0 ? server.sessions : asked.atOnce[0],
        rate: server.rate ?? { sessions: asked.inMinute[0], per: MICROS_PER_MINUTE },
      };
    }),
  };
}

/** Standard deviation (as a share) of the servers' speed from one day to another, on the same mail. */
const DAYS_DIFFER = 0.08;

/**
 * Another day (an odd `luck`): servers are faster or slower than in the record by a common factor, drawn in even steps.
 */
export function withDay(servers: readonly ModelledServer[], luck: number): readonly ModelledServer[] {
  if (luck % 2 === 0) return servers;
  const factor = Math.exp(DAYS_DIFFER * normalQuantile(evenly((luck + 1) >> 1)));
  return servers.map((server) => ({
    ...server,
    message: Math.round(server.message * factor),
    recipient: Math.round(server.recipient * factor),
  }));
}

/**
 * The paces of recipients. On another day (an odd `luck`) recipients of the same class and server exchange their paces
 * at random.
 */
export function paceOfDay(
  { pace, server }: ModelledSetup['messages'],
  classOf: Uint16Array,
  luck: number,
): number[] {
  if (luck % 2 === 0) return pace;
  const groups = new Map<number, number[]>();
  for (const [r, at] of server.entries()) {
    if (pace[r] === 0) continue;
    const key = at * 65_536 + (classOf[r] ?? 0);
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [r]);
    else own.push(r);
  }
  const next = random(luck * 3001);
  const dealt = pace.slice();
  for (const own of groups.values())
    for (let i = own.length - 1; i > 0; i--) {
      const [one, two] = [own[i] ?? 0, own[Math.floor(next() * (i + 1))] ?? 0];
      [dealt[one], dealt[two]] = [dealt[two] ?? 0, dealt[one] ?? 0];
    }
  return dealt;
}

/**
 * If all deliveries of a record had the same size, the record does not show how their time divides between message and
 * recipients. That share is then drawn per `luck`, the same for all servers, and deliveries of that size keep their
 * time. `batches`: that size by server; 0 = the record shows the share. Luck 0 keeps the assumed share.
 */
export function withShares(
  servers: readonly ModelledServer[],
  batches: readonly number[],
  luck: number,
): readonly ModelledServer[] {
  if (luck === 0 || batches.every((batch) => batch === 0)) return servers;
  const share = random(luck * 4001)();
  return servers.map((server, i) => {
    const batch = batches[i] ?? 0;
    if (batch === 0) return server;
    const unit = (server.message + batch * server.recipient) / (share + batch * (1 - share));
    return { ...server, message: Math.round(share * unit), recipient: Math.round((1 - share) * unit) };
  });
}
