import type { AttemptRow, DeliveryRow, LifeRow } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import type { Instance } from '../store/instance.ts';
import { DIGITS, halfUnit } from '../store/origins.ts';

/**
 * Time from a delivery report to the next request of the same process (microseconds), in which the queue manager
 * handles the report and sends the request.
 */
const TURN = 1_000;

/** When an agent took a request and finished it, as derived from a plain log. */
export interface Taken {
  at: EpochMicros;
  /** Last attempt of the request. */
  last: AttemptRow;
  delivery: DeliveryRow;
  /** Parts of this request that look like other deliveries, because their recipients got replies at different times. */
  parts: Part[] | null;
}

/** Attempts of a delivery up to `last`, without those of an earlier request. */
interface Part {
  delivery: DeliveryRow;
  last: AttemptRow;
}

/** A request found in the attempts of one delivery: its last attempt and that line's time. */
interface Request {
  last: AttemptRow;
  end: EpochMicros;
}

/** The previous request of the same process. */
interface Before extends Request {
  life: LifeRow;
  start: EpochMicros;
  taken: Taken;
}

/**
 * Derives when agents took requests: from end − (c + d) and from activation + b, each within its rounding, not before the process was free,
 * and exactly when it became free if the rounding allows that. Parts of one request with replies at different times are counted once.
 */
export function takenAt(
  instance: Instance,
  is: (delivery: number) => boolean,
  destinationOf: (attempt: number) => number,
): Taken[] {
  const { deliveries } = instance.tables;
  const before: (Before | undefined)[] = Array.from({ length: instance.tables.agents.length });
  const taken: Taken[] = [];
  for (let delivery = 1; delivery < deliveries.length; delivery++) {
    if (!is(delivery)) continue;
    const agent = deliveries.agent[delivery] ?? 0;
    const life = deliveries.life[delivery] ?? 0;
    for (const request of requestsOf(instance, delivery, destinationOf)) {
      const known = before[agent];
      const bounds = boundsOf(instance, delivery, request);
      const sameRequest = known?.life === life && destinationOf(known.last) === destinationOf(request.last);
      if (known !== undefined && sameRequest && isPartOf(known, bounds)) {
        known.end = request.end;
        known.taken.last = request.last;
        (known.taken.parts ??= []).push({ delivery, last: request.last });
        continue;
      }
      const start = startOf(bounds, known);
      const one: Taken = { at: start, last: request.last, delivery, parts: null };
      before[agent] = { last: request.last, end: request.end, life, start, taken: one };
      taken.push(one);
    }
  }
  return taken;
}

/**
 * Splits attempts that look like one delivery. Two requests of equal duration print the same `delays`, but a request
 * lasting c + d cannot end twice within less than that, and it has one destination.
 */
function requestsOf(
  { tables }: Instance,
  delivery: number,
  destinationOf: (attempt: number) => number,
): Request[] {
  const { deliveries, attempts } = tables;
  const first = deliveries.first[delivery] ?? 0;
  const found: Request[] = [];
  const took = MICROS_PER_SECOND * ((attempts.c[first] ?? 0) + (attempts.d[first] ?? 0));
  let open: Request | null = null;
  for (let row = first; row !== 0; row = attempts.next[row] ?? 0) {
    const end = attempts.time[row] ?? 0;
    const apart = open !== null && end - open.end > Math.max(5 * TURN, took / 2);
    if (open !== null && (apart || destinationOf(open.last) !== destinationOf(row))) {
      found.push(open);
      open = null;
    }
    open = { last: row, end };
  }
  if (open !== null) found.push(open);
  return found;
}

/** Bounds for the start of a request, and the likeliest start by c and d alone. */
interface Bounds {
  earliest: EpochMicros;
  latest: EpochMicros;
  likely: EpochMicros;
  active: EpochMicros;
  end: EpochMicros;
}

function boundsOf({ tables, accuracy }: Instance, delivery: DeliveryRow, { last, end }: Request): Bounds {
  const { deliveries, attempts, activations } = tables;
  const digits = attempts.digits[last] ?? 0;
  const errorOfB = MICROS_PER_SECOND * halfUnit(attempts.b[last] ?? 0, (digits >>> DIGITS.b) & 15);
  const errorOfC = MICROS_PER_SECOND * halfUnit(attempts.c[last] ?? 0, (digits >>> DIGITS.c) & 15);
  const errorOfD = MICROS_PER_SECOND * halfUnit(attempts.d[last] ?? 0, (digits >>> DIGITS.d) & 15);
  const likely = end - MICROS_PER_SECOND * ((attempts.c[last] ?? 0) + (attempts.d[last] ?? 0));
  const off = errorOfC + errorOfD + accuracy;
  const active = activations.time[deliveries.activation[delivery] ?? 0] ?? 0;
  const bySession = { earliest: likely - off, latest: likely + off };
  if (active === 0) return { ...bySession, earliest: Math.min(bySession.earliest, end), likely, active, end };
  const waited = active + MICROS_PER_SECOND * (attempts.b[last] ?? 0);
  const byQueue = { earliest: waited - errorOfB - accuracy, latest: waited + errorOfB + accuracy };
  let earliest = Math.max(bySession.earliest, byQueue.earliest);
  let latest = Math.min(bySession.latest, byQueue.latest);
  // If an agent's line was late, the two estimates (by session, by queue) do not overlap. Use the more accurate one.
  if (earliest > latest) ({ earliest, latest } = errorOfB + accuracy <= off ? byQueue : bySession);
  earliest = Math.min(Math.max(earliest, active), end);
  return { earliest, latest: Math.max(latest, earliest), likely, active, end };
}

/** True if these attempts are part of the process's previous request, and their reply only came earlier or later than the others. */
function isPartOf(known: Before, { earliest }: Bounds): boolean {
  return earliest < known.end - 10 * TURN && known.start > earliest - 10 * TURN;
}

function startOf({ earliest, latest, likely, active, end }: Bounds, known: Before | undefined): EpochMicros {
  const free = known === undefined ? -1 : known.end + TURN;
  let start = Math.min(Math.max(likely, earliest), latest);
  // By the printed digits the request did not wait and its process was free, so it started when its message became active.
  if (earliest === active && (known === undefined || known.end <= active)) start = earliest;
  if (free >= earliest - TURN && free <= latest) start = Math.max(free, earliest);
  else if (free > start) start = free;
  return Math.round(Math.min(Math.max(start, active), end));
}
