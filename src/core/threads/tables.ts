/** The machine: its tables in the host's store, its lists, and its event port. */
import type { Micros } from '../../protocol/units.ts';
import type { ThreadEvent } from '../../protocol/events.ts';
import { createList, fields, type List } from '../lists.ts';
import { createTable, get, insert, NONE, type Store, type Table } from '../tables.ts';
import type { MachineConfig } from './config.ts';
import type {
  AlarmRecord,
  CpuRecord,
  DescriptorRecord,
  GroupRecord,
  ItemRecord,
  MachineRecord,
  PoolRecord,
  RunQueueRecord,
  SourceRecord,
  ThreadRecord,
  TotalsRecord,
} from './model.ts';

/** Receives the machine's events. With `recording` false, events are not built. */
export interface MachinePort {
  readonly recording: boolean;
  emit(event: ThreadEvent): void;
}

export const SILENT_PORT: MachinePort = { recording: false, emit: () => undefined };

/** One machine. All its state is in the tables, so a keyframe of the store includes it. */
export interface Machine {
  readonly config: MachineConfig;
  readonly port: MachinePort;
  readonly one: Table<MachineRecord>;
  readonly totals: Table<TotalsRecord>;
  readonly threads: Table<ThreadRecord>;
  readonly groups: Table<GroupRecord>;
  readonly sources: Table<SourceRecord>;
  readonly items: Table<ItemRecord>;
  readonly cpus: Table<CpuRecord>;
  readonly runQueues: Table<RunQueueRecord>;
  readonly alarms: Table<AlarmRecord>;
  readonly pools: Table<PoolRecord>;
  readonly descriptors: Table<DescriptorRecord>;
  readonly readyList: List;
  /** Threads that wait for events of a source, top of the stack first. */
  readonly waiterStack: List;
  /** Threads in the exit gate of an AIO source, oldest first. */
  readonly exitGate: List;
  readonly itemList: List;
  /** Descriptors of a source, listed or not. */
  readonly descriptorList: List;
  /** Workers waiting for an answer of the host. */
  readonly awaitList: List;
}

/** Id of the only row of `one` and `totals`. */
export const ONE = 1;
export const GLOBAL_QUEUE = 1;

/** Creates a machine at instant 0 with idle CPUs. Its tables join `store`. `checkMachineConfig` must have passed the config. */
export function createMachine(store: Store, config: MachineConfig, port: MachinePort): Machine {
  const one = createTable<MachineRecord>(store, 'machine', (row) => ({ ...row }));
  const threads = createTable<ThreadRecord>(store, 'threads', (row) => ({ ...row }));
  const sources = createTable<SourceRecord>(store, 'sources', (row) => ({ ...row }));
  const items = createTable<ItemRecord>(store, 'items', (row) => ({ ...row }));
  const runQueues = createTable<RunQueueRecord>(store, 'runQueues', (row) => ({ ...row }));
  const waitLinks = fields<ThreadRecord>('waitPrev', 'waitNext');
  const machine: Machine = {
    config,
    port,
    one,
    totals: createTable(store, 'totals', (row) => ({ ...row })),
    threads,
    groups: createTable(store, 'groups', (row) => ({ ...row })),
    sources,
    items,
    cpus: createTable(store, 'cpus', (row) => ({ ...row })),
    runQueues,
    alarms: createTable(store, 'alarms'),
    pools: createTable(store, 'pools'),
    descriptors: createTable(store, 'descriptors'),
    readyList: createList('ready', runQueues, fields('first', 'last'), threads, fields('runPrev', 'runNext')),
    waiterStack: createList('waiters', sources, fields('waitFirst', 'waitLast'), threads, waitLinks),
    exitGate: createList('exit gate', sources, fields('gateFirst', 'gateLast'), threads, waitLinks),
    itemList: createList('items', sources, fields('itemFirst', 'itemLast'), items, fields('prev', 'next')),
    descriptorList: createList(
      'descriptors',
      sources,
      fields('descriptorFirst', 'descriptorLast'),
      items,
      fields('descriptorPrev', 'descriptorNext'),
    ),
    awaitList: createList(
      'awaiting',
      one,
      fields('awaitFirst', 'awaitLast'),
      threads,
      fields('awaitPrev', 'awaitNext'),
    ),
  };
  insert(one, firstMachineRecord(config.cpus));
  insert(machine.totals, zeroTotals(0));
  insert(runQueues, { first: NONE, last: NONE, length: 0 });
  for (let i = 0; i < config.cpus; i++) addCpu(machine);
  return machine;
}

/** Adds a CPU record and its run queue. The CPU takes threads once `online` includes it. */
export function addCpu(m: Machine): number {
  const id = insert(m.cpus, {
    thread: NONE,
    lastThread: NONE,
    switching: false,
    sliceEnd: -1,
    alarm: NONE,
  });
  if (id > 1) insert(m.runQueues, { first: NONE, last: NONE, length: 0 });
  return id;
}

function firstMachineRecord(online: number): MachineRecord {
  return {
    now: 0,
    seq: 0,
    stamp: 0,
    online,
    busy: 0,
    runnable: 0,
    runnableAll: 0,
    alarmRoot: NONE,
    alarmFree: NONE,
    itemFree: NONE,
    rebalanceAlarm: NONE,
    awaitFirst: NONE,
    awaitLast: NONE,
  };
}

export function zeroTotals(since: Micros): TotalsRecord {
  return {
    since,
    voluntary: 0,
    involuntary: 0,
    dispatches: 0,
    spurious: 0,
    switchTime: 0,
    contentionTime: 0,
    usefulTime: 0,
    runnableIntegral: 0,
    runnableMax: 0,
    overIntegral: 0,
    overMax: 0,
  };
}

export function machineNow(m: Machine): number {
  return get(m.one, ONE).now;
}

export function cpusOnline(m: Machine): number {
  return get(m.one, ONE).online;
}
