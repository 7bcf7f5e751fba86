import { spawnSync } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  createDriver,
  type Driver,
  driveClock,
  driveDone,
  driveInject,
  driveSelect,
} from '../../src/core/qmgr/driver.ts';
import type { DeliveryReport } from '../../src/core/qmgr/deliver.ts';
import type { RecipientSpec } from '../../src/core/qmgr/inject.ts';
import { parseSettings } from '../../src/core/qmgr/params.ts';
import { coreOf } from '../../src/core/qmgr/model.ts';
import { createStore, get, NONE } from '../../src/core/tables.ts';
import { threadMs } from './parts/thread-time.ts';
import type { BenchRow } from './parts/types.ts';
import { mapAndArrayNs, median } from './parts/yardstick.ts';

/**
 * The scheduler on the workload that was measured with the real queue manager (C, -O2): 100,000 messages with a Pareto number
 * of recipients for 1,000 destinations; each entry is selected and reported as delivered until none is left. A yardstick of
 * Map and array work makes figures of different machines comparable. `reference` is the time that the real queue manager
 * would need on this machine, by its ratio to the yardstick. Nothing is recorded.
 */
export function run(): BenchRow[] {
  mapAndArrayNs(ROUNDS);
  const rows = CASES.map(measure);
  const time = (name: string): number => timeOf(name, rows);
  return [
    ...rows,
    recordingRow(rows),
    memoryRow(),
    growthRow('10^5', time('default') / time('10\u2009000 messages')),
    ...millionRow(),
  ];
}

/** The cost of a selection, divided by the cost among 10^4 jobs. The goal is at most 1.5. */
function growthRow(jobs: string, value: number): BenchRow {
  const name = `selection with ${jobs} jobs ÷ with 10^4`;
  return { bench: 'scheduler', case: name, value, unit: 'times', yardstickRatio: 0, reference: 1.5 };
}

/**
 * A million messages need more memory than Node's default, so they run in a separate process. Skipped if the machine
 * has too little memory.
 */
function millionRow(): BenchRow[] {
  if (totalmem() < MILLION_BYTES) return [];
  const file = fileURLToPath(new URL('./parts/scheduler-million.ts', import.meta.url));
  const heap = `--max-old-space-size=${Math.floor(MILLION_BYTES / 2 ** 20)}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [heap, ...process.execArgv, file], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`a million messages: ${stderr}`);
  return [growthRow('10^6', Number(stdout))];
}

/** Returns the cost of a selection among this many messages (default case), in units of the yardstick. */
export function selectionCost(messages: number): number {
  const { driver, blockedQueues } = load({ ...BASE, name: '', real: 0, messages });
  const start = threadMs();
  const selections = deliverAll(driver, { ...BASE, name: '', real: 0 }, blockedQueues);
  const ms = threadMs() - start;
  return ms / selections / median(3, () => (mapAndArrayNs(ROUNDS, threadMs) * ROUNDS) / 1e6);
}

/**
 * Measures the default case with a listener, which needs every event and decision. The goal is 1.3 times the case without a
 * listener.
 */
function recordingRow(rows: readonly BenchRow[]): BenchRow {
  const row = measure({ ...RECORDED, name: 'default, recording' });
  const silent = rows.find((r) => r.case === RECORDED.name);
  const share = row.yardstickRatio / (silent?.yardstickRatio ?? Number.NaN);
  return { ...row, reference: (row.value / share) * 1.3 };
}

/** Measures the memory per entry with 10,000 messages, including the entry's share of recipients, peer, job and message. */
function memoryRow(): BenchRow {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const { driver } = load({ ...RECORDED, recorded: false, messages: 10_000 });
  const value = (used() - before) / driver.qmgr.entries.live;
  return {
    bench: 'scheduler',
    case: 'memory per entry',
    value,
    unit: 'bytes',
    yardstickRatio: 0,
    reference: 250,
  };
}

function timeOf(name: string, rows: readonly BenchRow[]): number {
  const at = CASES.findIndex((c) => c.name === name);
  return (rows[at]?.yardstickRatio ?? Number.NaN) / (CASES[at]?.selections ?? 1);
}

interface Case {
  readonly name: string;
  readonly messages: number;
  readonly params: Readonly<Record<string, number>>;
  /** Number of entries in delivery before the oldest one ends. 1 = each entry ends immediately. */
  readonly busy: number;
  /** Number of destinations (d0 …) whose deliveries do not end until nothing else is left. */
  readonly blocked: number;
  readonly recorded: boolean;
  readonly selections: number;
  /** Time of the loop with the real queue manager, divided by the yardstick of that machine. */
  readonly real: number;
}

/** Memory in bytes for a run of a million messages, with reserve. */
const MILLION_BYTES = 6e9;
const N = 100_000;
const BASE = { messages: N, busy: 1, blocked: 0, recorded: false, selections: 506_039, params: {} };

export const CASES: readonly Case[] = [
  { ...BASE, name: 'default', real: 1.97 },
  { ...BASE, name: '100 entries kept busy', busy: 100, real: 1.95 },
  { ...BASE, name: '20 destinations blocked', blocked: 20, real: 2.14 },
  { ...BASE, name: 'preemption off', params: { default_delivery_slot_cost: 0 }, real: 0.99 },
  {
    ...BASE,
    name: 'preemption off, 20 destinations blocked',
    params: { default_delivery_slot_cost: 0 },
    blocked: 20,
    real: 1.23,
  },
  { ...BASE, name: 'slot cost 2', params: { default_delivery_slot_cost: 2 }, real: 72 },
  {
    ...BASE,
    name: 'destination recipient limit 1',
    params: { default_destination_recipient_limit: 1 },
    selections: 587_767,
    real: 29,
  },
  { ...BASE, name: '10\u2009000 messages', messages: 10_000, selections: 53_043, real: 0.1 },
];

const RECORDED: Case = { ...BASE, name: 'default', recorded: true, real: 1.97 };

/** Rounds of the yardstick: the same number as in the measurement of the real queue manager. */
const ROUNDS = 10_000_000;
const UNLIMITED = 100_000_000;
const OK: DeliveryReport = { status: 'ok', dsn: '', reason: '', left: 0 };

function measure(c: Case): BenchRow {
  const { driver, blockedQueues } = load(c);
  const start = threadMs();
  const selections = deliverAll(driver, c, blockedQueues);
  const ms = threadMs() - start;
  // Measured beside each case, because a busy machine slows both: shared caches affect even the time of a thread.
  const yardstick = median(3, () => (mapAndArrayNs(ROUNDS, threadMs) * ROUNDS) / 1e6);
  if (selections !== c.selections)
    throw new Error(`${c.name}: ${selections} selections, not ${c.selections}`);
  return {
    bench: 'scheduler',
    case: c.name,
    value: (ms * 1e6) / selections,
    unit: 'ns',
    yardstickRatio: ms / yardstick,
    reference: (c.real * yardstick * 1e6) / selections,
  };
}

function load(c: Case): { driver: Driver; blockedQueues: Set<string> } {
  const raw = {
    qmgr_message_active_limit: UNLIMITED,
    qmgr_message_recipient_limit: UNLIMITED,
    default_recipient_limit: UNLIMITED,
    ...c.params,
  };
  const settings = parseSettings(raw);
  if (!settings.ok) throw new Error(JSON.stringify(settings.errors));
  let heard = 0;
  const listener = { emit: () => void heard++, decide: () => void heard++ };
  const driver = createDriver(
    createStore(),
    1_000_000,
    settings.value,
    { feedbackRule: 'shipped' },
    c.recorded ? listener : undefined,
  );
  const random = createRandom();
  let now = 1_000_000;
  for (let i = 0; i < c.messages; i++) {
    if (i % 100 === 99) driveClock(driver, ++now);
    driveInject(driver, { name: `M${i}`, sender: 's@example', recipients: recipientsOf(random) });
  }
  const { recipientCount } = coreOf(driver.qmgr);
  if (c.messages === N && recipientCount !== 568_265) throw new Error(`${recipientCount} recipients in core`);
  const blockedQueues = new Set(Array.from({ length: c.blocked }, (_, i) => `d${i}.example`));
  return { driver, blockedQueues };
}

function recipientsOf(random: () => number): RecipientSpec[] {
  const count = Math.min(Math.max(Math.floor(random() ** (-1 / 1.1)), 1), 10_000);
  return Array.from({ length: count }, (_, k) => {
    const nexthop = `d${Math.floor(random() * 1000)}.example`;
    return { transport: 'smtp', nexthop, address: `r${k}@${nexthop}` };
  });
}

/** Delivers everything. This is the part that is measured. Returns the number of selections. */
function deliverAll(driver: Driver, c: Case, blockedQueues: Set<string>): number {
  const { qmgr } = driver;
  const held: number[] = [];
  const busy: number[] = [];
  let oldest = 0;
  let now = get(driver.clock, 1).now;
  let selections = 0;
  for (;;) {
    const entry = driveSelect(driver, 'smtp');
    if (entry === NONE) {
      if (oldest < busy.length) driveDone(driver, busy[oldest++] as number, OK);
      else if (held.length === 0) return selections;
      // Only blocked destinations are left. From now on their deliveries end, too.
      blockedQueues.clear();
      for (const id of held.splice(0)) driveDone(driver, id, OK);
      continue;
    }
    selections++;
    if (selections % 1000 === 0) driveClock(driver, ++now);
    if (blockedQueues.size > 0 && blockedQueues.has(get(qmgr.queues, get(qmgr.entries, entry).queue).name)) {
      held.push(entry);
    } else if (c.busy === 1) {
      driveDone(driver, entry, OK);
    } else {
      busy.push(entry);
      if (busy.length - oldest >= c.busy) driveDone(driver, busy[oldest++] as number, OK);
    }
  }
}

/** Makes the 64-bit linear congruential generator of the recorded workload. Each call returns a number between 0 and 1. */
function createRandom(): () => number {
  let state = 42n;
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffff_ffff_ffff_ffffn;
    return Number(state >> 11n) / 2 ** 53;
  };
}
