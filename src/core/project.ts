import { timerName } from '../protocol/timer-name.ts';
import type { View } from '../protocol/frame.ts';
import type { MessageId, TransportId, QueueId, DeliveryId, OperationId } from '../protocol/ids.ts';
import type {
  DeliveryRow,
  ListRow,
  MailRow,
  MessageRow,
  QueueRow,
  RowTypes,
  ServerRow,
  TransportRow,
  WheelRow,
} from '../protocol/rows.ts';
import type { ThreadsRow } from '../protocol/threads-view.ts';
import { listIds } from './lists.ts';
import { CORE, coreOf } from './qmgr/model.ts';
import { paramValue } from './qmgr/param-set.ts';
import { jobRow, mixRevs } from './project-jobs.ts';
import { type ListedJobs, listJobs } from './project-list.ts';
import type { Simulation } from './simulation.ts';
import { find, get, ids, revOf } from './tables.ts';
import { projectWheel } from './timers/project-wheel.ts';
import { watchedKeys, watchListCount, watchListOperations } from './timers/watch-list.ts';
import { poolIdOf, poolOf } from './world/pools.ts';
import { MAIL, mailHistory, type QueueHistory, windowHistory } from './world/history.ts';
import { numberOf } from './world/ledger.ts';
import type { DeliveryRecord } from './world/model.ts';
import { scanDue } from './world/mail-queues.ts';
import type { World } from './world/state.ts';
import { taskLabel } from './world/task-label.ts';
import { microsOfSecond } from '../protocol/units.ts';

/** All rows of one view; read-only. Equal id and equal `rev` mean an equal row. */
export interface Projection {
  transport: TransportRow[];
  job: RowTypes['job'][];
  queue: QueueRow[];
  message: MessageRow[];
  delivery: DeliveryRow[];
  /** Long job lists as columns, for the transports that the view requests. */
  lists: ListRow[];
  servers: ServerRow[];
  wheel: WheelRow;
  mail: MailRow;
  /** Agents of the shown transport as threads. Absent when agents are not threads. */
  threads?: ThreadsRow;
  numbers: [MessageId, number][];
}

/** Largest number of job rows of one transport, even if the view requests more. */
const MAX_JOB_ROWS = 2_000;
const MAX_QUEUE_ROWS = 5_000;
const MAX_SERVER_ROWS = 500;
const MAX_MESSAGE_ROWS = 5_000;
const MAX_BUSY_NUMBERS = 40;
const MAX_TASKS = 60;
const MAX_WATCHED = 12;

/** Makes rows for the shown transport. Other transports get only their TransportRow, unless the view requests all lists. */
export function projectAll(sim: Simulation, view: View): Projection {
  const { world } = sim;
  const turns = listIds(world.qmgr.lists.transports, CORE);
  const transports = turns.toSorted((a, b) => a - b);
  const shown = transports.find((id) => get(world.qmgr.transports, id).name === view.transport) ?? 0;
  const wanted = (id: TransportId): boolean => id === shown || view.lists === 'all';
  const bounded = { ...view, rows: Math.min(view.rows ?? MAX_JOB_ROWS, MAX_JOB_ROWS) };
  const listed = transports.map((id) => (wanted(id) ? listJobs(world, id, bounded) : countJobs(world, id)));
  return {
    transport: transports.map((id, i) =>
      transportRow(world, id, turns.indexOf(id) + 1, listed[i] as ListedJobs),
    ),
    job: listed.flatMap(({ rows }) => rows.map((id) => jobRow(world, id))),
    lists: listed.flatMap(({ list }) => list ?? []),
    queue: transports.flatMap((id) =>
      listIds(world.qmgr.lists.queues, id)
        .slice(0, MAX_QUEUE_ROWS)
        .map((queue) => queueRow(world, queue)),
    ),
    message: messageRows(world),
    delivery: deliveryRows(world, shown, view.deliveries),
    servers: serverRows(world),
    wheel: wheelRow(world),
    mail: mailRow(world),
    numbers: renumbered(world),
    ...threadsPart(world, view.transport),
  };
}

function threadsPart(world: World, transport: string): Pick<Projection, 'threads'> {
  const threads = world.threads?.part.threadsRow(world, transport) ?? null;
  return threads === null ? {} : { threads };
}

/** Lists messages whose number differs from their id. A plain loop: each frame may visit a hundred thousand messages. */
function renumbered(world: World): [MessageId, number][] {
  const { messages } = world.ledger;
  const numbers: [MessageId, number][] = [];
  for (let id = 1; id < messages.length; id++) {
    const number = find(messages, id)?.number ?? id;
    if (number !== id) numbers.push([id, number]);
  }
  return numbers;
}

function countJobs(world: World, transport: TransportId): ListedJobs {
  return { rows: [], count: listIds(world.qmgr.lists.jobs, transport).length, list: null };
}

function transportRow(world: World, id: TransportId, turn: number, listed: ListedJobs): TransportRow {
  const { qmgr } = world;
  const transport = get(qmgr.transports, id);
  const pool = poolOf(world, id);
  const queueCount = listIds(qmgr.lists.queues, id).length;
  const jobs = listed.rows;
  // Sorting gives the order of the time list, in which jobs queued in the same second are in the order of their
  // creation.
  const queued = (job: number): number => get(qmgr.messages, get(qmgr.jobs, job).message).queuedAt;
  const byTime =
    jobs.length === listed.count
      ? listIds(qmgr.lists.byTime, id)
      : jobs.toSorted((a, b) => queued(a) - queued(b) || a - b);
  const { params } = transport;
  const other = pool.candidate !== 0 && pool.candidate !== transport.currentJob;
  const candidate = other && (find(qmgr.jobs, pool.candidate)?.level ?? -1) >= 0 ? pool.candidate : 0;
  return {
    id,
    rev: mixRevs([
      revOf(qmgr.transports, id),
      revOf(world.pools, poolIdOf(world, id)),
      turn,
      listed.count,
      queueCount,
      ...jobs,
    ]),
    name: transport.name,
    status: transport.status === 'throttled' ? 'dead' : 'ready',
    until: transport.status === 'throttled' ? microsOfSecond(transport.retryAt) : 0,
    jobs,
    byTime,
    jobCount: listed.count,
    queueCount,
    current: transport.currentJob,
    candidate,
    candidateScore: candidate === 0 ? 0 : pool.score,
    agentFault: pool.fault,
    agentLimit: pool.limit,
    agentsBusy: pool.busyCount,
    pending: transport.pending,
    rateLocked: transport.rateLocked,
    cause: transport.cause?.reason ?? '',
    turn,
    recipientSlotsUnused: transport.recipientSlotsUnused,
    nextUnread: transport.nextUnreadJob,
    selections: pool.selections,
    params: {
      delivery_slot_cost: params.deliverySlotCost,
      delivery_slot_loan: params.deliverySlotLoan,
      delivery_slot_discount: 100 - params.deliverySlotPriceShare,
      minimum_delivery_slots: params.minimumDeliverySlots,
      initial_destination_concurrency: params.initialDestinationConcurrency,
      destination_concurrency_limit: params.destinationConcurrencyLimit,
      destination_recipient_limit: params.destinationRecipientLimit,
      recipient_limit: params.recipientLimit,
      extra_recipient_limit: params.extraRecipientLimit,
      recipient_refill_limit: params.recipientRefillLimit,
      recipient_refill_delay: params.recipientRefillDelay,
      destination_concurrency_positive_feedback: feedbackText(world, transport.name, 'positive'),
      destination_concurrency_negative_feedback: feedbackText(world, transport.name, 'negative'),
      destination_concurrency_failed_cohort_limit: params.failedCohortLimit,
      destination_rate_delay: params.destinationRateDelay,
      transport_rate_delay: params.transportRateDelay,
    },
    feedback: { positive: params.positiveFeedback, negative: params.negativeFeedback },
  };
}

/** Returns a feedback setting as the text that was set, because `1/4` reads better than 0.25. */
function feedbackText(world: World, transport: string, sign: 'positive' | 'negative'): string {
  return paramValue(world.qmgr, `${transport}_destination_concurrency_${sign}_feedback`);
}

/**
 * Cache of the last row of each destination. Revs are unique in a store, so an equal rev means an equal row, even after a
 * seek. So a frame rebuilds only rows that changed, out of thousands.
 */
const lastQueueRows = new WeakMap<World, Map<number, QueueRow>>();

function queueRow(world: World, id: QueueId): QueueRow {
  const { qmgr } = world;
  const queue = get(qmgr.queues, id);
  const transport = get(qmgr.transports, queue.transport);
  const { destinationConcurrencyLimit, failedCohortLimit } = transport.params;
  const blocker = queue.blockerTag === transport.blockerTag;
  const rev = mixRevs([
    revOf(qmgr.queues, id),
    destinationConcurrencyLimit,
    failedCohortLimit,
    blocker ? 1 : 0,
  ]);
  const rows = lastQueueRows.get(world) ?? new Map<number, QueueRow>();
  lastQueueRows.set(world, rows);
  const last = rows.get(id);
  if (last?.rev === rev) return last;
  const busy = listIds(qmgr.lists.busy, id).slice(0, MAX_BUSY_NUMBERS);
  const row: QueueRow = {
    id,
    rev,
    transport: queue.transport,
    name: queue.name,
    status: queue.status,
    window: queue.window,
    limit: destinationConcurrencyLimit,
    busyBy: busy.map((entry) => numberOf(world.ledger, get(qmgr.entries, entry).message)),
    busy: queue.busyCount,
    todo: queue.todoCount,
    success: queue.success,
    failure: queue.failure,
    failCohorts: queue.failCohorts,
    cohortLimit: failedCohortLimit,
    blocker,
    history: columnsOf(windowHistory(world.history, id)),
    until: queue.status === 'ready' ? 0 : microsOfSecond(queue.retryAt),
    reason: queue.cause?.reason ?? '',
  };
  rows.set(id, row);
  return row;
}

function columnsOf(changes: QueueHistory['changes']): QueueRow['history'] {
  return { at: changes.map(([at]) => at), window: changes.map(([, window]) => window) };
}

function messageRows(world: World): MessageRow[] {
  const rows: MessageRow[] = [];
  const { messages } = world.ledger;
  for (let id = messages.length - 1; id > 0 && rows.length < MAX_MESSAGE_ROWS; id--) {
    // Copies fields one by one: a rest pattern costs five times as much, for thousands of messages in each frame.
    const row = get(messages, id);
    const { number, injected, recipients, delivered, bounced, deferred, place } = row;
    const { firstSlotAt, lastSlotAt, doneAt } = row;
    const rev = revOf(messages, id);
    const file = place === 'deferred' ? find(world.qmgr.messages, id) : undefined;
    rows.push({
      id,
      rev: file === undefined ? rev : mixRevs([rev, revOf(world.qmgr.messages, id)]),
      retryAt: file === undefined ? -1 : microsOfSecond(file.fileTime),
      number,
      injected,
      recipients,
      delivered,
      bounced,
      deferred,
      place,
      firstSlotAt,
      lastSlotAt,
      doneAt,
    });
  }
  return rows.reverse();
}

function serverRows(world: World): ServerRow[] {
  return [...ids(world.servers)].slice(0, MAX_SERVER_ROWS).map((id) => {
    const { name, behaviour, inherited, sessions, waiting } = get(world.servers, id);
    return { name, rev: revOf(world.servers, id), behaviour, inherited, sessions, waiting: waiting.length };
  });
}

function deliveryRows(world: World, transport: TransportId, limit: number): DeliveryRow[] {
  if (transport === 0) return [];
  const pool = poolIdOf(world, transport);
  const rows: DeliveryRow[] = [];
  for (let id = world.deliveries.length - 1; id > 0 && rows.length < limit; id--) {
    const delivery = get(world.deliveries, id);
    if (delivery.pool === pool) rows.push(deliveryRow(world, id, delivery));
  }
  rows.reverse();
  const oldest = rows[0]?.id ?? 0;
  const open = poolOf(world, transport).busy.filter((id) => id !== 0 && id < oldest);
  return [
    ...open.sort((a, b) => a - b).map((id) => deliveryRow(world, id, get(world.deliveries, id))),
    ...rows,
  ];
}

function deliveryRow(world: World, id: DeliveryId, delivery: Readonly<DeliveryRecord>): DeliveryRow {
  return {
    id,
    rev: revOf(world.deliveries, id),
    transport: get(world.pools, delivery.pool).transport,
    agent: delivery.agent,
    number: numberOf(world.ledger, delivery.msg),
    entry: delivery.entry,
    queue: delivery.queueName,
    start: delivery.start,
    end: delivery.end,
    result: delivery.result,
    bounced: delivery.bounced,
    reason: delivery.end < 0 || delivery.result === 'ok' ? '' : delivery.reason,
    preempted: delivery.preempted === 0 ? 0 : numberOf(world.ledger, delivery.preempted),
    preemptor: delivery.preemptor === 0 ? 0 : numberOf(world.ledger, delivery.preemptor),
    recipients: delivery.recipients,
  };
}

function mailRow(world: World): MailRow {
  const { params, recipientCount, incomingScan, deferredScan } = coreOf(world.qmgr);
  const mail = mailHistory(world.history);
  const running = incomingScan.status === 'running' ? 'incoming' : '';
  const due = scanDue(world);
  return {
    rev: mixRevs([revOf(world.qmgr.core, CORE), revOf(world.history.mail, MAIL), due]),
    incoming: mail.incoming,
    active: mail.active,
    deferred: mail.deferred,
    hold: mail.hold,
    samples: mail.samples,
    recipientsInCore: recipientCount,
    messageActiveLimit: params.messageActiveLimit,
    messageRecipientLimit: params.messageRecipientLimit,
    messageRecipientMinimum: params.messageRecipientMinimum,
    queueRunDelay: params.queueRunDelay,
    minimalBackoff: params.minimalBackoff,
    nextScan: due,
    scanning: deferredScan.status === 'running' ? 'deferred' : running,
  };
}

function wheelRow(world: World): WheelRow {
  const wheel = projectWheel(world.clock, MAX_TASKS);
  const watched = watchedKeys(world.purgatory)
    .slice(0, MAX_WATCHED)
    .map((key) => ({
      key: find(world.qmgr.queues, key)?.name ?? '',
      numbers: watchListOperations(world.purgatory, key, MAX_WATCHED).map((operation) =>
        waitingNumber(world, operation),
      ),
      total: watchListCount(world.purgatory, key),
    }));
  const { tick, size, levels, pending, nextWakeUp, counters } = wheel;
  return {
    rev: world.store.rev,
    tick,
    size,
    levels,
    pending,
    nextWakeUp,
    tasks: wheel.tasks.map(({ number, due, level, bucket, kind, ref }) => ({
      id: number,
      due,
      level,
      bucket,
      label: timerName(taskLabel(world, kind, ref)),
    })),
    watched,
    counters,
  };
}

function waitingNumber(world: World, operation: OperationId): number {
  const delivery = find(world.deliveries, find(world.purgatory.operations, operation)?.ref ?? 0);
  return delivery === undefined ? 0 : numberOf(world.ledger, delivery.msg);
}
