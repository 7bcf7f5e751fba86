import { type EpochMicros, MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { below } from './at-once.ts';
import type { Request } from './requests.ts';

/** A server accepts this many messages in a time (microseconds) over all connections, and refuses more until later. */
export interface MessageRate {
  messages: number;
  per: Micros;
}

/**
 * Times over which servers count (seconds). If several explain a record equally well, the first in this list is used.
 */
const PERIODS = [60, 3600, 10, 300, 600, 1, 86_400];
const UNITS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
/** Fewest refusals that show a rate. */
const LEAST = 3;
/** A rate is dropped if more cases than this contradict it, per refusal. */
const MOST_WRONG = 0.5;

/** Fewest refusals, and the quantile of the pauses after them, that show how long a process stays busy after a refusal. */
const PAUSES = 20;
const SHORT = 0.25;

/**
 * How long a process is still busy after a refusal is logged (microseconds). With pipelining, the replies to the
 * commands after MAIL FROM arrive later, so the process cannot take its next request immediately. Pauses after accepted
 * mail show which pause is usual.
 */
export function busyAfterRefusal(requests: readonly Request[]): Micros {
  const after = (isRefused: boolean): number[] =>
    requests
      .filter(
        ({ rated, failure, idle }) =>
          (rated !== undefined) === isRefused && failure === null && idle !== undefined,
      )
      .map(({ idle = 0 }) => idle)
      .sort((a, b) => a - b);
  const [refused, taken] = [after(true), after(false)];
  if (refused.length < PAUSES || taken.length < PAUSES) return 0;
  const short = (pauses: readonly number[]): number => pauses[Math.floor(SHORT * pauses.length)] ?? 0;
  return Math.max(0, short(refused) - Math.max(0, short(taken)));
}

/**
 * The rate that contradicts the fewest messages and refusals of a server. Null if it refused fewer than LEAST. `from`:
 * beginning of the record. What the server took before is unknown, so counts in the first period may be too low.
 */
export function messageRateOf(requests: readonly Request[], from: EpochMicros): MessageRate | null {
  const refused = requests.filter(({ rated }) => rated !== undefined);
  if (refused.length < LEAST) return null;
  const taken = requests
    .filter(
      ({ failure, rated, recipients }) =>
        failure === null && rated === undefined && recipients.some(({ fate }) => fate === 0),
    )
    .map(({ start }) => start)
    .sort((a, b) => a - b);
  const [, unit = ''] =
    /\b(?:per|last|past|each|this|an?|one|every) (second|minute|hour|day)\b/i.exec(refused[0]?.rated ?? '') ??
    [];
  const stated = UNITS[unit.toLowerCase()];
  let best: MessageRate & { wrong: number } = { messages: 0, per: 0, wrong: Number.POSITIVE_INFINITY };
  for (const seconds of stated === undefined ? PERIODS : [stated]) {
    const found = within(taken, refused, seconds * MICROS_PER_SECOND, from);
    if (found !== null && found.wrong < best.wrong) best = found;
  }
  // If too many cases contradict the rate, the refusals have another reason.
  if (best.messages === 0 || best.wrong > MOST_WRONG * refused.length) return null;
  return { messages: best.messages, per: best.per };
}

function within(
  taken: readonly EpochMicros[],
  refused: readonly Request[],
  per: Micros,
  from: EpochMicros,
): (MessageRate & { wrong: number }) | null {
  const before = (at: EpochMicros): number => below(taken, at) - below(taken, at - per + 1);
  const known = refused.filter(({ start }) => start - per >= from);
  // In a record shorter than the period, messages are counted since the beginning of the record.
  const turned = (known.length > 0 ? known : refused).map(({ start }) => before(start)).sort((a, b) => a - b);
  const passed = taken.map(before).sort((a, b) => a - b);
  let best: (MessageRate & { wrong: number }) | null = null;
  for (const messages of new Set([...turned, ...passed.map((count) => count + 1)])) {
    if (messages < 1) continue;
    const wrong = passed.length - below(passed, messages) + below(turned, messages);
    if (best === null || wrong < best.wrong || (wrong === best.wrong && messages > best.messages))
      best = { messages, per, wrong };
  }
  return best;
}
