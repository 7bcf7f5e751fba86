import type { DeliveryId } from '../../../protocol/ids.ts';
import { DELIVERY_PHASES, type DeliveryPhase, type Span } from '../../../protocol/threads-setup.ts';
import { MICROS_PER_MILLI, type Micros } from '../../../protocol/units.ts';
import { get, touch } from '../../tables.ts';
import { clockCancel, clockSchedule } from '../../timers/clock.ts';
import type { Verdict } from '../model.ts';
import { phaseArrive, phaseBegin } from '../phases.ts';
import { drawInteger } from '../rng.ts';
import { latencyDraw } from '../servers.ts';
import { ONE, type World } from '../state.ts';
import { REPLY } from '../task-label.ts';
import type { Leg, ThreadWorld } from './model.ts';
import { SILENCE } from '../sessions.ts';

/**
 * A delivery by a thread, in legs: connect, greeting, commands, data, end. In each leg the agent first waits for the
 * server (a purgatory operation of the destination, with the timeout of the phase) and then computes, which needs a
 * CPU. The legs are drawn when the server accepts, so that later events do not change them.
 */

/** Length of a wait to which no answer comes: only a timeout ends the wait. */
const NEVER: Micros = -1;

/** What the agent reports after a timeout, by phase. */
const SILENT: Record<DeliveryPhase, string> = {
  ...SILENCE,
  commands: 'conversation timed out while sending RCPT TO',
  data: 'conversation timed out while sending message body',
};

/** The server answers in every phase, with `verdict` at the end. */
export function legsServe(world: World, threads: ThreadWorld, id: DeliveryId, verdict: Verdict): void {
  const { server, legs: before, leg, step } = get(world.deliveries, id);
  const { behaviour } = get(world.servers, server);
  const plan: readonly Leg[] = DELIVERY_PHASES.map((phase) => legDraw(world, threads, id, phase))
    // The latency is drawn for every session, as without threads.
    .map((drawn) =>
      drawn.phase === 'end' ? { ...drawn, wait: endWait(world, drawn.wait, behaviour) } : drawn,
    )
    .filter(({ phase, wait, cpu }) => phase === 'end' || wait > 0 || cpu > 0);
  const waited = before[leg]?.wait === NEVER;
  const row = touch(world.deliveries, id);
  row.outcome = verdict.result;
  row.said = verdict.reason;
  row.bounced = verdict.bounced;
  if (before.length === 0) return start(world, id, plan);
  // The delivery waited in the server's accept queue: its past legs stay as they were.
  const present = before[leg]?.phase;
  const rest = plan.filter(({ phase }) => legRank(phase) > legRank(present));
  const same = plan.find(({ phase }) => phase === present) ?? { ...before[leg]!, wait: 0, cpu: 0 };
  row.legs = [...before.slice(0, leg), same, ...rest];
  if (waited && step === 'wait') reply(world, id, same.wait);
}

function endWait(world: World, drawn: Micros, behaviour: Parameters<typeof latencyDraw>[1]): Micros {
  return drawn === NEVER ? latencyDraw(world, behaviour) : drawn;
}

/** The connection or handshake fails after a round trip. */
export function legsRefuse(
  world: World,
  threads: ThreadWorld,
  id: DeliveryId,
  after: Micros,
  verdict: Verdict,
): void {
  const row = touch(world.deliveries, id);
  row.outcome = verdict.result;
  row.said = verdict.reason;
  row.bounced = 0;
  start(world, id, [{ ...legDraw(world, threads, id, 'connect'), wait: after }]);
}

/** The server is silent, perhaps for ever, after accepting the connection (`greeting`) or before (`connect`). */
export function legsSilent(
  world: World,
  threads: ThreadWorld,
  id: DeliveryId,
  phase: 'connect' | 'greeting',
): void {
  const silent = { ...legDraw(world, threads, id, phase), wait: NEVER };
  const connect = legDraw(world, threads, id, 'connect');
  const first = phase === 'greeting' && (connect.wait > 0 || connect.cpu > 0) ? [connect] : [];
  start(world, id, [...first, silent]);
}

/** Begins the delivery of an agent without a server: a wait without a timeout. */
export function legsLocal(world: World, id: DeliveryId, wait: Micros): void {
  const row = touch(world.deliveries, id);
  row.said = row.queueName;
  start(world, id, [{ phase: 'local', wait, cpu: 0 }]);
}

function start(world: World, id: DeliveryId, legs: readonly Leg[]): void {
  const row = touch(world.deliveries, id);
  row.legs = legs;
  row.leg = 0;
  legBegin(world, id);
}

/** Begins the current leg: a wait for the server, or only work. */
export function legBegin(world: World, id: DeliveryId): void {
  const row = touch(world.deliveries, id);
  const { phase, wait, cpu } = row.legs[row.leg]!;
  // The last leg waits even if the wait is 0: its answer is an event in a run without threads, too.
  if (wait === 0 && (phase !== 'end' || cpu > 0)) {
    row.step = 'cpu';
    if (row.leg === row.legs.length - 1) row.over = 'reply';
    return;
  }
  row.step = 'wait';
  if (phase !== 'local') phaseBegin(world, id, phase, SILENT[phase]);
  if (wait !== NEVER) reply(world, id, wait);
}

function reply(world: World, id: DeliveryId, wait: Micros): void {
  const { now } = get(world.one, ONE);
  touch(world.deliveries, id).replyTimer = clockSchedule(world.clock, now + wait, REPLY, id, world.clockPort);
}

/** The leg's answer has come, or the leg timed out, which ends the delivery. */
export function legArrive(world: World, id: DeliveryId, cause: 'reply' | 'timeout'): void {
  const { operation, replyTimer, legs, leg } = get(world.deliveries, id);
  if (cause === 'timeout') clockCancel(world.clock, replyTimer, world.clockPort);
  else if (operation !== 0) phaseArrive(world, id);
  const row = touch(world.deliveries, id);
  row.step = 'cpu';
  row.operation = 0;
  row.replyTimer = 0;
  row.until = -1;
  if (cause === 'timeout' || leg === legs.length - 1) row.over = cause;
}

export function legAbandon(world: World, id: DeliveryId): void {
  const { operation, replyTimer } = get(world.deliveries, id);
  clockCancel(world.clock, replyTimer, world.clockPort);
  if (operation !== 0) phaseArrive(world, id);
}

/** Draws the times of a leg. If no wait is set for `end`, the wait is NEVER: the server's latency is used instead. */
function legDraw(world: World, threads: ThreadWorld, id: DeliveryId, phase: DeliveryPhase): Leg {
  const { server } = get(world.deliveries, id);
  const own = get(world.servers, server).behaviour.phases?.[phase];
  const times = { ...threads.setup.phases[phase], ...own };
  const wait =
    times.waitMs === undefined
      ? phase === 'end'
        ? NEVER
        : 0
      : draw(threads, times.waitMs) * MICROS_PER_MILLI;
  return { phase, wait, cpu: draw(threads, times.cpuUs ?? 0) * threads.setup.story };
}

/** Draws a time. A fixed time draws nothing, so a range at one server does not change the times of other servers. */
function draw(threads: ThreadWorld, span: Span): number {
  if (typeof span === 'number') return span;
  const one = touch(threads.one, ONE);
  const { state, value } = drawInteger(one.phaseStream, span[0], span[1]);
  one.phaseStream = state;
  return value;
}

function legRank(phase: Leg['phase'] | undefined): number {
  return phase === undefined || phase === 'local' ? -1 : DELIVERY_PHASES.indexOf(phase);
}
