import type { AgentId, PoolId } from '../../../protocol/ids.ts';
import type { ThreadId } from '../../../protocol/threads.ts';
import type { ThreadCommand } from '../../../protocol/threads-setup.ts';
import type { InputError } from '../../../protocol/result.ts';
import { find, get } from '../../tables.ts';
import { clockSchedule } from '../../timers/clock.ts';
import { MAX_CPUS, MAX_LIMIT } from '../../threads/config.ts';
import { setTransportLimit } from '../../threads/host.ts';
import { setOnlineCpus } from '../../threads/machine.ts';
import {
  blockThread,
  continueThread,
  signalThread,
  stopThread,
  unblockThread,
} from '../../threads/thread.ts';
import { isRunnable } from '../../threads/run-state.ts';
import { HELD, poolByName } from '../pools.ts';
import { ONE, type World } from '../state.ts';
import { FAULT } from '../task-label.ts';
import { threadKill } from './answers.ts';
import type { ThreadWorld } from './model.ts';
import { agentsCreate, agentsLive, agentThread, backgroundSet, threadPool } from './pools.ts';
import { wholeNumber } from '../../../protocol/accepted.ts';
import { MICROS_PER_MILLI } from '../../../protocol/units.ts';

/** Commands about agents as threads. They are checked against the run and applied immediately. */

const MAX_BACKGROUND = 1_000;

export function threadCommandCheck(world: World, threads: ThreadWorld, command: ThreadCommand): InputError[] {
  const refuse = (field: string, value: unknown, accepted: string): InputError[] => [
    { field, value: String(value).slice(0, 60), accepted },
  ];
  if (command.kind === 'threads.cpus') return wholeOr(refuse, 'cpus', command.cpus, 1, MAX_CPUS);
  if (command.kind === 'threads.background')
    return wholeOr(refuse, 'count', command.count, 0, MAX_BACKGROUND);
  const pool = poolNamed(world, command.transport);
  if (pool === 0) return refuse('transport', command.transport, 'a transport that has agents');
  if (command.kind === 'threads.limit') {
    if (threadPool(threads, pool).parts.group === 0)
      return refuse('transport', command.transport, 'a transport whose agents are in a group');
    return wholeOr(refuse, 'limit', command.limit, 0, MAX_LIMIT);
  }
  if (command.kind === 'threads.add') {
    const room = get(world.pools, pool).limit - agentsLive(threads, pool);
    if (room < 1) return refuse('count', command.count, 'no more agents: the process limit is reached');
    return wholeOr(refuse, 'count', command.count, 1, room);
  }
  if (command.kind === 'threads.fault') {
    const wrong = wholeOr(refuse, 'ms', command.ms, 0, 86_400_000);
    if (wrong.length > 0) return wrong;
  }
  return agentRefusal(world, threads, pool, command, refuse);
}

type Refuse = (field: string, value: unknown, accepted: string) => InputError[];

function wholeOr(refuse: Refuse, field: string, value: number, low: number, high: number): InputError[] {
  if (Number.isInteger(value) && value >= low && value <= high) return [];
  // Digits in groups of three, as in the schema.
  const text = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ' ');
  return refuse(field, value, wholeNumber(text(low), text(high)));
}

function agentRefusal(
  world: World,
  threads: ThreadWorld,
  pool: PoolId,
  command: Extract<ThreadCommand, { agent: AgentId }>,
  refuse: Refuse,
): InputError[] {
  const { agent, kind } = command;
  const thread = agentThread(threads, pool, agent);
  if (thread === 0) return refuse('agent', agent, 'the number of a live agent');
  const { state } = get(threads.machine.threads, thread);
  if (kind === 'threads.continue' && state !== 'stopped') return refuse('agent', agent, 'a stopped agent');
  if (kind === 'threads.stop' && state === 'stopped')
    return refuse('agent', agent, 'an agent that is not stopped');
  if (kind === 'threads.fault' && !isRunnable(threads.machine, thread))
    return refuse('agent', agent, 'an agent that is running or in the run queue');
  if (kind === 'threads.kill' && get(world.pools, pool).busy[agent - 1] === HELD)
    return refuse('agent', agent, 'an agent that is not waiting for a rate delay');
  return [];
}

export function threadCommandApply(world: World, threads: ThreadWorld, command: ThreadCommand): void {
  const { machine } = threads;
  if (command.kind === 'threads.cpus') return setOnlineCpus(machine, command.cpus);
  if (command.kind === 'threads.background') return backgroundSet(threads, command.count);
  const pool = poolByName(world, command.transport);
  if (command.kind === 'threads.limit') {
    const set = setTransportLimit(machine, threadPool(threads, pool).parts, command.limit);
    if (!set.ok) throw new Error(`limit ${command.limit} was not checked before it was applied`);
    return;
  }
  if (command.kind === 'threads.add') return agentsCreate(threads, pool, command.count);
  const thread = agentThread(threads, pool, command.agent);
  switch (command.kind) {
    case 'threads.stop':
      return stopThread(machine, thread);
    case 'threads.continue':
      return continueThread(machine, thread);
    case 'threads.signal':
      return signalThread(machine, thread, false);
    case 'threads.kill':
      return threadKill(world, threads, pool, command.agent);
    case 'threads.fault':
      blockThread(machine, thread, 'page', null, 'page-fault');
      clockSchedule(
        world.clock,
        get(world.one, ONE).now + command.ms * MICROS_PER_MILLI,
        FAULT,
        thread,
        world.clockPort,
      );
      return;
    default:
      command satisfies never;
  }
}

/** The page fault is over. Ignores a thread that has been killed. */
export function faultEnd(threads: ThreadWorld, thread: ThreadId): void {
  unblockThread(threads.machine, thread, 'fault-done');
}

function poolNamed(world: World, name: string): number {
  for (let id = 1; id < world.pools.length; id++) if (find(world.pools, id)?.name === name) return id;
  return 0;
}
