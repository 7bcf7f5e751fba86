import type { DeliveryRecord, JobLedger, MessageLedger, ServerRecord } from './model.ts';

/** Copies of rows that change often, for keyframes. `qmgr/create.ts` explains the order of the members. */

export function copyDelivery(row: DeliveryRecord): DeliveryRecord {
  return {
    pool: row.pool,
    transport: row.transport,
    agent: row.agent,
    msg: row.msg,
    job: row.job,
    entry: row.entry,
    queue: row.queue,
    queueName: row.queueName,
    recipients: row.recipients,
    positions: row.positions,
    ordinal: row.ordinal,
    start: row.start,
    end: row.end,
    result: row.result,
    preempted: row.preempted,
    preemptor: row.preemptor,
    server: row.server,
    served: row.served,
    phase: row.phase,
    outcome: row.outcome,
    reason: row.reason,
    bounced: row.bounced,
    replyTimer: row.replyTimer,
    operation: row.operation,
    arrived: row.arrived,
    until: row.until,
    recorded: row.recorded,
    orphaned: row.orphaned,
    legs: row.legs,
    leg: row.leg,
    step: row.step,
    over: row.over,
    said: row.said,
  };
}

export function copyServer(row: ServerRecord): ServerRecord {
  return {
    name: row.name,
    behaviour: row.behaviour,
    inherited: row.inherited,
    sessions: row.sessions,
    waiting: row.waiting,
    turn: row.turn,
  };
}

export function copyJobLedger(row: JobLedger): JobLedger {
  return {
    msg: row.msg,
    spends: row.spends,
    above: row.above,
    below: row.below,
    gone: row.gone,
    failedCount: row.failedCount,
    failed: row.failed,
    open: row.open,
  };
}

export function copyMessageLedger(row: MessageLedger): MessageLedger {
  return {
    number: row.number,
    injected: row.injected,
    recipients: row.recipients,
    delivered: row.delivered,
    bounced: row.bounced,
    deferred: row.deferred,
    place: row.place,
    firstSlotAt: row.firstSlotAt,
    lastSlotAt: row.lastSlotAt,
    doneAt: row.doneAt,
    jobs: row.jobs,
  };
}
