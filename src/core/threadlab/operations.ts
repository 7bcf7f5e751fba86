/** The operations of threads/README.md §16 on a machine. Call `checkOperation` first, then `operate`. */
import type { ThreadId } from '../../protocol/threads.ts';
import type { CmgroupCommand, CmgroupVerb } from '../../protocol/cmgroup.ts';
import { get, ids, NONE } from '../tables.ts';
import {
  callAssociate,
  callBind,
  callCloseGroup,
  callDestroySource,
  callDissociate,
  callExec,
  callFetch,
  callNewGroup,
  callSetLimit,
  type CallResult,
  descriptorOf,
  canCall,
} from '../threads/calls.ts';
import { postDescriptor, postItem, readDescriptor, rearmDescriptor } from '../threads/event-source.ts';
import { findDescriptor } from '../threads/items.ts';
import { setOnlineCpus } from '../threads/machine.ts';
import type { Machine } from '../threads/tables.ts';
import {
  blockThread,
  continueThread,
  createThread,
  exitThread,
  signalThread,
  stopThread,
  unblockThread,
} from '../threads/thread.ts';
import { groupNamed, sourceNamed, threadNamed } from './names.ts';
import type { InputError, Result } from '../../protocol/result.ts';

const OK: CallResult = { ok: 0 };

/** Executes a command that `checkOperation` has accepted. A failing call emits its error, as the real call returns it. */
export function operate(m: Machine, command: CmgroupCommand): void {
  const result = perform(m, command);
  if ('ok' in result || !m.port.recording) return;
  const { kind, ...members } = command;
  const subject = Object.values(members).find((value) => typeof value === 'string') ?? '';
  m.port.emit({
    kind: 'call.failed',
    call: CALLS[kind] ?? kind,
    subject: String(subject),
    error: result.err,
  });
}

/** The system call of each command that can fail (threads/README.md §4). */
const CALLS: Partial<Record<CmgroupCommand['kind'], string>> = {
  'cmg.group': 'cmgroup_newgroup',
  'cmg.limit': 'cmgroup_set_concurrency_level',
  'cmg.associate': 'cmgroup_associate',
  'cmg.dissociate': 'cmgroup_dissociate',
  'cmg.bind': 'epoll_ctl(SET_CMGROUP)',
  'cmg.post': 'post',
  'cmg.close': 'close',
  'cmg.destroy': 'close',
};

function perform(m: Machine, command: CmgroupCommand): CallResult {
  switch (command.kind) {
    case 'cmg.post':
      return post(m, command);
    case 'cmg.read':
      return each(m, command, readDescriptor);
    case 'cmg.rearm':
      return each(m, command, rearmDescriptor);
    case 'cmg.block':
      blockThread(m, threadNamed(m, command.thread), command.why, command.us ?? null, 'block');
      return OK;
    case 'cmg.fault':
      // A minor fault needs no I/O, so the thread does not wait.
      if (command.minor !== true)
        blockThread(m, threadNamed(m, command.thread), 'page fault', null, 'page-fault');
      return OK;
    case 'cmg.answer':
      for (const id of ids(m.threads))
        if (get(m.threads, id).waitsFor === command.why) unblockThread(m, id, 'unblock');
      return OK;
    case 'cmg.fetch':
      callFetch(m, threadNamed(m, command.thread), sourceFd(m, command.source), {
        max: command.max ?? 1,
        min: command.min ?? 1,
        timeout: command.timeout ?? -1,
        masked: false,
      });
      return OK;
    case 'cmg.signal':
      signalThread(m, threadNamed(m, command.thread), command.masked === true);
      return OK;
    case 'cmg.spawn':
      createThread(m, { name: command.name, program: 'manual', pool: poolOf(m) });
      return OK;
    case 'cmg.cpus':
      setOnlineCpus(m, command.count);
      return OK;
    default:
      return 'thread' in command && !('group' in command)
        ? tell(m, command.kind.slice('cmg.'.length) as CmgroupVerb, threadNamed(m, command.thread))
        : callOnGroup(m, command as GroupCommand);
  }
}

/** New threads join the pool of the run, if it has one, and count as live members. */
function poolOf(m: Machine): number {
  return m.pools.length > 1 ? m.pools.length - 1 : 0;
}

function tell(m: Machine, verb: CmgroupVerb, thread: ThreadId): CallResult {
  switch (verb) {
    case 'unblock':
      unblockThread(m, thread, 'unblock');
      return OK;
    case 'fault-done':
      unblockThread(m, thread, 'fault-done');
      return OK;
    case 'stop':
      stopThread(m, thread);
      return OK;
    case 'continue':
      continueThread(m, thread);
      return OK;
    case 'exit':
      exitThread(m, thread);
      return OK;
    case 'dissociate':
      return callDissociate(m, thread);
    case 'exec':
      return callExec(m, thread);
    default:
      return verb satisfies never;
  }
}

type GroupCommand = Extract<
  CmgroupCommand,
  {
    kind: 'cmg.associate' | 'cmg.limit' | 'cmg.group' | 'cmg.bind' | 'cmg.close' | 'cmg.destroy';
  }
>;

function callOnGroup(m: Machine, command: GroupCommand): CallResult {
  switch (command.kind) {
    case 'cmg.associate':
      return callAssociate(m, threadNamed(m, command.thread), groupFd(m, command.group));
    case 'cmg.limit':
      return callSetLimit(m, groupFd(m, command.group), command.cv);
    case 'cmg.group': {
      const flags = command.cloexec === true ? ['CLOEXEC'] : [];
      return callNewGroup(m, command.name, command.cv, flags);
    }
    case 'cmg.bind':
      return callBind(m, sourceFd(m, command.source), groupFd(m, command.group));
    case 'cmg.close':
      return callCloseGroup(m, groupFd(m, command.group));
    case 'cmg.destroy':
      return callDestroySource(m, sourceFd(m, command.source));
    default:
      return command satisfies never;
  }
}

function groupFd(m: Machine, name: string): number {
  return descriptorOf(m, 'group', groupNamed(m, name));
}

function sourceFd(m: Machine, name: string): number {
  return descriptorOf(m, 'source', sourceNamed(m, name));
}

/** Posts all events of a command before anything else happens. */
function post(m: Machine, command: Extract<CmgroupCommand, { kind: 'cmg.post' }>): CallResult {
  const source = sourceNamed(m, command.source);
  for (const name of command.events) {
    // A known descriptor keeps its trigger.
    const plain = command.trigger === undefined && findDescriptor(m, source, name) === 0;
    const posted = plain
      ? postItem(m, source, name, 0)
      : postDescriptor(m, source, name, 0, command.trigger ?? 'level');
    if (!posted) return { err: 'EBADF' };
  }
  return OK;
}

function each(
  m: Machine,
  { source, events }: { source: string; events: readonly string[] },
  tryOne: (machine: Machine, source: number, name: string) => boolean,
): CallResult {
  const id = sourceNamed(m, source);
  let found = true;
  for (const name of events) found = tryOne(m, id, name) && found;
  return found ? OK : { err: 'EBADF' };
}

/**
 * Checks that a command can be executed at this instant: names exist and the thread is in the required state. Reports the
 * first error; changes nothing.
 */
export function checkOperation(m: Machine, command: CmgroupCommand): Result<true> {
  const error = unknownName(m, command) ?? wrongState(m, command);
  return error === null ? { ok: true, value: true } : { ok: false, errors: [error] };
}

function unknownName(m: Machine, command: CmgroupCommand): InputError | null {
  if ('thread' in command && threadNamed(m, command.thread) === NONE)
    return refusal('thread', command.thread, 'the name of a thread of this run');
  if ('source' in command && sourceNamed(m, command.source) === NONE)
    return refusal('source', command.source, 'the name of an event source of this run');
  if ('group' in command && groupNamed(m, command.group) === NONE)
    return refusal('group', command.group, 'the name of a group of this run');
  if (command.kind === 'cmg.spawn' && threadNamed(m, command.name) !== NONE)
    return refusal('name', command.name, 'a name that no thread has');
  if (command.kind === 'cmg.group' && groupNamed(m, command.name) !== NONE)
    return refusal('name', command.name, 'a name that no group has');
  return null;
}

const NEEDS = {
  call: 'a thread on a CPU or in the run queue, and not in a fetch',
  blocked: 'a thread that is blocked in its handler',
  alive: 'a thread that has not ended',
  stopped: 'a thread that is stopped',
  fetching: 'a thread that waits in a fetch; a signal has no effect elsewhere',
  manual: 'a thread of a story; workers of a stream fetch by themselves',
} as const;

function wrongState(m: Machine, command: CmgroupCommand): InputError | null {
  if (command.kind === 'cmg.answer') {
    const some = [...ids(m.threads)].some((id) => get(m.threads, id).waitsFor === command.why);
    return some ? null : refusal('why', command.why, 'a reason for which a thread is waiting');
  }
  if (!('thread' in command)) return null;
  const need = needOf(command.kind);
  const id = threadNamed(m, command.thread);
  const { state, program, stillBlocked } = get(m.threads, id);
  const met: Record<keyof typeof NEEDS, boolean> = {
    call: canCall(m, id),
    blocked: state === 'blocked-in-handler' || stillBlocked,
    alive: state !== 'exited',
    stopped: state === 'stopped',
    fetching: state === 'blocked-in-fetch',
    manual: program === 'manual',
  };
  if (command.kind === 'cmg.fetch' && !met.manual) return refusal('thread', command.thread, NEEDS.manual);
  return met[need] ? null : refusal('thread', `${command.thread}, which is ${state}`, NEEDS[need]);
}

function needOf(kind: Extract<CmgroupCommand, { thread: string }>['kind']): keyof typeof NEEDS {
  switch (kind) {
    case 'cmg.unblock':
    case 'cmg.fault-done':
      return 'blocked';
    case 'cmg.stop':
    case 'cmg.exit':
      return 'alive';
    case 'cmg.continue':
      return 'stopped';
    case 'cmg.signal':
      return 'fetching';
    default:
      return 'call';
  }
}

function refusal(field: string, value: string, accepted: string): InputError {
  return { field, value: value.slice(0, 60), accepted };
}
