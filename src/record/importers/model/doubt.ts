import type { Answer, Beyond, Change, ClassAnswer, Range } from '../../protocol/predict.ts';
import { type Seconds, MICROS_PER_MINUTE } from '../../../protocol/units.ts';
import type { Model } from './setup.ts';
import type { ModelledServer, ModelledSetup } from '../../../protocol/modelled.ts';
import { random } from './draws.ts';

/**
 * Two medians are different answers if they differ by more than this share of the higher one, and by this many
 * seconds. The calibration locks a model at the same share.
 */
const SHARE = 0.4;
const SECONDS = 1;
/** Limits of servers show first in the 90th percentile, so its threshold is lower. */
const TAIL_SHARE = 0.1;
const POINTS = { spread: 15, limits: 5 };

/** True if servers of the record refuse mail or fail. They may then have limits that the record never reached. */
export function refuses({ requests }: Model): boolean {
  return requests.some(
    ({ failure, recipients }) =>
      // A limit of recipients is in the model and says nothing about sessions.
      failure !== null || recipients.some(({ fate, beyond }) => fate === 1 && beyond !== true),
  );
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
 * Adds doubts to an answer: for classes whose runs differ too much although all fit the record (for reasons `unknowns`), and for classes
 * that would differ if servers accepted no more than they were seen to accept (`least`; null = not simulated).
 */
export function doubted(answer: Answer, least: Answer | null, unknowns: readonly string[]): Answer {
  const of = (one: ClassAnswer, two: ClassAnswer | undefined): ClassAnswer => {
    const limited = two === undefined ? null : apartByLimits(one, two, answer.beyond);
    const reasons = [...(isSpread(one) ? unknowns : []), ...(limited === null ? [] : [limited])];
    if (reasons.length === 0) return one;
    if (limited === null || two === undefined) return { ...one, doubt: { reasons, between: one.reach } };
    return {
      ...one,
      interval: {
        p50: widest(one.interval.p50, two.interval.p50),
        p90: widest(one.interval.p90, two.interval.p90),
      },
      doubt: { reasons, between: joined(one.reach, two.reach) },
    };
  };
  return {
    ...answer,
    classes: answer.classes.map((one, i) => of(one, least?.classes[i])),
    all: of(answer.all, least?.all),
  };
}

/** Replaces the figures of classes in doubt by those of runs in which limits exist half of the time. */
export function expected(told: Answer, drawn: Answer): Answer {
  const of = (one: ClassAnswer, two: ClassAnswer | undefined): ClassAnswer =>
    one.doubt === null || two === undefined
      ? one
      : {
          ...two,
          doubt: one.doubt,
          interval: {
            p50: widest(one.interval.p50, two.interval.p50),
            p90: widest(one.interval.p90, two.interval.p90),
          },
        };
  return {
    ...told,
    classes: told.classes.map((one, i) => of(one, drawn.classes[i])),
    all: of(told.all, drawn.all),
    empty: drawn.empty,
    emptyInterval: widest(told.emptyInterval, drawn.emptyInterval),
  };
}

/** True if a class is in doubt because servers may have limits. */
export function hangsOnLimits(answer: Answer, least: Answer): boolean {
  const one = [...answer.classes, answer.all];
  const two = [...least.classes, least.all];
  return one.some((own, i) => apartByLimits(own, two[i] ?? own, answer.beyond) !== null);
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
  return `${first.server}${more} would get ${askedText(first)}. Servers in this record refuse mail. If this one accepts no more than it was seen to accept, ${share(two).toFixed(0)} % are deferred at the first attempt instead of ${share(one).toFixed(0)} %, and the 90th percentile is ${tookText(two.total.p90)} instead of ${tookText(one.total.p90)}.`;
}

/** Writes seconds, with tenths only below ten seconds. */
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

function joined(one: Range, two: Range): Range {
  return {
    b: widest(one.b, two.b),
    total: widest(one.total, two.total),
    deferred: widest(one.deferred, two.deferred),
  };
}

/** Limits servers to what the record has seen them accept. */
export function withLimits(modelled: ModelledSetup, beyond: readonly Beyond[]): ModelledSetup {
  return limited(modelled, beyond, (server, { atOnce, inMinute }) => ({
    ...server,
    sessions: server.sessions > 0 ? server.sessions : atOnce[0],
    rate: server.rate ?? { sessions: inMinute[0], per: MICROS_PER_MINUTE },
  }));
}

/**
 * Gives servers that would get more than the record has seen them accept a limit with probability 0.5: on concurrent sessions or on
 * sessions in a minute, log-uniform between what was seen and what they would get. The same `luck` gives the same limits.
 */
export function withDrawnLimits(
  modelled: ModelledSetup,
  beyond: readonly Beyond[],
  luck: number,
): ModelledSetup {
  const places = new Map(modelled.servers.map(({ name }, i) => [name, i]));
  return limited(modelled, beyond, (server, { atOnce, inMinute }) => {
    const next = random(luck * 2003 + (places.get(server.name) ?? 0));
    const [has, which, where] = [next(), next(), next()];
    if (has < 0.5) return server;
    const between = ([seen, asked]: readonly [number, number]): number =>
      Math.max(1, Math.floor(seen * (Math.max(asked, seen) / Math.max(1, seen)) ** where));
    // Choose the kind of limit that the change increases, or either if it increases both.
    const more = ([seen, asked]: readonly [number, number]): boolean => asked > seen;
    const counts = more(inMinute) && (!more(atOnce) || which < 0.5);
    if (counts)
      return { ...server, rate: server.rate ?? { sessions: between(inMinute), per: MICROS_PER_MINUTE } };
    return { ...server, sessions: server.sessions > 0 ? server.sessions : between(atOnce) };
  });
}

function limited(
  modelled: ModelledSetup,
  beyond: readonly Beyond[],
  of: (server: ModelledServer, beyond: Beyond) => ModelledServer,
): ModelledSetup {
  const found = new Map(beyond.map((one) => [one.server, one]));
  return {
    ...modelled,
    servers: modelled.servers.map((server) => {
      const asked = found.get(server.name);
      return asked === undefined ? server : of(server, asked);
    }),
  };
}

/**
 * If all deliveries of a record had the same size, it does not show how their time divides into message and
 * recipients. That share is drawn per `luck`, the same for all servers, keeping the time of deliveries of that size.
 * `batches`: that size by server, 0 = the record shows the share. Luck 0 keeps the assumed share.
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
