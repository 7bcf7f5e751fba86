import type { DeliveryId } from '../../../protocol/ids.ts';
import type { ModelledDown, ModelledServer } from '../../../protocol/modelled.ts';
import type { Micros } from '../../../protocol/units.ts';
import { find, get, touch } from '../../tables.ts';
import { clockSchedule } from '../../timers/clock.ts';
import type { RecordedProgress } from '../model.ts';
import { ONE, type World } from '../state.ts';
import { REPLY } from '../task-label.ts';
import { CURSOR } from './create.ts';
import { cachingOf, keep, keptAt, noteDone, rowOf, takeKept } from './kept.ts';
import type { ModelledMessage, ModelledSession, ModelledWorld, ModelledPool } from './model.ts';
import { nextBits } from '../rng.ts';

/** The progress of a request before any answer. */
export const NOTHING: RecordedProgress = { waits: 0, kept: [], bounced: 0, reason: '', status: '' };

export function sessionOf(modelled: ModelledWorld, delivery: DeliveryId): ModelledSession {
  return rowOf(modelled.sessions, delivery, () => ({
    server: 0,
    nexthop: '',
    keep: false,
    begun: 0,
    startUp: 0,
    uses: 0,
  }));
}

export function serveModelled(world: World, modelled: ModelledWorld, id: DeliveryId): void {
  const { msg, positions, queue, pool } = get(world.deliveries, id);
  const { nexthop, busyCount } = get(world.qmgr.queues, queue);
  const { servers } = modelled.setup;
  const index = get(world.ledger.messages, msg).number - 1;
  const first = firstOf(modelled, index);
  const recipients = positions.map((position) => first + position);
  const at = serverOf(modelled, recipients[0] as number, nexthop);
  const server = servers[at] as ModelledServer;
  const { now } = get(world.one, ONE);
  const { stores, loads } = cachingOf(modelled, queue, busyCount, now);
  const session = sessionOf(modelled, id);
  session.nexthop = nexthop;
  session.keep = stores && server.reuse;
  session.begun = now;
  const tries = messageOf(modelled, index).tries;
  const attempt = tries[positions[0] as number] ?? 0;
  const recipient = recipients[0] as number;
  const { startUp, uses } = processFor(modelled, pool, now, startUpOf(modelled, recipient, attempt));
  session.startUp = startUp;
  session.uses = uses;
  const kept = loads && server.reuse ? takeKept(modelled, at, nexthop, now) : null;
  if (kept !== null) {
    session.begun = kept.begun;
    if (downAt(modelled, at, now) === null)
      return inSession(world, modelled, id, { at, server, recipients, greeting: 0 });
    // The server had closed the kept connection; the agent opens a new connection.
    session.begun = now;
    touch(modelled.servers, at + 1).open--;
  }
  const failure = failureAt(modelled, at, now);
  const greeting = greetingOf(modelled, server, recipient, attempt);
  if (failure === null) {
    begin(modelled, at, now);
    return inSession(world, modelled, id, { at, server, recipients, greeting });
  }
  const other = servers[modelled.setup.fallback];
  if (other !== undefined) {
    begin(modelled, modelled.setup.fallback, now);
    const wait = failure.after + greetingOf(modelled, other, recipient, attempt);
    session.keep = false;
    const where = { at: modelled.setup.fallback, server: other, recipients, greeting: wait };
    return inSession(world, modelled, id, where);
  }
  session.server = 0;
  reply(world, id, session.startUp + failure.after, {
    ...NOTHING,
    kept: positions,
    reason: failure.reason,
    status: failure.status,
  });
}

/** Lowest number of a recipient of added mail. Recipients of the record have lower numbers. */
const ADDED = 2 ** 26;

function firstOf({ setup }: ModelledWorld, index: number): number {
  return setup.messages.first[index] ?? ADDED + index * 1024;
}

/** Finds the server of a recipient, as in the record. Added mail uses the server of recorded mail to its destination. */
function serverOf({ setup }: ModelledWorld, recipient: number, nexthop: string): number {
  const { server, nexthop: nexthops } = setup.messages;
  const known = server[recipient];
  if (known !== undefined) return known;
  const like = nexthops.findIndex((text) => setup.texts[text] === nexthop);
  return server[like] ?? 0;
}

function messageOf(modelled: ModelledWorld, index: number): ModelledMessage {
  return rowOf(modelled.messages, index + 1, () => ({ msg: 0, tries: [] }));
}

function downAt({ setup, one }: ModelledWorld, at: number, now: Micros): ModelledDown | null {
  const { down, refusal } = setup.servers[at] as ModelledServer;
  const forced = get(one, CURSOR).forced[at];
  if (forced === 'up') return null;
  const found = down.find(({ from, until }) => now >= from && now < until);
  if (found !== undefined || forced === undefined) return found ?? null;
  // The connection fails as in a recorded downtime, or else as at a host that refuses connections.
  const like = down[0] ?? { ...refusal, reason: refusal.reason || 'Connection refused', status: '4.4.1' };
  return { ...like, from: now, until: now + 1 };
}

/** Explains why a new connection fails now, or null. */
function failureAt(
  modelled: ModelledWorld,
  at: number,
  now: Micros,
): { after: Micros; reason: string; status: string } | null {
  const server = modelled.setup.servers[at] as ModelledServer;
  const { open, begun } = get(modelled.servers, at + 1);
  const down = downAt(modelled, at, now);
  if (down !== null) return down;
  if (server.sessions > 0 && open + keptAt(modelled, at, now).length >= server.sessions)
    return server.refusal;
  const { rate } = server;
  if (rate !== null && begun.filter((one) => one > now - rate.per).length >= rate.sessions)
    return server.refusal;
  return null;
}

function begin(modelled: ModelledWorld, at: number, now: Micros): void {
  const { rate } = modelled.setup.servers[at] as ModelledServer;
  const state = touch(modelled.servers, at + 1);
  state.open++;
  if (rate !== null) state.begun = [...state.begun.filter((one) => one > now - rate.per), now];
}

interface Where {
  at: number;
  server: ModelledServer;
  recipients: readonly number[];
  greeting: Micros;
}

/** The session is open: decides how long it takes and what the server answers. */
function inSession(
  world: World,
  modelled: ModelledWorld,
  id: DeliveryId,
  { at, server, recipients, greeting }: Where,
): void {
  const { positions, msg } = get(world.deliveries, id);
  const { answers } = modelled.setup;
  const row = messageOf(modelled, get(world.ledger.messages, msg).number - 1);
  const tries = row.tries.slice();
  const kept: number[] = [];
  let [bounced, paces] = [0, 0];
  const most = server.recipients ?? Infinity;
  let taken = 0;
  for (const [i, recipient] of recipients.entries()) {
    const position = positions[i] as number;
    // The server's limit decides, even if the record has another result for this recipient.
    if (taken >= most) {
      kept.push(position);
      paces += paceOf(modelled, server, recipient, 0);
      continue;
    }
    const attempt = tries[position] ?? 0;
    while (tries.length < position) tries.push(0);
    tries[position] = attempt + 1;
    paces += paceOf(modelled, server, recipient, attempt);
    const last = (answers.first[recipient + 1] as number) - 1;
    const fate = answers.fate[Math.min((answers.first[recipient] as number) + attempt, last)] ?? 0;
    if (last < (answers.first[recipient] as number) || fate === 0) {
      taken++;
      continue;
    }
    if (fate === 1) kept.push(position);
    else bounced++;
  }
  row.tries = tries;
  const accepted = recipients.length - kept.length - bounced > 0;
  const usual = server.recipient * recipients.length + (accepted ? server.message : 0);
  const session = sessionOf(modelled, id);
  session.server = at + 1;
  const took =
    session.startUp + greeting + Math.round((usual * paces) / recipients.length / 1000) + modelled.setup.turn;
  reply(world, id, took, { ...NOTHING, kept, bounced });
}

/** Sets the answer of a delivery, which comes after `after` microseconds, at least 1. */
export function reply(world: World, id: DeliveryId, after: Micros, said: RecordedProgress): void {
  const { now } = get(world.one, ONE);
  const row = touch(world.deliveries, id);
  row.recorded = said;
  row.outcome = said.reason !== '' ? 'site-fail' : said.kept.length > 0 ? 'defer' : 'ok';
  row.reason = said.reason;
  row.bounced = said.bounced;
  row.replyTimer = clockSchedule(world.clock, now + Math.max(1, after), REPLY, id, world.clockPort);
}

/** The delivery is over: its connection is kept or closed. */
export function over(world: World, modelled: ModelledWorld, id: DeliveryId): void {
  const { queue, pool } = get(world.deliveries, id);
  const { now } = get(world.one, ONE);
  if (queue !== 0) noteDone(modelled, queue, now);
  const session = find(modelled.sessions, id);
  if (session === undefined) return;
  if (session.uses > 0) processDone(modelled, pool, session.uses, now);
  if (session.server === 0) return;
  touch(modelled.servers, session.server).open--;
  if (session.keep) keep(modelled, session.server - 1, session, now);
}

/** The pace of a delivery that takes the server's usual time, in thousandths. */
const USUAL = 1000;
/** Difference between two runs of the same mail on a real machine, in thousandths of a delivery's time. */
const NOISE = 15;

/** Draws 32 bits that depend only on luck, recipient of the run, attempt and purpose (`salt`). */
function bitsOf(luck: number, recipient: number, attempt: number, salt: number): number {
  let state = (luck * 0x9e3779b1) >>> 0;
  for (const part of [recipient, attempt, salt])
    state = nextBits((state ^ Math.imul(part + 1, 0x85ebca6b)) >>> 0).bits;
  return state;
}

function pick(from: readonly number[], bits: number): number | undefined {
  return from[Math.floor((bits * from.length) / 4294967296)];
}

/** Returns the time of a delivery to this recipient, in thousandths of the server's usual time. Attempts count from 0. */
function paceOf(
  { setup }: ModelledWorld,
  server: ModelledServer,
  recipient: number,
  attempt: number,
): number {
  const own = setup.messages.pace[recipient] ?? 0;
  const known = own > 0 && keepsOwn(setup.luck);
  const pace = known
    ? own
    : (pick(server.paces, bitsOf(setup.luck, recipient, known ? 0 : attempt, 1)) ?? USUAL);
  if (setup.luck === 0) return pace;
  const noise = bitsOf(setup.luck, recipient, attempt, 2) / 4294967296 - 0.5;
  return Math.max(1, pace + (pace * noise * 2 * NOISE) / 1000);
}

/** True if `luck` is even: each recipient keeps its recorded values. An odd number draws new values, as on another day. */
function keepsOwn(luck: number): boolean {
  return luck % 2 === 0;
}

function startUpOf({ setup }: ModelledWorld, recipient: number, attempt: number): Micros {
  return pick(setup.startUp, bitsOf(setup.luck, recipient, attempt, 4)) ?? 0;
}

/** Returns the time for connection and greeting of a delivery. `recipient` is its first recipient. */
function greetingOf(
  { setup }: ModelledWorld,
  server: ModelledServer,
  recipient: number,
  attempt: number,
): Micros {
  return pick(server.greeting, bitsOf(setup.luck, recipient, attempt, 3)) ?? 0;
}

function poolOf(modelled: ModelledWorld, pool: number): ModelledPool {
  return rowOf(modelled.pools, pool, () => ({ idle: [], starting: 0 }));
}

/**
 * Finds a process for a delivery: the process that has been idle longest (idle processes queue for the lock on the
 * socket), else a new one. master starts one process at a time, because it counts a new process as free until it has
 * taken a request. Returns the wait for the process, and the number of its requests including this one. `startUp`:
 * time to start a process now.
 */
function processFor(
  modelled: ModelledWorld,
  pool: number,
  now: Micros,
  startUp: Micros,
): { startUp: Micros; uses: number } {
  const row = poolOf(modelled, pool);
  const [first, ...others] = row.idle.filter(({ since }) => since + modelled.setup.maxIdle > now);
  row.idle = others;
  if (first !== undefined) return { startUp: 0, uses: first.uses + 1 };
  row.starting = Math.max(now, row.starting) + startUp;
  return { startUp: row.starting - now, uses: 1 };
}

function processDone(modelled: ModelledWorld, pool: number, uses: number, now: Micros): void {
  if (uses >= modelled.setup.maxUse) return;
  const row = poolOf(modelled, pool);
  row.idle = [...row.idle, { since: now, uses }];
}
