/** The operations of `cmgroup-scenario/1` (threads/README.md §16), performed on a bench. */
import { get } from '../../src/core/tables.ts';
import {
  type CallResult,
  callAssociate,
  callBind,
  callCloseGroup,
  callDestroySource,
  callDissociate,
  callExec,
  callFetch,
  callGetLimit,
  callNewGroup,
  callSetLimit,
  closeOnExec,
} from '../../src/core/threads/calls.ts';
import {
  postDescriptor,
  postItem,
  readDescriptor,
  rearmDescriptor,
} from '../../src/core/threads/event-source.ts';
import { findDescriptor } from '../../src/core/threads/items.ts';
import { setOnlineCpus } from '../../src/core/threads/machine.ts';
import {
  blockThread,
  continueThread,
  createThread,
  exitThread,
  signalThread,
  stopThread,
  unblockThread,
} from '../../src/core/threads/thread.ts';
import { type Json, listOf, numberOf, numberOr, stringOf, textOr } from './cmgroup-json.ts';
import { type Bench, eventOf, nameGroup } from './cmgroup-setup.ts';

/** Performs one operation at the present instant. Throws when the file requests an impossible operation. */
export function applyOperation(bench: Bench, operation: Json): void {
  const op = stringOf(operation['op'], 'op');
  const run = Object.hasOwn(OPERATIONS, op) ? OPERATIONS[op] : undefined;
  if (run === undefined) throw new Error(`operation ${op} is unknown`);
  const result = run(bench, operation);
  if (result !== null && typeof operation['id'] === 'string') bench.results.set(operation['id'], result);
}

type Operation = (bench: Bench, operation: Json) => CallResult | { ok: string } | null;

const OK: CallResult = { ok: 0 };
const BAD: CallResult = { err: 'EBADF' };

const OPERATIONS: Readonly<Record<string, Operation>> = {
  newgroup: createNamedGroup,
  set_cv: (bench, op) =>
    callSetLimit(bench.machine, descriptor(bench, op['group']), numberOf(op['nthreads'], 'nthreads')),
  get_cv: (bench, op) => callGetLimit(bench.machine, descriptor(bench, op['group'])),
  set_cpus: (bench, op) => {
    setOnlineCpus(bench.machine, numberOf(op['n'] ?? op['cpus'], 'n'));
    return OK;
  },
  attach: (bench, op) =>
    callBind(bench.machine, descriptor(bench, op['source']), descriptor(bench, op['group'])),
  associate: (bench, op) => callAssociate(bench.machine, thread(bench, op), descriptor(bench, op['group'])),
  dissociate: (bench, op) => callDissociate(bench.machine, thread(bench, op)),
  spawn,
  fetch,
  post,
  read: (bench, op) => withEvents(bench, op, readDescriptor),
  rearm: (bench, op) => withEvents(bench, op, rearmDescriptor),
  block: (bench, op) => {
    const duration = op['for'] ?? op['duration'];
    const us = duration === undefined ? null : numberOf(duration, 'for');
    blockThread(bench.machine, thread(bench, op), textOr(op['why'], 'wait', 'why'), us, 'block');
    return OK;
  },
  unblock: (bench, op) => {
    unblockThread(bench.machine, thread(bench, op), 'unblock');
    return OK;
  },
  page_fault: (bench, op) => {
    // A minor fault needs no I/O, so no thread waits.
    if (op['major'] === false) return OK;
    blockThread(bench.machine, thread(bench, op), 'page fault', null, 'page-fault');
    return OK;
  },
  fault_done: (bench, op) => {
    unblockThread(bench.machine, thread(bench, op), 'fault-done');
    return OK;
  },
  signal: (bench, op) => {
    signalThread(bench.machine, thread(bench, op), op['masked'] === true);
    return OK;
  },
  stop: (bench, op) => {
    stopThread(bench.machine, thread(bench, op));
    return OK;
  },
  cont: (bench, op) => {
    continueThread(bench.machine, thread(bench, op));
    return OK;
  },
  exit: (bench, op) => {
    exitThread(bench.machine, thread(bench, op));
    return OK;
  },
  exec: (bench, op) => {
    if (op['thread'] !== undefined) return callExec(bench.machine, thread(bench, op));
    closeOnExec(bench.machine);
    return OK;
  },
  close_group: (bench, op) => callCloseGroup(bench.machine, descriptor(bench, op['group'])),
  destroy: (bench, op) => callDestroySource(bench.machine, descriptor(bench, op['source'])),
};

function createNamedGroup(bench: Bench, op: Json): CallResult | { ok: string } {
  const name = stringOf(op['as'], 'as');
  const flags = listOf(op['flags'], 'flags').map((flag) => stringOf(flag, 'flag'));
  const result = callNewGroup(bench.machine, name, numberOr(op['nthreads'], 0, 'nthreads'), flags);
  if ('err' in result) return result;
  nameGroup(bench, name, result.ok);
  return { ok: 'fd' };
}

function spawn(bench: Bench, op: Json): CallResult {
  const name = stringOf(op['as'], 'as');
  const id = createThread(bench.machine, { name, program: 'manual', pool: bench.pool });
  bench.threads.set(name, id);
  return OK;
}

/** Returns null: the result may arrive later, and is then read from the thread. */
function fetch(bench: Bench, op: Json): null {
  const caller = thread(bench, op);
  if (typeof op['id'] === 'string') bench.fetchIds.set(op['id'], caller);
  callFetch(bench.machine, caller, descriptor(bench, op['source']), {
    max: numberOr(op['max'] ?? op['nr'], 1, 'max'),
    min: numberOr(op['min'], 1, 'min'),
    timeout: numberOr(op['timeout'], -1, 'timeout'),
    masked: op['masked'] === true,
  });
  return null;
}

/** Posts all events of one operation before other threads react. */
function post(bench: Bench, op: Json): CallResult {
  const source = bench.sources.get(stringOf(op['source'], 'source'));
  if (source === undefined) return BAD;
  for (const event of events(op)) {
    const { name, trigger } = eventOf({ ...op, event });
    // A descriptor that the source already has keeps its trigger.
    const known = findDescriptor(bench.machine, source, name) !== 0;
    const posted =
      trigger === null && !known
        ? postItem(bench.machine, source, name, 0)
        : postDescriptor(bench.machine, source, name, 0, trigger ?? 'level');
    if (!posted) return BAD;
  }
  return OK;
}

function withEvents(
  bench: Bench,
  op: Json,
  act: (m: Bench['machine'], source: number, name: string) => boolean,
): CallResult {
  const source = bench.sources.get(stringOf(op['source'], 'source'));
  if (source === undefined) return BAD;
  let found = true;
  for (const event of events(op)) found = act(bench.machine, source, stringOf(event, 'event')) && found;
  return found ? OK : BAD;
}

function events(op: Json): readonly unknown[] {
  const given = op['event'] ?? op['fd'] ?? op['item'];
  return Array.isArray(given) ? given : [given];
}

function descriptor(bench: Bench, name: unknown): number {
  return bench.descriptors.get(textOr(name, '', 'name')) ?? -1;
}

function thread(bench: Bench, op: Json): number {
  const name = stringOf(op['thread'], 'thread');
  const id = bench.threads.get(name) ?? grown(bench, name);
  if (id === 0) throw new Error(`no thread ${name}`);
  return id;
}

/** Finds a thread by its name, because threads created by a pool have no entry in `bench.threads`; 0 = none. */
export function grown(bench: Bench, name: string): number {
  const { threads } = bench.machine;
  for (let id = threads.length - 1; id > 0; id--) {
    if (get(threads, id).name !== name) continue;
    bench.threads.set(name, id);
    return id;
  }
  return 0;
}
