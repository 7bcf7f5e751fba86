import type { AttemptRow, LifeRow, ProcessId } from '../../../protocol/ids.ts';
import type { Seconds } from '../../../protocol/units.ts';
import { newRow } from '../bytes/columns.ts';
import {
  type Bytes,
  indexOfByte,
  isDigit,
  lit,
  readInteger,
  SPACE,
  startsWith,
  isWord,
} from '../bytes/scan.ts';
import type { Instance } from '../store/instance.ts';
import { addReply, queuedAsEnd } from '../store/pools.ts';

const ORIG_TO = lit('orig_to=<');
const RELAY = lit('relay=');
const CONN_USE = lit('conn_use=');
const DELAY = lit('delay=');
const DELAYS = lit('delays=');
const DSN = lit('dsn=');
const STATUS = lit('status=');
const FORWARDED = lit('forwarded as ');

/** Parts of the current `to=` line: positions, and numbers as printed. Reused for every line. */
const seen = {
  toFrom: 0,
  toEnd: 0,
  origFrom: 0,
  origEnd: 0,
  relayFrom: 0,
  relayEnd: 0,
  connUse: 0,
  dsnFrom: 0,
  dsnEnd: 0,
  statusFrom: 0,
  replyFrom: 0,
  replyEnd: 0,
  delay: 0,
  a: 0,
  b: 0,
  c: 0,
  d: 0,
  digits: 0,
};

/** Value of `digits` before a line is read: 15 (nothing printed) for each of delay, a, b, c, d. */
const NO_DIGITS = 0xfffff;

/**
 * Reads `to=<…>, relay=…, delay=…, delays=…, dsn=…, status=… (…)` at `from`: one attempt for one recipient.
 *
 * @returns False if the line has no status because it was cut.
 */
export function takeAttempt(
  into: Instance,
  buf: Bytes,
  idFrom: number,
  idTo: number,
  from: number,
  to: number,
  tag: number,
  pid: ProcessId,
): boolean {
  if (!readFields(buf, from, to)) return false;
  const { tables, pools } = into;
  const { lives, attempts } = tables;
  const life = into.life(buf, idFrom, idTo);
  if (life === 0 || attempts.length >= ATTEMPTS_MAX) {
    into.notKept++;
    return true;
  }
  const row = newRow(attempts);
  const { strings } = pools;
  attempts.time[row] = into.time;
  attempts.life[row] = life;
  attempts.to[row] = strings.add(buf, seen.toFrom, seen.toEnd);
  attempts.origTo[row] = strings.add(buf, seen.origFrom, seen.origEnd);
  attempts.relay[row] = strings.add(buf, seen.relayFrom, seen.relayEnd);
  attempts.connUse[row] = Math.min(seen.connUse, 65_535);
  attempts.delay[row] = seen.delay;
  attempts.a[row] = seen.a;
  attempts.b[row] = seen.b;
  attempts.c[row] = seen.c;
  attempts.d[row] = seen.d;
  attempts.digits[row] = seen.digits;
  attempts.dsn[row] = pools.codes.add(buf, seen.dsnFrom, seen.dsnEnd);
  attempts.line[row] = into.line;
  attempts.file[row] = into.file;
  attempts.before[row] = lives.lastAttempt[life] ?? 0;
  lives.lastAttempt[life] = row;
  lives.attempts[life] = (lives.attempts[life] ?? 0) + 1;
  answer(into, row, buf);
  join(into, row, life, tag, pid);
  return true;
}

/** Most attempts that are stored. Further ones are only counted. */
const ATTEMPTS_MAX = 20_000_000;

function answer(into: Instance, row: AttemptRow, buf: Bytes): void {
  const { attempts } = into.tables;
  const status = statusOf(buf[seen.statusFrom] ?? 0, buf[seen.statusFrom + 1] ?? 0);
  attempts.status[row] = status;
  const { replyFrom, replyEnd } = seen;
  const sent = status === 1;
  let end = replyEnd;
  if (sent && replyEnd > replyFrom) {
    const as = queuedAsEnd(buf, replyFrom, replyEnd);
    const tail =
      as >= 0 ? as : startsWith(buf, replyFrom, replyEnd, FORWARDED) ? replyFrom + FORWARDED.length : -1;
    if (tail >= 0) {
      let idEnd = tail;
      while (idEnd < replyEnd && isWord(buf[idEnd] ?? 0)) idEnd++;
      attempts.queuedAs[row] = into.pools.texts.add(buf, tail, idEnd);
      end = tail;
    }
  }
  const reply = addReply(into.pools, buf, replyFrom, end);
  attempts.reply[row] = reply;
  attempts.outcome[row] = sent ? 1 : (into.pools.outcomes[reply] ?? 0);
}

/** Index into STATUSES, from the first two letters of a status. */
function statusOf(first: number, second: number): number {
  switch (first) {
    case 115:
      return 1;
    case 98:
      return 3;
    case 100:
      return second === 101 ? 2 : 7;
    case 117:
      return 5;
    case 101:
      return 6;
    default:
      return 7;
  }
}

/** Adds the attempt to the delivery of the previous line of the same process, or starts a new delivery. */
function join(into: Instance, row: AttemptRow, life: LifeRow, tag: number, pid: ProcessId): void {
  const { attempts, deliveries, agents } = into.tables;
  const key = tag * 4_194_304 + (pid % 4_194_304);
  let agent = into.agents.get(key) ?? 0;
  if (agent === 0) {
    agent = newRow(agents);
    agents.tag[agent] = tag;
    agents.pid[agent] = pid;
    agents.first[agent] = into.time;
    into.agents.set(key, agent);
  }
  const before = agents.lastDelivery[agent] ?? 0;
  const last = deliveries.last[before] ?? 0;
  let delivery = before;
  if (
    before !== 0 &&
    agents.lastLife[agent] === life &&
    deliveries.activation[before] === into.tables.lives.lastActivation[life] &&
    sameRequest(into, last, row)
  ) {
    attempts.next[last] = row;
  } else {
    delivery = newRow(deliveries);
    deliveries.life[delivery] = life;
    deliveries.activation[delivery] = into.tables.lives.lastActivation[life] ?? 0;
    deliveries.agent[delivery] = agent;
    deliveries.first[delivery] = row;
    deliveries.before[delivery] = before;
    agents.deliveries[agent] = (agents.deliveries[agent] ?? 0) + 1;
    agents.lastDelivery[agent] = delivery;
    agents.lastLife[agent] = life;
  }
  attempts.delivery[row] = delivery;
  deliveries.last[delivery] = row;
  deliveries.count[delivery] = (deliveries.count[delivery] ?? 0) + 1;
  deliveries.end[delivery] = into.time;
  agents.last[agent] = into.time;
}

/** True if two attempts have the same relay and exactly the same printed `delays` (or `delay`, if `delays` is missing). */
function sameRequest(into: Instance, one: number, other: number): boolean {
  const { attempts } = into.tables;
  if (attempts.relay[one] !== attempts.relay[other]) return false;
  // Ignore the decimals of `delay` (the last four bits), because each recipient has its own `delay`.
  if ((attempts.digits[one] ?? 0) >>> 4 !== (attempts.digits[other] ?? 0) >>> 4) return false;
  if ((attempts.digits[one] ?? 0) >>> 4 === NO_DIGITS >>> 4)
    return attempts.delay[one] === attempts.delay[other];
  return (
    attempts.a[one] === attempts.a[other] &&
    attempts.b[one] === attempts.b[other] &&
    attempts.c[one] === attempts.c[other] &&
    attempts.d[one] === attempts.d[other]
  );
}

/**
 * Notes which message another line of a process is about. If the next `to=` line of that process is about a different
 * message, it starts a new delivery.
 */
export function otherLine(into: Instance, life: LifeRow, tag: number, pid: ProcessId): void {
  const agent = into.agents.get(tag * 4_194_304 + (pid % 4_194_304));
  if (agent !== undefined) into.tables.agents.lastLife[agent] = life;
}

/** Reads the fields from `to=<` into `seen`, strictly in order, because the reply may contain similar texts. */
function readFields(buf: Bytes, from: number, to: number): boolean {
  seen.toFrom = from + 4;
  seen.toEnd = addressEnd(buf, seen.toFrom, to);
  seen.origFrom = seen.origEnd = seen.relayFrom = seen.relayEnd = seen.dsnFrom = seen.dsnEnd = 0;
  seen.connUse = seen.delay = seen.a = seen.b = seen.c = seen.d = 0;
  seen.digits = NO_DIGITS;
  let at = seen.toEnd + 1;
  while (at < to && buf[at] === 44 && buf[at + 1] === SPACE) {
    at += 2;
    if (startsWith(buf, at, to, STATUS)) return readStatus(buf, at + STATUS.length, to);
    if (startsWith(buf, at, to, ORIG_TO)) {
      seen.origFrom = at + ORIG_TO.length;
      seen.origEnd = addressEnd(buf, seen.origFrom, to);
      at = seen.origEnd + 1;
      continue;
    }
    const end = indexOfByte(buf, at, to, 44);
    if (end < 0) return false;
    readField(buf, at, end);
    at = end;
  }
  return false;
}

function readField(buf: Bytes, at: number, end: number): void {
  if (startsWith(buf, at, end, RELAY)) {
    seen.relayFrom = at + RELAY.length;
    seen.relayEnd = end;
  } else if (startsWith(buf, at, end, DELAYS)) readDelays(buf, at + DELAYS.length, end);
  else if (startsWith(buf, at, end, DELAY)) {
    seen.delay = readSeconds(buf, at + DELAY.length, end);
    seen.digits = (seen.digits & ~15) | decimals;
  } else if (startsWith(buf, at, end, DSN)) {
    seen.dsnFrom = at + DSN.length;
    seen.dsnEnd = end;
  } else if (startsWith(buf, at, end, CONN_USE)) seen.connUse = readInteger(buf, at + CONN_USE.length, end);
}

function readDelays(buf: Bytes, from: number, to: number): void {
  seen.a = readSeconds(buf, from, to);
  let digits = decimals << 4;
  seen.b = readSeconds(buf, secondsEnd + 1, to);
  digits |= decimals << 8;
  seen.c = readSeconds(buf, secondsEnd + 1, to);
  digits |= decimals << 12;
  seen.d = readSeconds(buf, secondsEnd + 1, to);
  digits |= decimals << 16;
  seen.digits = digits | (seen.digits & 15);
}

/** `status=sent (250 …)`: the reply extends to the last parenthesis. */
function readStatus(buf: Bytes, from: number, to: number): boolean {
  let at = from;
  while (at < to && buf[at] !== SPACE) at++;
  if (at === from) return false;
  seen.statusFrom = from;
  seen.replyFrom = at < to ? at + 1 : to;
  seen.replyEnd = to;
  if (buf[seen.replyFrom] === 40) {
    seen.replyFrom++;
    if (buf[to - 1] === 41) seen.replyEnd = to - 1;
  }
  if (seen.replyEnd < seen.replyFrom) seen.replyEnd = seen.replyFrom;
  return true;
}

/** Position of the `>` that ends an address. A `>` inside a quoted local part does not end it. */
export function addressEnd(buf: Bytes, from: number, to: number): number {
  if (buf[from] === 34) {
    let at = from + 1;
    while (at < to && buf[at] !== 34) at += buf[at] === 92 ? 2 : 1;
    const end = at < to ? indexOfByte(buf, at, to, 62) : -1;
    if (end >= 0) return end;
  }
  // An address without quotes may be malformed, so it ends at the first `>` that is followed by a comma.
  for (let at = from; at < to; at++) {
    if (buf[at] === 62 && (buf[at + 1] === 44 || at + 1 === to)) return at;
  }
  const end = indexOfByte(buf, from, to, 62);
  return end < 0 ? to : end;
}

let decimals = 0;
let secondsEnd = 0;
const TENTHS = [1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001];

/**
 * Seconds as printed (`0.05`, `71`). Sets `decimals` to the number of printed decimals, and `secondsEnd` to the
 * position after them.
 */
function readSeconds(buf: Bytes, from: number, to: number): Seconds {
  let value = 0;
  let at = from;
  decimals = 0;
  for (; at < to && isDigit(buf[at]); at++) value = value * 10 + (buf[at] ?? 48) - 48;
  if (buf[at] === 46) {
    for (at++; at < to && isDigit(buf[at]); at++) {
      if (decimals === 6) continue;
      value = value * 10 + (buf[at] ?? 48) - 48;
      decimals++;
    }
  }
  secondsEnd = at;
  return value * (TENTHS[decimals] ?? 1);
}
