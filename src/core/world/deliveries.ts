import type { ThreadId } from '../../protocol/threads.ts';
import type { MessageId, DeliveryId } from '../../protocol/ids.ts';
import { type DeliveryReport, deliveryReportParts } from '../qmgr/deliver.ts';
import { fileRelease } from '../qmgr/reload.ts';
import type { Choice } from '../qmgr/selection.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { get, insert, touch } from '../tables.ts';
import { clockCancel, clockSchedule } from '../timers/clock.ts';
import { connectionsOpen } from './connections.ts';
import { ledgerFail, ledgerJob, numberOf } from './ledger.ts';
import { agentAssign, type AgentPlace } from './pools.ts';
import { phaseArrive } from './phases.ts';
import { sessionClose, sessionConnect } from './sessions.ts';
import { ONE, report, type World } from './state.ts';
import { REPLY } from './task-label.ts';

/** Duration (µs) of a delivery by `retry` or `error`. They have no server and only record a deferral. */
const LOCAL_LATENCY = 1_000;

export function deliveryStart(
  world: World,
  { msg, job, entry, queue, recipients, ordinal, preempted, preemptor }: Choice,
  place: AgentPlace,
): void {
  const { now } = get(world.one, ONE);
  const { transport, name } = get(world.pools, place.pool);
  const id = insert(world.deliveries, {
    pool: place.pool,
    transport,
    agent: place.index + 1,
    msg,
    job,
    entry,
    queue,
    queueName: get(world.qmgr.queues, queue).name,
    recipients,
    positions: get(world.qmgr.entries, entry).recipients,
    ordinal,
    start: now,
    end: -1,
    result: '',
    preempted,
    preemptor,
    server: 0,
    served: false,
    phase: 'connect',
    outcome: 'defer',
    reason: '',
    bounced: 0,
    replyTimer: 0,
    operation: 0,
    arrived: false,
    until: -1,
    recorded: null,
    orphaned: null,
    legs: [],
    leg: 0,
    step: 'wait',
    over: '',
    said: '',
  });
  agentAssign(world, place, id);
  const ledger = ledgerJob(world.ledger, job);
  ledger.open = [...ledger.open, id];
  const message = touch(world.ledger.messages, msg);
  if (message.firstSlotAt < 0) message.firstSlotAt = now;
  message.lastSlotAt = now;
  report(world, {
    kind: 'delivery.started',
    delivery: id,
    agent: place.index + 1,
    entry,
    transport,
    ...threadOf(world, place, msg),
  });
  if (world.recorded !== null) return world.recorded.part.serve(world, world.recorded, id);
  if (name !== 'retry' && name !== 'error') {
    if (world.modelled !== null) return world.modelled.part.serve(world, world.modelled, id);
    return sessionConnect(world, id);
  }
  if (world.threads !== null) return world.threads.part.legsLocal(world, id, LOCAL_LATENCY);
  const row = touch(world.deliveries, id);
  row.reason = row.queueName;
  row.replyTimer = clockSchedule(world.clock, now + LOCAL_LATENCY, REPLY, id, world.clockPort);
}

function threadOf(
  world: World,
  { pool, index }: AgentPlace,
  msg: MessageId,
): { thread?: ThreadId; item?: string } {
  const thread = world.threads === null ? 0 : world.threads.part.agentThread(world.threads, pool, index + 1);
  return thread === 0 ? {} : { thread, item: `M${numberOf(world.ledger, msg)}` };
}

/** Ends a delivery after a reply or a timeout: the agent reports and is free. */
export function deliveryEnd(world: World, id: DeliveryId, cause: 'reply' | 'timeout'): Sliced<void> {
  if (cause === 'reply') phaseArrive(world, id);
  else clockCancel(world.clock, get(world.deliveries, id).replyTimer, world.clockPort);
  return deliveryReported(world, id, cause);
}

/** Ends a delivery that waits for nothing more: the agent reports, unless it crashed or was killed, and is free. */
export function deliveryOver(world: World, id: DeliveryId, cause: 'reply' | 'timeout' | 'killed'): void {
  runToEnd(deliveryReported(world, id, cause));
}

/** Sliced form of `deliveryOver`: the report may change thousands of entries. */
export function* deliveryReported(
  world: World,
  id: DeliveryId,
  cause: 'reply' | 'timeout' | 'killed',
): Sliced<void> {
  const row = touch(world.deliveries, id);
  row.end = get(world.one, ONE).now;
  row.replyTimer = 0;
  row.operation = 0;
  if (row.legs.length > 0 && cause === 'reply') row.reason = row.said;
  const handshake = row.phase === 'connect' || row.phase === 'greeting';
  if (cause === 'reply') row.result = row.outcome;
  else row.result = handshake ? 'site-fail' : 'defer';
  if (cause === 'killed' || get(world.pools, row.pool).fault === 'crash') row.result = 'crash';
  const { result, agent, entry, transport, pool } = row;
  sessionClose(world, id);
  world.modelled?.part.over(world, world.modelled, id);
  agentAssign(world, { pool, index: agent - 1 }, 0);
  settleLedger(world, id);
  report(world, { kind: 'delivery.ended', delivery: id, agent, entry, transport, result });
  const told = reportOf(world, id);
  const rest = told === null ? null : deliveryReportParts(world.qmgr, entry, told);
  if (rest !== null) yield* rest;
  connectionsOpen(world);
}

/**
 * Returns the agent's report to the queue manager. Only a failure of the destination has a status and a reason. Null
 * after a reload: the new queue manager expects no report, so the file is released.
 */
function reportOf(world: World, id: DeliveryId): DeliveryReport | null {
  const { entry, result, reason, queueName, recorded, orphaned, msg } = get(world.deliveries, id);
  const { qmgr } = world;
  if (orphaned !== null) {
    fileRelease(qmgr, { entry, message: msg, recipients: orphaned }, result === 'ok');
    return null;
  }
  const left = recorded?.kept ?? (result === 'ok' ? 0 : get(qmgr.entries, entry).recipients.length);
  if (result === 'crash') return { status: 'crash' };
  if (result !== 'site-fail') return { status: result === 'ok' ? 'ok' : 'defer', dsn: '', reason: '', left };
  const text = recorded === null ? `${queueName}: ${reason}` : reason;
  return { status: 'defer', dsn: recorded?.status ?? '4.4.1', reason: text, left };
}

function settleLedger(world: World, id: DeliveryId): void {
  const { job, msg, result, recipients, bounced, ordinal, recorded } = get(world.deliveries, id);
  const ledger = ledgerJob(world.ledger, job);
  ledger.open = ledger.open.filter((other) => other !== id);
  const message = touch(world.ledger.messages, msg);
  const deferred = recorded?.kept.length ?? (result === 'ok' ? 0 : recipients);
  message.delivered += Math.max(0, recipients - bounced - deferred);
  message.bounced += bounced;
  message.deferred += deferred;
  if (result !== 'ok') ledgerFail(world.ledger, job, ordinal);
}
