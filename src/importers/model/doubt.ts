import type { ModelledSetup } from '../../protocol/modelled.ts';
import type { Answer, Beyond, ClassAnswer, Range } from '../../protocol/predict.ts';
import type { Model } from './setup.ts';

/** Above such a share of the higher one (and a second) two medians are two answers: as in the calibration. */
const SHARE = 0.4;
const SECONDS = 1;
/** What servers do not take shows in the slowest tenth first. */
const TAIL_SHARE = 0.1;
const POINTS = { spread: 15, limits: 5 };
const MINUTE = 60_000_000;

/** Servers of the record refuse or fail: then they may have limits that it never met. */
export function refuses({ requests }: Model): boolean {
  return requests.some(
    ({ failure, recipients }) => failure !== null || recipients.some(({ fate }) => fate === 1),
  );
}

/** Servers take no more than the record has seen them take. */
export function withLimits(modelled: ModelledSetup, beyond: readonly Beyond[]): ModelledSetup {
  const of = new Map(beyond.map((one) => [one.server, one]));
  return {
    ...modelled,
    servers: modelled.servers.map((server) => {
      const found = of.get(server.name);
      if (found === undefined) return server;
      const sessions = server.sessions > 0 ? server.sessions : found.atOnce[0];
      return { ...server, sessions, rate: server.rate ?? { sessions: found.inMinute[0], per: MINUTE } };
    }),
  };
}

/**
 * An answer with what the record cannot decide: classes whose runs differ too much although all of them fit the record, and those
 * that would fare otherwise if servers took no more than they were seen to take (`least`; null = not asked).
 */
export function doubted(answer: Answer, least: Answer | null): Answer {
  const of = (one: ClassAnswer, two: ClassAnswer | undefined): ClassAnswer => {
    const apart = apartBetweenRuns(one);
    const limited = two === undefined ? null : apartByLimits(one, two, answer.beyond);
    if (apart === null && limited === null) return one;
    return {
      ...one,
      declined: {
        reasons: [apart, limited].filter((reason) => reason !== null),
        between: limited === null || two === undefined ? one.spread : joined(one.spread, two.spread),
      },
    };
  };
  return {
    ...answer,
    classes: answer.classes.map((one, i) => of(one, least?.classes[i])),
    all: of(answer.all, least?.all),
  };
}

function apartBetweenRuns({ spread }: ClassAnswer): string | null {
  const { b, total, deferred } = spread;
  if (!isApart(b, SHARE) && !isApart(total, SHARE) && deferred[1] - deferred[0] <= POINTS.spread) return null;
  return 'It depends on whether a server fails in moments of which the record says nothing, because no mail was tried in them: runs that fit the record equally well give different answers.';
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
  return `${first.server}${more} would be asked for ${askedText(first)}. Servers of this record refuse mail: if this one takes no more than it was seen to take, ${share(two).toFixed(0)} % are deferred at the first try instead of ${share(one).toFixed(0)} %, and a tenth takes over ${two.total.p90.toFixed(1)} s instead of ${one.total.p90.toFixed(1)} s.`;
}

/** What a server is asked for, beside what the record has seen. */
export function askedText({ atOnce, inMinute }: Beyond): string {
  const minute = inMinute[1] / Math.max(1, inMinute[0]);
  return minute >= atOnce[1] / Math.max(1, atOnce[0])
    ? `${inMinute[1]} new sessions in a minute, ${inMinute[0]} at most in the record`
    : `${atOnce[1]} sessions at once, ${atOnce[0]} at most in the record`;
}

function isApart([low, high]: readonly [number, number], share: number): boolean {
  return high - low > Math.max(SECONDS, share * high);
}

function ordered(one: number, two: number): [number, number] {
  return [Math.min(one, two), Math.max(one, two)];
}

function joined(one: Range, two: Range): Range {
  const of = (name: keyof Range): [number, number] => [
    Math.min(one[name][0], two[name][0]),
    Math.max(one[name][1], two[name][1]),
  ];
  return { b: of('b'), total: of('total'), deferred: of('deferred') };
}
