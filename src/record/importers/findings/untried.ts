import type { ActivationRow } from '../../../protocol/ids.ts';
import {
  type EpochMicros,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
  type Seconds,
} from '../../../protocol/units.ts';
import { ENDS, EVENT_KINDS, OUTCOMES } from '../store/tables.ts';
import { type FindingContext, seconds } from './finding-context.ts';
import { firstNotBelow } from './intervals.ts';
import { once } from './prepared.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');
const REMOVED = ENDS.indexOf('removed');
/** A message that is active for less time (microseconds) than this without an attempt is only waiting its turn. */
const STANDSTILL = MICROS_PER_MINUTE;
const LOST = 10 * MICROS_PER_SECOND;
/**
 * While other mail is delivered, a message counts as untried after BESIDE (microseconds) or after TIMES × the longest
 * wait of other mail, whichever is longer.
 */
const BESIDE = 5 * MICROS_PER_MINUTE;
const TIMES = 3;

/** A message that was active without an attempt, although its turn had come. */
export interface Untried {
  life: number;
  activation: ActivationRow;
  /** Its next activation. 0 = none. */
  next: ActivationRow;
  from: EpochMicros;
  to: EpochMicros;
  /** What ended it: a restart of Postfix, a retry, an operator, or nothing up to the end of the log. */
  end: 'restart' | 'again' | 'deleted' | 'open';
  /** True if nothing was delivered meanwhile. */
  quiet: boolean;
}

/** All messages that were active without an attempt, in log order. They are searched once per record. */
function untriedIn(context: FindingContext): readonly Untried[] {
  return once(context.prepared, untriedIn, () => findUntried(context));
}

/** The untried messages of a class (null = all mail) that were active in the time range. */
export function untriedAmong(context: FindingContext, mine: Uint8Array | null): Untried[] {
  return untriedIn(context).filter(
    ({ life, from, to }) => (mine === null || mine[life] === 1) && to >= context.from && from <= context.to,
  );
}

/** Recipients of a message: as many as its queue file has. */
export function recipientsOf({ traffic }: FindingContext, { life }: Untried): number {
  return Math.max(1, traffic.instance.tables.lives.nrcpt[life] ?? 1);
}

export const lastedOf = ({ from, to }: Untried): Seconds => seconds(to - from);

function findUntried(context: FindingContext): Untried[] {
  const { instance } = context.traffic;
  const { activations, attempts, deliveries, lives } = instance.tables;
  const tried = new Uint8Array(activations.length);
  for (let row = 1; row < attempts.length; row++)
    tried[deliveries.activation[attempts.delivery[row] ?? 0] ?? 0] = 1;
  const next = new Uint32Array(activations.length);
  for (let row = 1; row < activations.length; row++) next[activations.before[row] ?? 0] = row;
  const candidates: Untried[] = [];
  for (let row = 1; row < activations.length; row++) {
    if (tried[row] === 1) continue;
    const life = activations.life[row] ?? 0;
    const again = next[row] ?? 0;
    const ended = lives.ended[life] ?? 0;
    // The message left the queue, so its delivery lines are in another file or were not given.
    if (again === 0 && lives.end[life] === REMOVED) continue;
    const from = activations.time[row] ?? 0;
    const to = again !== 0 ? (activations.time[again] ?? 0) : ended !== 0 ? ended : instance.to;
    const end = again !== 0 ? 'again' : ended !== 0 ? 'deleted' : 'open';
    if (to - from >= LOST || end === 'open')
      candidates.push({ life, activation: row, next: again, from, to, end, quiet: false });
  }
  if (candidates.length === 0 || (attempts.length === 1 && withoutDeliveries(lives))) return [];
  const isLonger = longer(context);
  const done = withoutBounce(context);
  const found = candidates.filter((one) => !done.has(one.life) && isLonger(one));
  // Messages that became active just before the end of the log are in the same standstill.
  const since = found.find(({ end, quiet }) => end === 'open' && quiet)?.from ?? Infinity;
  const last = candidates.filter(
    (one) => one.end === 'open' && one.quiet && one.from > since && !done.has(one.life),
  );
  return [...new Set([...found, ...last])];
}

/** Messages whose recipients are done and that stay in the queue because their bounce cannot be written. */
function withoutBounce({ traffic: { instance } }: FindingContext): Set<number> {
  const { events } = instance.tables;
  const found = new Set<number>();
  for (let row = 1; row < events.length; row++) {
    if (EVENT_KINDS[events.kind[row] ?? 0] !== 'trouble') continue;
    const text = instance.pools.strings.text(events.text[row] ?? 0);
    const [, id = ''] = /: (\w+): status=deferred \(/.exec(text) ?? [];
    const bytes = new TextEncoder().encode(id);
    if (id !== '') found.add(instance.find(bytes, 0, bytes.length));
  }
  return found;
}

/**
 * Returns a function that tells whether a message was active too long to be merely waiting for its turn. It also notes
 * what ended the wait, and whether anything was delivered meanwhile.
 */
function longer(context: FindingContext): (one: Untried) => boolean {
  const { traffic, waits } = context;
  const { attempts } = traffic.instance.tables;
  const ends = Float64Array.from(attempts.time.subarray(1, attempts.length))
    .filter((_, i) => attempts.outcome[i + 1] !== SUSPENDED)
    .sort();
  const restarts = restartsIn(context);
  let longest = 0;
  for (const wait of waits.all) longest = Math.max(longest, wait);
  const beside = Math.max(BESIDE, TIMES * longest * MICROS_PER_SECOND);
  return (one) => {
    const restart = restarts[firstNotBelow(restarts, one.from)] ?? Infinity;
    if (restart <= one.to) one.end = 'restart';
    const until = Math.min(one.to, restart);
    one.quiet = (ends[firstNotBelow(ends, one.from + MICROS_PER_SECOND)] ?? Infinity) > until;
    return until - one.from >= (one.end === 'again' ? LOST : one.quiet ? STANDSTILL : beside);
  };
}

/** True if messages left the queue although no line of a delivery is in the record: then those lines were not given. */
function withoutDeliveries(lives: { length: number; end: Uint8Array }): boolean {
  for (let life = 1; life < lives.length; life++) if (lives.end[life] === REMOVED) return true;
  return false;
}

function restartsIn({ traffic }: FindingContext): Float64Array {
  const { events } = traffic.instance.tables;
  const found: number[] = [];
  for (let row = 1; row < events.length; row++) {
    const kind = EVENT_KINDS[events.kind[row] ?? 0];
    if (kind === 'start' || kind === 'stop' || kind === 'new-qmgr' || kind === 'reload')
      found.push(events.time[row] ?? 0);
  }
  return Float64Array.from(found).sort();
}
