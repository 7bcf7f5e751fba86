import type { DeliveryId } from '../../protocol/ids.ts';
import { type ServerFault, TOO_MANY_SESSIONS } from '../../protocol/commands.ts';
import { MICROS_PER_MILLI, type Micros } from '../../protocol/units.ts';
import { get, touch } from '../tables.ts';
import { clockSchedule } from '../timers/clock.ts';
import type { DeliveryResult } from './model.ts';
import { phaseBegin } from './phases.ts';
import { badMachine, faultDraw, latencyDraw, serverFor } from './servers.ts';
import { ONE, type World } from './state.ts';
import { REPLY } from './task-label.ts';

/**
 * What happens between an agent and a server: connect, greeting, session. A failure before the session is a connection
 * or handshake failure and counts against the destination. A failure in the session concerns only its recipients
 * (qmgr/README.md §12.3, SCHEDULER_README "Summary of the concurrency feedback algorithm").
 */

/** A refusal arrives after this time (µs): one round trip. */
const ROUND_TRIP: Micros = 5_000;

interface Outcome {
  result: DeliveryResult;
  reason: string;
  bounced?: number;
}

/** An agent connects. The server's behaviour is drawn now; nothing that happens later changes it. */
export function sessionConnect(world: World, id: DeliveryId): void {
  // With a recipient limit of 1 the queue is named after the address, but its server is the next hop's.
  const { nexthop } = get(world.qmgr.queues, get(world.deliveries, id).queue);
  const server = serverFor(world, nexthop.toLowerCase());
  touch(world.deliveries, id).server = server;
  const { behaviour, sessions, waiting } = get(world.servers, server);
  const { fault } = behaviour;
  if (fault?.kind === 'unreachable') return waitInVain(world, id, 'connect');
  if (fault?.kind === 'silent') return waitInVain(world, id, 'greeting');
  if (fault?.kind === 'backlog' && sessions >= fault.workers) {
    const full = waiting.length >= fault.queue;
    if (full && fault.overflow !== 'hang') return waitInVain(world, id, 'connect');
    waitInVain(world, id, 'greeting');
    // A connection that hangs is in no worker's queue, so a worker that becomes free does not serve it.
    if (full) return;
    touch(world.servers, server).waiting = [...waiting, id];
    return;
  }
  const refusal = handshakeFailure(world, server, fault);
  if (refusal !== null) return refuse(world, id, { result: 'site-fail', reason: refusal });
  sessionOpen(world, id);
}

/** Explains why this connection fails immediately, or null. */
function handshakeFailure(world: World, server: number, fault: ServerFault | undefined): string | null {
  const { now } = get(world.one, ONE);
  switch (fault?.kind) {
    case 'refuse':
      return 'connect: Connection refused';
    case 'limit':
      return get(world.servers, server).sessions >= fault.sessions ? TOO_MANY_SESSIONS : null;
    case 'one-of':
      return badMachine(world, server, fault.machines, fault.pick) ? 'connect: Connection refused' : null;
    case 'down':
      return now >= fault.from * MICROS_PER_MILLI && now < fault.until * MICROS_PER_MILLI
        ? 'connect: Connection refused'
        : null;
    default:
      return null;
  }
}

/** No answer comes unless a worker of the server becomes free. */
function waitInVain(world: World, id: DeliveryId, phase: 'connect' | 'greeting'): void {
  if (world.threads === null) phaseBegin(world, id, phase, SILENCE[phase]);
  else world.threads.part.legsSilent(world, world.threads, id, phase);
}

function refuse(world: World, id: DeliveryId, outcome: Outcome): void {
  if (world.threads === null) answer(world, id, ROUND_TRIP, outcome);
  else world.threads.part.legsRefuse(world, world.threads, id, ROUND_TRIP, { bounced: 0, ...outcome });
}

function answer(world: World, id: DeliveryId, after: Micros, outcome: Outcome): void {
  const row = touch(world.deliveries, id);
  row.outcome = outcome.result;
  row.reason = outcome.reason;
  row.bounced = outcome.bounced ?? 0;
  const { now } = get(world.one, ONE);
  row.replyTimer = clockSchedule(world.clock, now + after, REPLY, id, world.clockPort);
}

/** The greeting has arrived: the server works on the message, and the session timeout applies. */
function sessionOpen(world: World, id: DeliveryId): void {
  const { server, msg, recipients } = get(world.deliveries, id);
  touch(world.servers, server).sessions++;
  touch(world.deliveries, id).served = true;
  if (world.threads === null) phaseBegin(world, id, 'session', SILENCE.end);
  const { behaviour } = get(world.servers, server);
  const outcome: Outcome = { result: 'ok', reason: '' };
  if (behaviour.fault?.kind === 'greylist') {
    const age = get(world.one, ONE).now - get(world.ledger.messages, msg).injected;
    if (age < behaviour.fault.wait * MICROS_PER_MILLI) {
      outcome.result = 'defer';
      outcome.reason = 'host said: 450 4.2.0 Greylisted, try again later';
    }
  }
  if (behaviour.fault?.kind === 'bounce') {
    outcome.bounced = 0;
    for (let i = 0; i < recipients; i++) {
      if (faultDraw(world, 100) <= behaviour.fault.percent) outcome.bounced++;
    }
    if (outcome.bounced > 0) outcome.reason = 'host said: 550 5.1.1 User unknown';
  }
  if (world.threads === null) answer(world, id, latencyDraw(world, behaviour), outcome);
  else world.threads.part.legsServe(world, world.threads, id, { bounced: 0, ...outcome });
}

/** The server has finished the delivery: its worker serves the next waiting delivery. */
export function sessionClose(world: World, id: DeliveryId): void {
  const { server, served } = get(world.deliveries, id);
  if (server === 0) return;
  const row = touch(world.servers, server);
  if (served) row.sessions--;
  row.waiting = row.waiting.filter((other) => other !== id);
  const [next, ...rest] = row.waiting;
  const { fault } = row.behaviour;
  const room = fault?.kind === 'backlog' ? fault.workers : Number.POSITIVE_INFINITY;
  if (next === undefined || row.sessions >= room) return;
  row.waiting = rest;
  sessionOpen(world, next);
}

/** What the agent reports after a timeout, by phase. */
export const SILENCE = {
  connect: 'connect: Connection timed out',
  greeting: 'conversation timed out while receiving the initial server greeting',
  end: 'conversation timed out while sending end of data',
} as const;
