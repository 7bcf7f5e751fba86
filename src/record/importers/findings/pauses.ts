import type { AttemptRow } from '../../../protocol/ids.ts';
import { MICROS_PER_SECOND, type Seconds } from '../../../protocol/units.ts';
import type { Instance } from '../store/instance.ts';
import { DIGITS, printed } from '../store/origins.ts';
import { LINK_KINDS, OUTCOMES, STATUSES, type Tables } from '../store/tables.ts';
import { faultOf } from './reply-faults.ts';
import { globalOf } from './limits.ts';
import type { Traffic } from './traffic.ts';
import { Pairs } from '../bytes/pairs.ts';

const DEFERRED = STATUSES.indexOf('deferred');
const SENT = STATUSES.indexOf('sent');
/**
 * Tolerance in seconds: arrival, attempt and scan are rounded to whole seconds where Postfix decides, so a retry may come this much early.
 */
export const WHOLE_SECONDS: Seconds = 2;

/**
 * Why a recipient was deferred. `session`: temporarily refused in a session. `too-many`: refused by a 421 before a session. From `transport`
 * to `setup` it is this machine's own failure (reply-faults.ts). The last three are common to several destinations (common-causes.ts).
 */
export const PUT_OFF = [
  'dead',
  'too-many',
  'unreachable',
  'rate',
  'session',
  'lost',
  'local',
  'transport',
  'login',
  'tls',
  'loop',
  'setup',
  'mailbox',
  'recipients',
  'resolver',
  'network',
  'ipv6',
] as const;
export type PutOff = (typeof PUT_OFF)[number];

/** Pauses: each row is the time of one recipient between two attempts. */
export interface Pauses {
  length: number;
  /** Attempts before and after the pause. `after` 0 = no further attempt in the record. */
  before: Uint32Array;
  after: Uint32Array;
  /** From the line of the attempt to the activation that retried it, or to the end of the message or the record. */
  from: Float64Array;
  to: Float64Array;
  /** Time from which the backoff rule allowed the next attempt. */
  due: Float64Array;
  /** Index into PUT_OFF. */
  why: Uint8Array;
  /**
   * 1: the attempt before the pause was the recipient's first. 2: it was, and the attempt after the pause was accepted.
   * 0: neither.
   */
  first: Uint8Array;
  /** True if the backoff times are known: the settings state them, or most pauses agree with the defaults. */
  timesKnown: boolean;
}

const RATE =
  /\b(rate|volume|throttl|(?:per|last|past|each) (second|minute|hour|day)|too (fast|quickly|frequently|much|many (messages|mails|emails|requests))|(sending|sender|message|mail|outbound|daily|hourly) (quota|limit)|unusual|slow down)/i;
const TOO_MANY =
  /refused to talk to me: 4|(too many|maximum number of) (concurrent |simultaneous )?(connections|sessions)|\b421\b/i;

const SAID_TOO_MANY =
  / said: 421|(too many|maximum number of) (concurrent |simultaneous )?(connections|sessions)/i;

/** Classifies a reply that deferred a recipient. */
export function putOffBy(outcome: number, reply: string): PutOff {
  const fault = faultOf(reply);
  if (fault !== '' && fault !== 'connect' && fault !== 'lookup') return fault;
  switch (OUTCOMES[outcome]) {
    case 'suspended':
      return 'dead';
    case 'connection':
    case 'handshake':
      return RATE.test(reply) ? 'rate' : TOO_MANY.test(reply) ? 'too-many' : 'unreachable';
    case 'refused-later':
      return RATE.test(reply) ? 'rate' : SAID_TOO_MANY.test(reply) ? 'too-many' : 'session';
    case 'lost':
      return 'lost';
    default:
      return 'local';
  }
}

/** All pauses of a record: from a recipient's deferral to its next attempt. */
export function pausesOf({ instance, settings }: Traffic, recipients: Recipients): Pauses {
  const { attempts, deliveries, activations, lives } = instance.tables;
  const minimal = globalOf(settings, 'minimal_backoff_time', 300) * MICROS_PER_SECOND;
  const maximal = Math.max(minimal, globalOf(settings, 'maximal_backoff_time', 4000) * MICROS_PER_SECOND);
  let count = 0;
  for (let row = 1; row < attempts.length; row++) if (attempts.status[row] === DEFERRED) count++;
  const pauses: Pauses = {
    length: count,
    before: new Uint32Array(count),
    after: new Uint32Array(count),
    from: new Float64Array(count),
    to: new Float64Array(count),
    due: new Float64Array(count),
    why: new Uint8Array(count),
    first: new Uint8Array(count),
    timesKnown: settings?.hasMain === true,
  };
  /** Index + 1 of the pause that a recipient is in; 0 = none. */
  const open = new Uint32Array(recipients.count);
  const whyOf = new Map<number, number>();
  let next = 0;
  for (let row = 1; row < attempts.length; row++) {
    const life = attempts.life[row] ?? 0;
    const recipient = recipients.of[row] ?? 0;
    const waiting = (open[recipient] ?? 0) - 1;
    if (waiting >= 0) {
      const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
      const again = activations.time[activation] ?? 0;
      pauses.after[waiting] = row;
      pauses.to[waiting] = Math.max(
        pauses.from[waiting] ?? 0,
        again === 0 ? (attempts.time[row] ?? 0) : again,
      );
      if (pauses.first[waiting] === 1 && attempts.status[row] === SENT) pauses.first[waiting] = 2;
      open[recipient] = 0;
    }
    if (attempts.status[row] !== DEFERRED) continue;
    const time = attempts.time[row] ?? 0;
    const reply = attempts.reply[row] ?? 0;
    let why = whyOf.get(reply);
    if (why === undefined) {
      why = PUT_OFF.indexOf(putOffBy(attempts.outcome[row] ?? 0, instance.pools.replies.text(reply)));
      whyOf.set(reply, why);
    }
    const age = time - arrivalOf(instance, row);
    pauses.before[next] = row;
    pauses.from[next] = time;
    // With stamps of whole seconds a message may end at the stamp of its last attempt.
    pauses.to[next] = lives.ended[life] ? Math.max(time, lives.ended[life]) : instance.to;
    pauses.due[next] = time + Math.max(minimal, Math.min(maximal, age));
    pauses.why[next] = why;
    pauses.first[next] = waiting < 0 ? 1 : 0;
    open[recipient] = ++next;
  }
  pauses.timesKnown ||= keepTimes(pauses);
  return pauses;
}

/** Arrival of an attempt's message: the line's time minus its delay. */
export function arrivalOf({ tables }: Instance, row: AttemptRow): number {
  const { attempts } = tables;
  const delay = printed(attempts.delay[row] ?? 0, ((attempts.digits[row] ?? 0) >>> DIGITS.delay) & 15);
  return (attempts.time[row] ?? 0) - (Number.isNaN(delay) ? 0 : delay * MICROS_PER_SECOND);
}

/** Seconds between the end of the backoff and the retry: the mail waited for a scan of the deferred queue. */
export function scanWait({ to, due, after }: Pauses, row: AttemptRow): Seconds {
  return after[row] === 0 ? 0 : Math.max(0, (to[row] ?? 0) - (due[row] ?? 0)) / MICROS_PER_SECOND;
}

/** True if the retry came before the backoff rule allowed it, so something requested it (`postqueue -f`, `-i`, a release from hold). */
export function cameEarly({ to, due, after }: Pauses, row: AttemptRow): boolean {
  return after[row] !== 0 && (to[row] ?? 0) < (due[row] ?? 0) - WHOLE_SECONDS * MICROS_PER_SECOND;
}

/**
 * True if most pauses agree with the backoff times. If most mail returned earlier, the actual backoff times are
 * different; it does not mean that somebody flushed the queue.
 */
function keepTimes(pauses: Pauses): boolean {
  let [ended, early] = [0, 0];
  for (let row = 0; row < pauses.length; row++) {
    if (pauses.after[row] === 0) continue;
    ended++;
    if (cameEarly(pauses, row)) early++;
  }
  return early * 2 < ended;
}

/** Most hand-overs of one mail that are followed. */
const LONGEST_CHAIN = 8;

/** Recipient of each attempt. `count` includes 0. */
export interface Recipients {
  of: Uint32Array;
  count: number;
}

/**
 * Numbers recipients in order of their first attempt, from 1. Mail that a filter hands back still counts as the same
 * mail.
 */
export function numberRecipients({ tables }: Instance): Recipients {
  const { attempts } = tables;
  const pairs = new Pairs();
  const of = new Uint32Array(attempts.length);
  const roots = rootsOf(tables);
  for (let row = 1; row < attempts.length; row++)
    of[row] = pairs.of(roots[attempts.life[row] ?? 0] ?? 0, attempts.to[row] ?? 0) + 1;
  return { of, count: pairs.count + 1 };
}

const HANDED_OVER = new Set([LINK_KINDS.indexOf('queued-as'), LINK_KINDS.indexOf('filtered')]);

/** For each life the one in which its mail arrived: a filter of this Postfix hands mail back as a new life. */
export function rootsOf({ lives, links }: Tables): Uint32Array {
  const roots = Uint32Array.from({ length: lives.length }, (_, life) => life);
  for (let row = 1; row < links.length; row++) {
    const child = links.child[row] ?? 0;
    if (links.instance[row] !== 0 || !HANDED_OVER.has(links.kind[row] ?? 0)) continue;
    if (roots[child] === child) roots[child] = links.parent[row] ?? child;
  }
  for (let life = 1; life < lives.length; life++) {
    // A chain of filters is short. A circle cannot come from Postfix, but a forged log may have one.
    for (let step = 0; step < LONGEST_CHAIN && roots[life] !== roots[roots[life] ?? 0]; step++)
      roots[life] = roots[roots[life] ?? 0] ?? life;
  }
  return roots;
}
