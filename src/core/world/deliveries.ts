import type { SelectionDecision } from '../../protocol/decisions.ts';
import { deliveryReport } from '../qmgr/deliver.ts';
import { get, insert, touch } from '../tables.ts';
import { clockCancel, clockSchedule, clockScheduleDeadline } from '../timers/clock.ts';
import { connectionsOpen } from './connections.ts';
import { ledgerJob } from './ledger.ts';
import type { DeliveryRecord, DeliveryResult } from './model.ts';
import { agentAssign, type AgentPlace, poolOf } from './pools.ts';
import { serverFind, serverReply } from './servers.ts';
import { ONE, report, type World } from './state.ts';
import { REPLY, TIMEOUT } from './task-label.ts';

/** Patience of the client with a server that has accepted the connection: smtp_helo_timeout and the greeting, 300 s. */
const PATIENCE = 300_000_000;

/** Transports without a remote side: their agents answer at once, and `retry` and `error` only record a deferral. */
const LOCAL_LATENCY = 1_000;

type Chosen = NonNullable<SelectionDecision['chosen']>;

/** An agent begins to deliver the entry that was just selected. */
export function deliveryStart(world: World, chosen: Chosen, place: AgentPlace): void {
  const { qmgr } = world;
  const { now } = get(world.one, ONE);
  const preemption = world.lastSelection?.preemption;
  const transport = get(world.pools, place.pool).transport;
  const id = insert(world.deliveries, {
    rev: 0,
    transport,
    agent: place.index + 1,
    msg: chosen.msg,
    job: chosen.job,
    entry: chosen.entry,
    queue: chosen.queue,
    queueName: get(qmgr.queues, chosen.queue).name,
    recipients: chosen.recipients,
    ordinal: get(qmgr.jobs, chosen.job).selectedEntries - 1,
    start: now,
    end: -1,
    result: '',
    preempted: preemption?.outcome === 'preempted' ? preemption.current : 0,
    outcome: 'ok',
    reason: '',
    replyTimer: 0,
    timeoutTimer: 0,
  });
  agentAssign(world, place, id);
  const ledger = ledgerJob(world.ledger, chosen.job);
  ledger.open = [...ledger.open, id];
  const message = touch(world.ledger.messages, chosen.msg);
  if (message.firstSlotAt < 0) message.firstSlotAt = now;
  message.lastSlotAt = now;
  report(world, {
    kind: 'delivery.started',
    delivery: id,
    agent: place.index + 1,
    entry: chosen.entry,
    transport,
  });
  replySchedule(world, id, get(world.pools, place.pool).name);
}

/**
 * Draws the answer and puts it on the clock, and beside it the client's patience: a deadline of whole seconds on the
 * wheel that the reply cancels. Most patience timers are cancelled, which is what the wheel is good at.
 */
function replySchedule(world: World, id: number, transportName: string): void {
  const delivery = get(world.deliveries, id);
  const now = delivery.start;
  const { clock, clockPort } = world;
  if (transportName === 'retry' || transportName === 'error') {
    const row = touch(world.deliveries, id);
    row.outcome = 'defer';
    row.reason = delivery.queueName;
    row.replyTimer = clockSchedule(clock, now + LOCAL_LATENCY, REPLY, id, clockPort);
    return;
  }
  const server = serverFind(world.servers, delivery.queueName);
  const one = touch(world.one, ONE);
  const { reply, stream } = serverReply(server?.behaviour ?? { latency: 1000 }, one.latencyStream);
  one.latencyStream = stream;
  const row = touch(world.deliveries, id);
  row.reason = reply.reason;
  if (reply.kind === 'silence') {
    row.outcome = 'site-fail';
    row.timeoutTimer = clockScheduleDeadline(clock, now + reply.timeout, TIMEOUT, id, clockPort);
    return;
  }
  row.outcome = reply.result;
  row.timeoutTimer = clockScheduleDeadline(clock, now + PATIENCE, TIMEOUT, id, clockPort);
  row.replyTimer = clockSchedule(clock, now + reply.after, REPLY, id, clockPort);
}

/** The reply came, or the client's patience ended: the agent reports and is free. */
export function deliveryEnd(world: World, id: number, cause: typeof REPLY | typeof TIMEOUT): void {
  const { agent, transport, entry, replyTimer, timeoutTimer } = get(world.deliveries, id);
  clockCancel(world.clock, cause === REPLY ? timeoutTimer : replyTimer, world.clockPort);
  const row = touch(world.deliveries, id);
  row.end = get(world.one, ONE).now;
  row.result = cause === TIMEOUT ? 'site-fail' : row.outcome;
  row.replyTimer = 0;
  row.timeoutTimer = 0;
  const result = row.result;
  agentAssign(world, { pool: poolOf(world, transport).id, index: agent - 1 }, 0);
  settleLedger(world, get(world.deliveries, id), result);
  report(world, { kind: 'delivery.ended', delivery: id, agent, entry, transport, result });
  const { reason, queueName } = get(world.deliveries, id);
  const recipients = get(world.qmgr.entries, entry).recipients.length;
  if (result === 'site-fail') {
    const text = `${queueName}: ${reason === '' ? 'conversation timed out' : reason}`;
    deliveryReport(world.qmgr, entry, { status: 'defer', dsn: '4.4.1', reason: text, left: recipients });
  } else if (result === 'defer') {
    deliveryReport(world.qmgr, entry, { status: 'defer', dsn: '', reason: '', left: recipients });
  } else {
    deliveryReport(
      world.qmgr,
      entry,
      result === 'ok' ? { status: 'ok', dsn: '', reason: '', left: 0 } : { status: 'crash' },
    );
  }
  connectionsOpen(world);
}

function settleLedger(
  world: World,
  delivery: Readonly<DeliveryRecord> & { rev: number },
  result: DeliveryResult,
): void {
  const ledger = ledgerJob(world.ledger, delivery.job);
  ledger.open = ledger.open.filter((id) => get(world.deliveries, id).end < 0);
  const message = touch(world.ledger.messages, delivery.msg);
  if (result === 'ok') {
    message.delivered += delivery.recipients;
    return;
  }
  message.deferred += delivery.recipients;
  ledger.failed = [...ledger.failed, delivery.ordinal].sort((a, b) => a - b);
}
