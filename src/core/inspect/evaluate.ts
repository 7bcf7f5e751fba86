import type { JobId, MessageId, TransportId } from '../../protocol/ids.ts';
import type { Expression } from '../../protocol/debug.ts';
import { MICROS_PER_SECOND } from '../../protocol/units.ts';
import { listFirst, listIds, listNext } from '../lists.ts';
import { jobIsBlocker } from '../qmgr/blocker-tag.ts';
import { jobFind } from '../qmgr/job.ts';
import { CORE, coreOf, type JobRow, type QueueRow } from '../qmgr/model.ts';
import { queueFind } from '../qmgr/queue.ts';
import type { Simulation } from '../simulation.ts';
import { find, get, ids, NONE } from '../tables.ts';
import { mailHistory } from '../world/history.ts';
import type { MessageLedger } from '../world/model.ts';
import { valueOfThreads } from './evaluate-threads.ts';
import { type Call, truth, valueOf } from './expression-value.ts';
import { ONE, type World } from '../world/state.ts';

/** The state in which an expression is evaluated. */
interface Scope {
  readonly world: World;
  /** The transport that the user looks at; 0 = it has not been used yet. */
  readonly transport: TransportId;
}

/**
 * Returns the value of an expression in the present state. NaN if it has no value (a finished job, a division by zero);
 * comparisons with NaN are false. Never throws and changes nothing. Each name costs at most one walk of the job list.
 */
export function evaluate(sim: Simulation, expression: Expression, transportName: string): number {
  const { world } = sim;
  const { transports } = world.qmgr;
  const all = listIds(world.qmgr.lists.transports, CORE);
  const transport = all.find((id) => get(transports, id).name === transportName) ?? NONE;
  const scope = { world, transport };
  return valueOf((asked) => call(scope, asked), expression);
}

function call(scope: Scope, asked: Call): number {
  if (asked.destination !== '') return ofDestination(scope, asked);
  if (asked.argument !== null)
    return ofMessage(
      scope,
      asked.name,
      valueOf((inner) => call(scope, inner), asked.argument),
    );
  return ofRun(scope, asked.name);
}

function ofRun(scope: Scope, name: string): number {
  const { world, transport } = scope;
  const { now, decision, event } = get(world.one, ONE);
  switch (name) {
    case 'now':
      return now / MICROS_PER_SECOND;
    case 'decision':
      return decision;
    case 'event':
      return event;
    case 'active':
    case 'deferred':
    case 'incoming':
      return mailHistory(world.history)[name];
    case 'recipients':
      return coreOf(world.qmgr).recipientCount;
    case 'timers':
      return world.clock.wheel.count;
    case 'cascades':
      return world.clock.wheel.counters.cascades;
    case 'runnable':
    case 'overshoot':
      return world.threads === null ? 0 : valueOfThreads(world.threads.machine, name);
    case 'delivered':
      return sumOf(world, (message) => message.delivered);
    case 'done':
      return sumOf(world, (message) => truth(message.place === 'done'));
    default:
      return transport === NONE ? 0 : ofTransport(scope, name);
  }
}

function sumOf(world: World, value: (message: Readonly<MessageLedger>) => number): number {
  let sum = 0;
  for (const id of ids(world.ledger.messages)) sum += value(get(world.ledger.messages, id));
  return sum;
}

function ofTransport({ world, transport }: Scope, name: string): number {
  const { qmgr } = world;
  const { currentJob } = get(qmgr.transports, transport);
  const count = (wanted: (job: JobId) => boolean): number => {
    let n = 0;
    for (let id = listFirst(qmgr.lists.jobs, transport); id !== NONE; id = listNext(qmgr.lists.jobs, id)) {
      n += truth(wanted(id));
    }
    return n;
  };
  switch (name) {
    case 'jobs':
      return count(() => true);
    case 'blockers':
      return count((job) => jobIsBlocker(qmgr, job));
    case 'current':
      return currentJob === NONE ? 0 : numberOf(world, get(qmgr.jobs, currentJob).message);
    case 'level':
      return currentJob === NONE ? 0 : get(qmgr.jobs, currentJob).level;
    case 'busy':
      return world.pools.length > 1 ? busyAgents(world, transport) : 0;
    case 'dead':
      return listIds(qmgr.lists.queues, transport).filter((id) => isDead(get(qmgr.queues, id))).length;
    default:
      return Number.NaN;
  }
}

function busyAgents(world: World, transport: TransportId): number {
  for (const id of ids(world.pools)) {
    const pool = get(world.pools, id);
    if (pool.transport === transport) return pool.busyCount;
  }
  return 0;
}

function isDead(queue: Readonly<QueueRow>): boolean {
  return queue.status === 'throttled';
}

function numberOf(world: World, message: MessageId): number {
  return find(world.ledger.messages, message)?.number ?? message;
}

/** Finds a message by its number. Tries the id equal to the number first, because the two nearly always agree. */
function messageOf(world: World, number: number): number {
  if (!Number.isInteger(number) || number < 1) return NONE;
  if (find(world.ledger.messages, number)?.number === number) return number;
  for (const id of ids(world.ledger.messages))
    if (get(world.ledger.messages, id).number === number) return id;
  return NONE;
}

function ofMessage({ world, transport }: Scope, name: string, number: number): number {
  const message = messageOf(world, number);
  const book = find(world.ledger.messages, message);
  if (book === undefined) return Number.NaN;
  const { now } = get(world.one, ONE);
  switch (name) {
    case 'wait':
      return (now - Math.max(book.lastSlotAt, book.injected)) / MICROS_PER_SECOND;
    case 'age':
      return (now - book.injected) / MICROS_PER_SECOND;
    case 'delivered':
      return book.delivered;
    case 'done':
      return truth(book.place === 'done');
    case 'unread':
      return find(world.qmgr.messages, message)?.unread ?? 0;
    default:
      break;
  }
  // The queue manager forgets a message that is done or deferred; the ledger keeps it.
  const known = transport !== NONE && find(world.qmgr.messages, message) !== undefined;
  const id = known ? jobFind(world.qmgr, message, transport) : NONE;
  const job = find(world.qmgr.jobs, id);
  if (job === undefined) return Number.NaN;
  return name === 'blocked' ? truth(jobIsBlocker(world.qmgr, id)) : ofJob(job, name);
}

function ofJob(job: Readonly<JobRow>, name: string): number {
  switch (name) {
    case 'level':
      return job.level;
    case 'balance':
      return job.deliverySlotsAvailable;
    case 'selected':
      return job.selectedEntries;
    case 'left':
      return job.readEntries - job.selectedEntries;
    default:
      return Number.NaN;
  }
}

/** Returns a figure of a destination. The window of a forgotten, unused destination is NaN, not the initial window. */
function ofDestination({ world, transport }: Scope, { name, destination }: Call): number {
  const id = transport === NONE ? NONE : queueFind(world.qmgr, transport, destination);
  const queue = find(world.qmgr.queues, id);
  if (queue === undefined) return name === 'window' ? Number.NaN : 0;
  switch (name) {
    case 'window':
      return isDead(queue) ? 0 : queue.window;
    case 'busy':
      return queue.busyCount;
    case 'waiting':
      return queue.todoCount;
    case 'dead':
      return truth(isDead(queue));
    default:
      return Number.NaN;
  }
}
