/** Random operations on a machine with several groups, with the safety rules of threads/README.md §6 checked after each. */
import fc from 'fast-check';
import { createStore, get, ids, NONE, type Store } from '../../src/core/tables.ts';
import {
  callAssociate,
  callBind,
  callCloseGroup,
  callDestroySource,
  callDissociate,
  callExec,
  callFetch,
  callNewGroup,
  callOpenSource,
  callSetLimit,
  canCall,
} from '../../src/core/threads/calls.ts';
import { FREE_MACHINE, type MachineConfig } from '../../src/core/threads/config.ts';
import {
  postDescriptor,
  postItem,
  readDescriptor,
  rearmDescriptor,
} from '../../src/core/threads/event-source.ts';
import { findDescriptor } from '../../src/core/threads/items.ts';
import { checkMachine } from '../../src/core/threads/invariants.ts';
import { machineRunUntil, setOnlineCpus } from '../../src/core/threads/machine.ts';
import { createPool } from '../../src/core/threads/pool.ts';
import { isRunnable } from '../../src/core/threads/run-state.ts';
import { createMachine, type Machine, machineNow } from '../../src/core/threads/tables.ts';
import {
  blockThread,
  continueThread,
  createThread,
  exitThread,
  signalThread,
  stopThread,
  unblockThread,
} from '../../src/core/threads/thread.ts';
import type { ThreadEvent } from '../../src/protocol/events.ts';
import type { ThreadCause, ThreadId } from '../../src/protocol/threads.ts';

const OPS = [
  'fetch',
  'fetch',
  'fetch',
  'fetch',
  'post',
  'post',
  'post',
  'block',
  'block',
  'unblock',
  'unblock',
  'descriptor',
  'read',
  'rearm',
  'limit',
  'bind',
  'associate',
  'dissociate',
  'spawn',
  'signal',
  'stop',
  'continue',
  'exit',
  'fork',
  'exec',
  'group',
  'close',
  'destroy',
  'open',
  'cpus',
] as const;

export interface Command {
  op: (typeof OPS)[number];
  thread: number;
  source: number;
  group: number;
  n: number;
  timeout: number;
  after: number;
}

export const commandArbitrary: fc.Arbitrary<Command> = fc.record({
  op: fc.constantFrom(...OPS),
  thread: fc.nat(11),
  source: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 7),
  group: fc.constantFrom(0, 0, 1, 2, 5),
  n: fc.integer({ min: 0, max: 4 }),
  timeout: fc.constantFrom(-1, -1, -1, -1, -1, -1, -1, 0, 30, 200),
  after: fc.constantFrom(0, 0, 0, 1, 7, 40, 100),
});

export const configArbitrary: fc.Arbitrary<MachineConfig> = fc
  .record({
    cpus: fc.integer({ min: 1, max: 4 }),
    switchUs: fc.constantFrom(0, 5),
    rewarmUs: fc.constantFrom(0, 25),
    dispatchDelayUs: fc.constantFrom(0, 0, 10),
    latencyUs: fc.constantFrom(0, 0, 100),
    minSliceUs: fc.constant(20),
    alphaMilli: fc.constantFrom(0, 20),
    runQueue: fc.constantFrom<'global' | 'per-cpu'>('global', 'global', 'per-cpu'),
    rebalanceUs: fc.constant(50),
  })
  .map((given) => ({ ...FREE_MACHINE, ...given }));

export interface Bench {
  store: Store;
  machine: Machine;
  groups: number[];
  sources: number[];
  events: ThreadEvent[];
  posted: number;
}

/** Three groups, four sources (two epoll, today's AIO, AIO as intended), a pool at the first source, and twelve threads. */
export function createBench(config: MachineConfig): Bench {
  const store = createStore();
  const events: ThreadEvent[] = [];
  const port = {
    recording: true,
    emit: (event: ThreadEvent): void => {
      events.push(event);
      checkCause(bench, event);
    },
  };
  const machine = createMachine(store, config, port);
  const bench: Bench = { store, machine, groups: [], sources: [], events, posted: 0 };
  for (const limit of [1, 2, 0])
    bench.groups.push(okOf(callNewGroup(machine, `G${limit}`, limit, ['CLOEXEC'])));
  for (const [name, kind, aioMode] of [
    ['E', 'epoll', 'today'],
    ['F', 'epoll', 'today'],
    ['A', 'aio', 'today'],
    ['I', 'aio', 'intended'],
  ] as const) {
    bench.sources.push(okOf(callOpenSource(machine, { name, kind, aioMode })));
  }
  const pool = createPool(machine, { source: 1, max: 10, growBy: 1, prefix: 'P' });
  for (let i = 0; i < 8; i++) createThread(machine, { name: `T${i}`, program: 'manual', pool });
  callBind(machine, bench.sources[0] ?? 0, bench.groups[0] ?? 0);
  callBind(machine, bench.sources[2] ?? 0, bench.groups[1] ?? 0);
  return bench;
}

function okOf(result: { ok: number } | { err: string }): number {
  if ('err' in result) throw new Error(result.err);
  return result.ok;
}

/** Causes that may make a thread runnable above the limit (§6 iv). */
const UNLIMITED_CAUSES: readonly ThreadCause[] = [
  'unblock',
  'fault-done',
  'continue',
  'associate',
  'fetch',
  'timeout',
  'signal',
  'destroy',
  'limit-set',
  'herd',
  'setup',
];

/** Creates a child thread in no group, in a new process. The number of a process is the id of its first thread. */
function fork(machine: Machine, thread: ThreadId): void {
  const { owner, transport, program } = get(machine.threads, thread);
  const process = machine.threads.length;
  createThread(machine, { name: 'child', program, owner, transport, process });
}

/** Checks §6 (iv): a count rises above its limit only by a cause that may do so. */
function checkCause({ machine, events }: Bench, event: ThreadEvent): void {
  if (event.kind !== 'group.count' || event.to <= event.from || event.to <= event.limit) return;
  if (UNLIMITED_CAUSES.includes(event.cause)) return;
  const released = events.findLast((e) => e.kind === 'thread.released');
  const elsewhere =
    released?.kind === 'thread.released' && get(machine.sources, released.source).group !== event.group;
  if (!elsewhere)
    throw new Error(`count of ${event.name} rose to ${event.to} of ${event.limit} by ${event.cause}`);
}

/** Runs one command and everything that is then due. A command that is impossible in this state does nothing. */
export function runCommand(bench: Bench, command: Command): void {
  const { machine } = bench;
  apply(bench, command);
  machineRunUntil(machine, machineNow(machine));
  checkMachine(machine);
  if (command.after === 0) return;
  machineRunUntil(machine, machineNow(machine) + command.after);
  checkMachine(machine);
}

function apply(bench: Bench, command: Command): void {
  const { machine } = bench;
  const threads = [...ids(machine.threads)];
  const thread = threads[command.thread % threads.length] ?? NONE;
  const source = bench.sources[command.source % bench.sources.length] ?? -1;
  const group = bench.groups[command.group % bench.groups.length] ?? -1;
  const { n } = command;
  const callable = canCall(machine, thread);
  switch (command.op) {
    case 'fetch': {
      const call = { max: Math.max(1, n), min: n % 3, timeout: command.timeout, masked: n === 4 };
      if (callable) callFetch(machine, thread, source, call);
      return;
    }
    case 'associate':
      if (callable) callAssociate(machine, thread, group);
      return;
    case 'dissociate':
      if (callable) callDissociate(machine, thread);
      return;
    case 'exec':
      if (callable && n === 0 && command.timeout >= 0) callExec(machine, thread);
      return;
    case 'bind':
      callBind(machine, source, group);
      return;
    case 'limit':
      callSetLimit(machine, group, n);
      return;
    case 'group':
      bench.groups.push(okOf(callNewGroup(machine, `H${machine.groups.length}`, n, [])));
      return;
    case 'close':
      if (n === 0) callCloseGroup(machine, group);
      return;
    case 'open':
      bench.sources.push(
        okOf(callOpenSource(machine, { name: `S${machine.sources.length}`, kind: n % 2 ? 'aio' : 'epoll' })),
      );
      return;
    case 'destroy':
      if (n === 0 && command.timeout >= 0) callDestroySource(machine, source);
      return;
    case 'cpus':
      setOnlineCpus(machine, Math.max(1, n));
      return;
    default:
      applyToRecords(bench, command, thread);
  }
}

function applyToRecords(bench: Bench, { op, source: which, n }: Command, thread: number): void {
  const { machine } = bench;
  const sources = [...ids(machine.sources)];
  const source = sources[which % sources.length] ?? NONE;
  const { state } = get(machine.threads, thread);
  switch (op) {
    case 'post':
      for (let i = 0; i <= n; i++) postItem(machine, source, `e${++bench.posted}`, bench.posted);
      return;
    case 'descriptor':
      postDescriptor(machine, source, `d${n}`, 0, (['level', 'edge', 'one-shot'] as const)[n % 3] ?? 'level');
      return;
    case 'read':
      readDescriptor(machine, source, `d${n}`);
      return;
    case 'rearm':
      if (findDescriptor(machine, source, `d${n}`) !== NONE) rearmDescriptor(machine, source, `d${n}`);
      return;
    case 'block':
      if (canCall(machine, thread)) blockThread(machine, thread, 'connect', n === 0 ? null : n * 10, 'block');
      return;
    case 'unblock':
      if (state === 'blocked-in-handler') unblockThread(machine, thread, 'unblock');
      return;
    case 'spawn':
      if (machine.threads.length < 16) createThread(machine, { name: `N${n}`, program: 'manual' });
      return;
    case 'fork':
      if (isRunnable(machine, thread) && machine.threads.length < 16) fork(machine, thread);
      return;
    case 'signal':
      signalThread(machine, thread, n === 0);
      return;
    case 'stop':
      stopThread(machine, thread);
      return;
    case 'continue':
      continueThread(machine, thread);
      return;
    case 'exit':
      if (n === 0) exitThread(machine, thread);
      return;
    default:
      throw new Error(`operation ${op} is missing here`);
  }
}

/** All tables as JSON, without revisions, which may differ between otherwise equal machines. */
export function dump(store: Store): string {
  return JSON.stringify(
    store.tables.map((table) => [table.name, [...ids(table)].map((id) => ({ id, ...get(table, id) }))]),
  );
}
