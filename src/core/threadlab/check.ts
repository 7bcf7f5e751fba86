/** Whether a command can be obeyed at this instant: names exist, and the thread is where the command needs it. */
import type { InputError, Result } from '../../protocol/result.ts';
import type { CmgroupCommand } from '../../protocol/cmgroup.ts';
import { get, ids, NONE } from '../tables.ts';
import { canCall } from '../threads/calls.ts';
import type { Machine } from '../threads/tables.ts';
import { groupNamed, sourceNamed, threadNamed } from './names.ts';

/** The first thing that stands in the way, or that nothing does. Changes nothing. */
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

/** What each command needs of its thread, in words. */
const NEEDS = {
  call: 'a thread on a CPU or in the run queue, outside of a fetch',
  blocked: 'a thread that is blocked in its handler',
  alive: 'a thread that has not ended',
  stopped: 'a thread that is stopped',
  fetching: 'a thread that waits in a fetch; elsewhere a signal changes nothing',
  manual: 'a thread of a story: a worker of a stream fetches by itself',
} as const;

function wrongState(m: Machine, command: CmgroupCommand): InputError | null {
  if (command.kind === 'cmg.answer') {
    const some = [...ids(m.threads)].some((id) => get(m.threads, id).waitsFor === command.why);
    return some ? null : refusal('why', command.why, 'what some thread waits for');
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
