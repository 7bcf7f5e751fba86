import type { ModelledDown, ModelledServer } from '../../../protocol/modelled.ts';
import type { EpochMicros, Micros } from '../../../protocol/units.ts';
import { evenly, gammaQuantile, random } from './draws.ts';
import { FOREVER } from './faults.ts';
import type { Request } from './requests.ts';

/** An attempt this close to an outage would have met it, because starts are accurate to a few hundredths of a second. */
const MARGIN: Micros = 250_000;
/** Unseen outages last as long as the seen ones, times a random factor of at most this, or divided by it. */
const SPREAD = 3;
/**
 * Unseen outages are drawn for a time this many times as long as the record, because a change may delay mail beyond its
 * end.
 */
const ON = 3;
/** Instants sampled to measure the chance of seeing an outage. */
const PLACES = 500;

/** When mail was attempted at a server, and its outages in the record. Instants of the run. */
interface Watched {
  tries: Micros[];
  down: readonly ModelledDown[];
  length: number;
  /** Number of outages seen, and the total time during which an outage would have been seen. */
  outages: number;
  watched: Micros;
}

/**
 * Attempts and outages by server. Null = no unseen outages: the server had none in the record, or was never reached.
 */
export type Unseen = readonly (Watched | null)[];

/**
 * A record shows an outage only where mail was attempted. A server that failed may also have failed at other times: as often and as long,
 * while nothing was attempted. `places`: server of a destination. Instants of requests count from `origin`.
 */
export function unseenOf(
  servers: readonly ModelledServer[],
  requests: readonly Request[],
  places: { of: (nexthop: string) => number },
  origin: EpochMicros,
): Unseen {
  const tries: Micros[][] = servers.map(() => []);
  for (const request of requests) tries[places.of(request.nexthop)]?.push(request.start - origin);
  return servers.map(({ down }, i) => {
    const own = (tries[i] ?? []).sort((a, b) => a - b);
    const outages = down.filter(({ from }, place) => down[place - 1]?.until !== from);
    const [first = 0] = own;
    const time = (own.at(-1) ?? 0) - first;
    // A server that was never reached stays unreachable, so it needs no further outages.
    if (outages.length === 0 || time <= 0 || down.some(({ until }) => until >= FOREVER)) return null;
    const length = down.reduce((sum, { from, until }) => sum + until - from, 0) / outages.length;
    let seen = 0;
    for (let place = 0; place < PLACES; place++) {
      const at = first + (time * place) / PLACES;
      if (isTried(own, at, at + length)) seen++;
    }
    const watched = time * Math.max(0.05, seen / PLACES);
    return { tries: own, down, length, outages: outages.length, watched };
  });
}

function isTried(tries: readonly Micros[], from: Micros, until: Micros): boolean {
  let [low, high] = [0, tries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tries[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (tries[low] ?? Number.POSITIVE_INFINITY) <= until;
}

/** Adds randomly drawn unseen outages to servers. The same `luck` gives the same outages in every variant. */
export function withUnseen(
  servers: readonly ModelledServer[],
  unseen: Unseen,
  luck: number,
): ModelledServer[] {
  return servers.map((server, i) => {
    const watched = unseen[i] ?? null;
    if (watched === null || luck === 0) return server;
    const drawn = draw(watched, luck, random(luck * 1009 + i));
    return drawn.length === 0 ? server : { ...server, down: [...server.down, ...drawn] };
  });
}

function draw(
  { tries, down, length, outages, watched }: Watched,
  luck: number,
  next: () => number,
): ModelledDown[] {
  // Few outages were seen, so their rate is uncertain too. It is drawn from the posterior with a Jeffreys prior, in even steps.
  const rate = gammaQuantile(outages + 0.5, evenly((luck + 1) >> 1)) / watched;
  const found: ModelledDown[] = [];
  const [first = 0] = tries;
  const until = first + ON * ((tries.at(-1) ?? 0) - first);
  for (let at = first; ; ) {
    at += -Math.log(1 - next()) / rate;
    const lasts = length * SPREAD ** (2 * next() - 1);
    const like = down[Math.floor(next() * down.length)];
    if (at > until || like === undefined) return found;
    const overlaps = [...down, ...found].some((one) => one.from <= at + lasts && one.until >= at);
    if (overlaps || isTried(tries, at - MARGIN, at + lasts + MARGIN)) continue;
    found.push({ ...like, from: Math.round(at), until: Math.round(at + lasts) });
  }
}
