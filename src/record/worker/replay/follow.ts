import {
  createSimulation,
  nextInstant,
  position,
  type Simulation,
  stepOnce,
} from '../../../core/simulation.ts';
import { get } from '../../../core/tables.ts';
import { numberOf } from '../../../core/world/ledger.ts';
import { CURSOR } from '../../../core/world/recorded/create.ts';
import type { RecordedWorld } from '../../../core/world/recorded/model.ts';
import type { Evidence } from '../../importers/replay/evidence.ts';
import type { Replay } from '../../importers/replay/setup.ts';
import type { DeliveryId, MessageId, MessageNumber, RecipientPlace } from '../../../protocol/ids.ts';
import type { FollowProgress, ReplayDifference, ReplayResult, ReplayTurns } from '../../protocol/replay.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import { createScorer, type Scorer } from './scorecard.ts';
import { createTable, newRow, trimTable } from '../../importers/bytes/columns.ts';

/** At most this many differences are listed; further ones are only counted. */
const DIFFERENCES_MAX = 1_000;

/** A replay in progress. `run` takes about `steps` steps and returns true when the record has ended. */
export interface Following {
  readonly sim: Simulation;
  run(steps: number): boolean;
  progress(): FollowProgress;
  /** The result. Call once, when the record has ended or the replay is cancelled. */
  result(): ReplayResult;
}

/** Follows a record with the engine from its beginning and compares the run with the evidence. */
export function followRecord(replay: Replay, evidence: Evidence): Following {
  const { facts } = replay.scenario.recorded;
  const total = facts.at.length;
  const ended: number[] = [];
  const started: number[] = [];
  const differences: ReplayResult['differences'] = [];
  const turns = createTurnList(replay);
  const numbers = new Map<string, number>();
  let scorer: Scorer | null = null;
  const sim = createSimulation(replay.scenario, {
    event(_at, _step, event) {
      scorer?.event(event);
      if (event.kind === 'message.injected') numbers.set(event.name, event.msg);
      if (event.kind === 'record.differs' && event.what === 'selection')
        turns.differs(numbers.get(event.predicted.split(' ')[0] ?? '') ?? 0);
      if (event.kind === 'delivery.started') started.push(event.delivery);
      if (event.kind === 'delivery.ended') ended.push(event.delivery);
    },
    decision: (_at, _step, decision) => scorer?.decision(decision),
  });
  const world = recordedOf(sim);
  const differs = (difference: ReplayDifference): void => {
    if (differences.length < DIFFERENCES_MAX) differences.push({ ...difference, at: position(sim).at });
  };
  scorer = createScorer(replay, evidence, queueRunDelay(sim), differs);
  const hold = createHold(sim, world, evidence, scorer);
  const begin = (delivery: DeliveryId, fact: number): void => {
    const { pool, msg, start } = get(sim.world.deliveries, delivery);
    turns.started(get(sim.world.pools, pool).name, numberOf(sim.world.ledger, msg), start, fact);
  };
  const progress = (): FollowProgress => ({ done: get(world.one, CURSOR).next, total });
  return {
    sim,
    run(steps) {
      for (let i = 0; i < steps; i++) {
        const { next } = get(world.one, CURSOR);
        if (next >= total || nextInstant(sim) === null) return true;
        stepOnce(sim);
        for (const delivery of started.splice(0)) begin(delivery, next);
        for (const delivery of ended.splice(0)) hold.ended(delivery, next);
        if (get(world.one, CURSOR).next > next) hold.fact(next);
        if (isFull(sim)) scorer?.full(position(sim).at);
      }
      return false;
    },
    progress,
    result() {
      const done = progress().done >= total;
      return { score: scorer.result(), turns: turns.result(), differences, done };
    },
  };
}

function recordedOf({ world }: Simulation): RecordedWorld {
  if (world.recorded === null) throw new Error('the scenario has no record to follow');
  return world.recorded;
}

function queueRunDelay({ world }: Simulation): Micros {
  return get(world.qmgr.core, 1).params.queueRunDelay * MICROS_PER_SECOND;
}

function isFull({ world }: Simulation): boolean {
  const { messageCount, params } = get(world.qmgr.core, 1);
  return messageCount >= params.messageActiveLimit;
}

interface Hold {
  fact(fact: number): void;
  ended(delivery: DeliveryId, fact: number): void;
}

/** Reads from the run what the scorer compares with the record. */
function createHold(sim: Simulation, recorded: RecordedWorld, evidence: Evidence, scorer: Scorer): Hold {
  const { facts, messages, texts } = recorded.setup;
  const activeAt = new Map<number, Micros>();
  /** 1 = this attempt has been scored. `lastAttempt` returns it again if the log lacks the end of the next request. */
  const counted = new Uint8Array(evidence.b.length);
  const released = new Set<number>();
  const { index } = recorded;
  /** Returns the latest attempt of the recipient that has ended; −1 = none. */
  const lastAttempt = (recipient: RecipientPlace): number => {
    const { ended } = get(recorded.one, CURSOR);
    let found = -1;
    for (let i = index.first[recipient] as number; i < (index.first[recipient + 1] as number); i++)
      if ((index.of[i] as number) < ended) found = index.of[i] as number;
    return found;
  };
  return {
    fact(fact) {
      const message = facts.ref[fact] as number;
      const kind = facts.kind[fact];
      if (kind === 'release') released.add(message);
      if (kind === 'restart') activeAt.clear();
      if (kind !== 'activate') return;
      const { msg } = get(recorded.messages, message + 1);
      const { at } = position(sim);
      if (activeAt.has(msg)) scorer.activated(fact, msg, at, released.delete(message));
      activeAt.set(msg, at);
    },
    ended(delivery, fact) {
      const { msg, positions, start, pool } = get(sim.world.deliveries, delivery);
      const message = numberIn(recorded, msg);
      if (message < 0) return;
      const retry = get(sim.world.pools, pool).name === 'retry';
      for (const place of positions) {
        const recipient = (messages.first[message] as number) + place;
        const attempt = lastAttempt(recipient);
        if (attempt < 0 || counted[attempt] === 1) continue;
        counted[attempt] = 1;
        scorer.ended(attempt, start, activeAt.get(msg) ?? start);
        if (evidence.suspended[attempt] !== 1) continue;
        const nexthop = (texts[messages.nexthop[recipient] as number] ?? '').toLowerCase();
        scorer.suspended(fact, retry ? nexthop : '');
      }
    },
  };
}

function numberIn(recorded: RecordedWorld, msg: MessageId): MessageNumber {
  // The run numbers messages in the order of the record, so a message's number in the record is at most its id here.
  for (let number = Math.min(msg, recorded.messages.length - 1); number > 0; number--)
    if (get(recorded.messages, number).msg === msg) return number - 1;
  return -1;
}

const TURN = {
  transport: 'u16',
  recorded: 'u32',
  predicted: 'u32',
  at: 'f64',
  line: 'u32',
  file: 'u16',
} as const;

/** Collects whose turn it was in the record and in the run, one row per delivery of the run. */
interface TurnList {
  /** Records that the queue manager chose another message than the log shows. `predicted` = its number, 0 = none. */
  differs(predicted: number): void;
  /** Records that a delivery started at this fact of the record. */
  started(transport: string, number: number, at: Micros, fact: number): void;
  result(): ReplayTurns;
}

function createTurnList({ scenario, lines, files, takes }: Replay): TurnList {
  const { selections, texts } = scenario.recorded;
  const stated = new Set(selections.selectedBy.map((text) => texts[text] ?? ''));
  const rows = createTable(TURN);
  const transports: string[] = [];
  const queues = new Map<string, { at: Micros[]; next: number }>();
  for (const [i, transport] of takes.transport.entries()) {
    const name = texts[transport] ?? '';
    const queue = queues.get(name) ?? { at: [], next: 0 };
    queue.at.push(i);
    queues.set(name, queue);
  }
  let wrong: number | null = null;
  const transportIndex = (name: string): number => {
    const known = transports.indexOf(name);
    return known >= 0 ? known : transports.push(name) - 1;
  };
  return {
    differs(predicted) {
      wrong = predicted;
    },
    started(transport, number, at, fact) {
      const row = newRow(rows);
      rows.transport[row] = transportIndex(transport);
      rows.at[row] = at;
      if (stated.has(transport)) {
        rows.recorded[row] = number;
        rows.predicted[row] = wrong ?? number;
        rows.line[row] = lines[fact] ?? 0;
        rows.file[row] = files[fact] ?? 0;
      } else {
        const queue = queues.get(transport);
        const take = queue?.at[queue.next++];
        rows.predicted[row] = number;
        rows.recorded[row] = take === undefined ? 0 : (takes.message[take] ?? 0) + 1;
        rows.line[row] = take === undefined ? 0 : (takes.line[take] ?? 0);
        rows.file[row] = take === undefined ? 0 : (takes.file[take] ?? 0);
      }
      wrong = null;
    },
    result() {
      trimTable(rows);
      const { length } = rows;
      return {
        transports,
        transport: rows.transport.slice(0, length),
        recorded: rows.recorded.slice(0, length),
        predicted: rows.predicted.slice(0, length),
        at: rows.at.slice(0, length),
        line: rows.line.slice(0, length),
        file: rows.file.slice(0, length),
      };
    },
  };
}
