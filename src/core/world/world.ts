import type { MessageId, TransportId } from '../../protocol/ids.ts';
import type { Decision } from '../../protocol/decisions.ts';
import type { QmgrEvent } from '../../protocol/events.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { MICROS_PER_MILLI, schedulerSeconds } from '../../protocol/units.ts';
import { createHashIndex } from '../hash-index.ts';
import { jobFind } from '../qmgr/job.ts';
import { createQmgr } from '../qmgr/create.ts';
import { parseSettings } from '../qmgr/params.ts';
import type { QmgrPort } from '../qmgr/port.ts';
import { createStore, createTable, get, insert, touch } from '../tables.ts';
import { createClock } from '../timers/clock.ts';
import { createPurgatory } from '../timers/purgatory-model.ts';
import { createHistory, noteMail, noteWindow } from './history.ts';
import {
  createLedger,
  ledgerFail,
  ledgerLink,
  ledgerMessageEnd,
  ledgerPreempt,
  ledgerRefund,
  ledgerVanish,
} from './ledger.ts';
import { scanSchedule } from './mail-queues.ts';
import type { AgentPoolRecord, QmgrTimerRecord, WorldRecord } from './model.ts';
import { poolAdd, poolBind, poolIdOf } from './pools.ts';
import { qmgrTimerCancel, qmgrTimerRequest } from './qmgr-timers.ts';
import { copyDelivery, copyServer } from './row-copies.ts';
import { serverSet } from './servers.ts';
import {
  type AgentThreads,
  type LogSink,
  type ModelledPart,
  ONE,
  type RecordedPart,
  report,
  type ThreadPart,
  type World,
} from './state.ts';
import { taskLabel } from './task-label.ts';

/** Number of agents of a transport that the scenario does not name: Postfix's default_process_limit. */
const DEFAULT_AGENTS = 100;

/** Offset of the fault stream's seed, so that the random streams of one scenario give different numbers. */
const FAULT_STREAM_OFFSET = 0x9e3779b9;

/**
 * Creates the world of a checked scenario at instant 0. Throws on settings that `parseSettings` refuses, and when the
 * scenario needs a part that is null.
 */
export function createWorld(
  scenario: MailScenario,
  sink: LogSink,
  part: ThreadPart | null,
  recordedPart: RecordedPart | null = null,
  modelledPart: ModelledPart | null = null,
): World {
  const settings = parseSettings(scenario.params);
  if (!settings.ok) throw new Error(`${settings.errors[0]?.field}: ${settings.errors[0]?.accepted}`);
  const store = createStore();
  const timers = createTable<QmgrTimerRecord>(store, 'qmgrTimers');
  const world = {
    store,
    one: createTable<WorldRecord>(store, 'world', (row) => ({ ...row })),
    pools: createTable<AgentPoolRecord>(store, 'pools', (row) => ({ ...row })),
    servers: createTable(store, 'servers', copyServer),
    deliveries: createTable(store, 'deliveries', copyDelivery),
    timers: { rows: timers, index: createHashIndex(store, 'qmgrTimers', timers) },
    ledger: createLedger(store),
    history: createHistory(store),
    purgatory: createPurgatory(store),
    clock: createClock({ tick: scenario.wheel.tickMs * MICROS_PER_MILLI, size: scenario.wheel.size }),
    threads: null,
    recorded: null,
    modelled: null,
    sink,
    agentsByDefault: DEFAULT_AGENTS,
    labels: { byDestination: new Map(), count: 0 },
  } as unknown as { -readonly [K in keyof World]: World[K] };
  insert(world.one, {
    now: 0,
    step: 0,
    event: 0,
    decision: 0,
    scriptNext: 0,
    latencyStream: scenario.seed >>> 0,
    faultStream: (scenario.seed + FAULT_STREAM_OFFSET) >>> 0,
    nextNumber: 1,
    scanTimer: 0,
    pending: [],
  });
  world.clockPort = {
    label: (kind, ref) => taskLabel(world, kind, ref),
    emit: (event) => report(world, event),
  };
  world.threads = threadWorld(world, scenario, part);
  if (scenario.recorded !== undefined) {
    needed(recordedPart).join(world, scenario.recorded);
  }
  if (scenario.modelled !== undefined) {
    const own = needed(modelledPart);
    world.modelled = Object.assign(own.createModelled(scenario.modelled, store), { part: own });
  }
  world.qmgr = createQmgr(store, settings.value, qmgrPort(world), { feedbackRule: scenario.feedback });
  for (const [name, behaviour] of Object.entries(scenario.servers)) serverSet(world.servers, name, behaviour);
  for (const [name, limit] of Object.entries(scenario.agents)) {
    poolAdd(world, name, limit);
  }
  if (world.threads !== null) world.threads.part.backgroundSet(world.threads, world.threads.setup.background);
  return world;
}

function threadWorld(
  world: World,
  { threads, seed }: MailScenario,
  part: ThreadPart | null,
): AgentThreads | null {
  if (threads === undefined) return null;
  const there = needed(part);
  return there.createThreadWorld(there, threads, seed, world);
}

function needed<Part>(part: Part | null): Part {
  if (part === null) throw new Error('a part of the core that the scenario needs was not loaded');
  return part;
}

function qmgrPort(world: World): QmgrPort {
  return {
    recording: true,
    emit(event) {
      follow(world, event);
      report(world, event);
    },
    decide(decision) {
      record(world, decision);
    },
    requestTimer: (kind, id, delay) => qmgrTimerRequest(world, kind, id, delay),
    cancelTimer: (kind, id) => qmgrTimerCancel(world, kind, id),
    systemSeconds: () => schedulerSeconds(get(world.one, ONE).now),
  };
}

function record(world: World, decision: Decision): void {
  const one = touch(world.one, ONE);
  if (decision.rule === 'selection') {
    one.decision++;
    const pool = touch(world.pools, poolIdOf(world, decision.transport));
    if (decision.chosen !== undefined) pool.selections++;
    pool.candidate = decision.preemption?.candidateJob ?? 0;
    if (pool.candidate !== 0 && decision.preemption?.cached !== true)
      pool.score = decision.preemption?.score ?? 0;
  }
  world.sink.decision(one.now, one.step, decision);
}

/** Updates ledger and history from the events of the queue manager. */
function follow(world: World, event: QmgrEvent): void {
  const { ledger, qmgr } = world;
  const jobOf = (transport: TransportId, msg: MessageId): number => jobFind(qmgr, msg, transport);
  const { now } = get(world.one, ONE);
  switch (event.kind) {
    case 'transport.created':
      poolBind(world, event.name, event.transport);
      return;
    case 'job.linked':
      ledgerLink(ledger, jobOf(event.transport, event.msg), event.msg);
      return;
    case 'job.preempted':
      ledgerPreempt(
        ledger,
        jobOf(event.transport, event.current),
        jobOf(event.transport, event.by),
        event.needed,
      );
      return;
    case 'job.popped': {
      const job = jobOf(event.transport, event.msg);
      // The event counts units, but pictures count whole delivery slots.
      const cost = get(qmgr.transports, event.transport).params.deliverySlotCost;
      ledgerRefund(ledger, job, Math.trunc(event.refund / Math.max(1, cost)));
      ledgerVanish(ledger, job);
      return;
    }
    case 'job.retired': {
      // A job that preempted another job stays until it is popped: its refund still needs the lender.
      const job = jobOf(event.transport, event.msg);
      if (get(ledger.jobs, job).above === 0) ledgerVanish(ledger, job);
      return;
    }
    case 'message.read':
      place(world, event.msg, 'active');
      touch(ledger.messages, event.msg).place = 'active';
      return;
    case 'message.done':
      place(world, event.msg, event.result === 'removed' ? 'done' : 'deferred');
      ledgerMessageEnd(ledger, event.msg, event.result, get(world.one, ONE).now);
      if (event.result === 'deferred') scanSchedule(world);
      return;
    case 'entry.moved': {
      // The entry leaves todo directly after this event and then counts as selected (qmgr/README.md §17.1).
      const { job } = get(qmgr.peers, get(qmgr.entries, event.from).peer);
      ledgerFail(ledger, job, get(qmgr.jobs, job).selectedEntries);
      return;
    }
    case 'recipients.deferred':
      touch(ledger.messages, event.msg).deferred += event.count;
      return;
    case 'queue.created':
      noteWindow(world.history, event.queue, now, get(qmgr.queues, event.queue).window);
      return;
    case 'queue.window':
      noteWindow(world.history, event.queue, now, event.to);
      return;
    case 'queue.dead':
      noteWindow(world.history, event.queue, now, 0);
      return;
    default:
      return;
  }
}

/** Counts a message in its new mail queue. Call it before the ledger changes, which still has the old mail queue. */
function place(world: World, msg: MessageId, to: 'active' | 'deferred' | 'done'): void {
  const from = get(world.ledger.messages, msg).place;
  const { now } = get(world.one, ONE);
  noteMail(world.history, now, from === 'done' ? '' : from, to === 'done' ? '' : to);
}
