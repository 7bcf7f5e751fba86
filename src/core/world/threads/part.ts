import { laneStarts } from '../../threads/group-picture.ts';
import {
  answerThreads,
  machineFollow,
  machineIsDue,
  machineTurn,
  threadReply,
  threadResume,
  withMachine,
} from './answers.ts';
import { type ThreadPart, type AgentThreads, ONE, report, type World } from '../state.ts';
import { faultEnd, threadCommandApply, threadCommandCheck } from './commands.ts';
import { legsLocal, legsRefuse, legsServe, legsSilent } from './legs.ts';
import { agentsLimit, agentThread, backgroundSet, threadPoolAdd } from './pools.ts';
import { threadsRow } from './project.ts';
import { connectionsSettle, tokensClear, tokensPost, tokensReady } from './tokens.ts';
import type { ThreadsSetup } from '../../../protocol/threads-setup.ts';
import { createTable, get, insert, find, touch } from '../../tables.ts';
import { FREE_MACHINE, type MachineConfig, sliceSettings } from '../../threads/config.ts';
import { createMachine, type MachinePort } from '../../threads/tables.ts';
import type { PoolId } from '../../../protocol/ids.ts';
import type { ThreadEvent } from '../../../protocol/events.ts';
import type { RunState } from '../../../protocol/threads.ts';
import type { CountSample } from '../../../protocol/threads-view.ts';
import type { Micros } from '../../../protocol/units.ts';
import { pendingTokens } from '../../threads/host.ts';
import type { ThreadPoolRecord, ThreadWorld } from './model.ts';

/**
 * What a world of mail does when agents are threads. It comes with the scenario, by `createSimulationWith`, because
 * the page loads it only then. No file outside this folder imports these functions directly.
 */
export const threadPart: ThreadPart = {
  agentsLimit,
  agentThread,
  answerThreads,
  backgroundSet,
  connectionsSettle,
  createThreadWorld,
  faultEnd,
  laneStarts,
  legsLocal,
  legsRefuse,
  legsServe,
  legsSilent,
  machineFollow,
  machineIsDue,
  machineTurn,
  threadCommandApply,
  threadCommandCheck,
  threadPoolAdd,
  threadReply,
  threadResume,
  threadsRow,
  tokensClear,
  tokensPost,
  tokensReady,
  withMachine,
};

/** Separates the stream of phases from other streams of the same seed. */
const PHASE_STREAM_OFFSET = 0x51ed270b;

function createThreadWorld(part: ThreadPart, setup: ThreadsSetup, seed: number, world: World): AgentThreads {
  const { store } = world;
  const machine = createMachine(store, machineConfig(setup), threadPort(world));
  const threads: AgentThreads = {
    part,
    setup,
    machine,
    pools: createTable(store, 'threads.pools'),
    bound: createTable(store, 'threads.bound'),
    one: createTable(store, 'threads.world'),
  };
  insert(threads.one, {
    phaseStream: (seed + PHASE_STREAM_OFFSET) >>> 0,
    returning: [],
    background: [],
  });
  return threads;
}

/**
 * The story factor stretches CPU work, switches and slices, but not the clock, its ticks and waits. The effect is
 * that of shorter waits, but the user and the queue manager, which decides in whole seconds, keep one clock.
 */
function machineConfig(setup: ThreadsSetup): MachineConfig {
  const { cpus, story } = setup;
  const slices = setup.slices === 'none' ? FREE_MACHINE : sliceSettings(setup.slices, cpus);
  return {
    ...FREE_MACHINE,
    cpus,
    switchUs: setup.switchUs * story,
    rewarmUs: setup.rewarmUs * story,
    latencyUs: slices.latencyUs * story,
    minSliceUs: slices.minSliceUs * story,
    alphaMilli: setup.alphaMilli,
    runQueue: setup.runQueue,
    rebalanceUs: FREE_MACHINE.rebalanceUs * story,
    instantOrder: 'kinds',
  };
}

/** Logs events of the machine. Their `transport` is the agent pool. */
function threadPort(world: World): MachinePort {
  return {
    recording: true,
    emit(event) {
      if (world.threads !== null) noteSample(world.threads, get(world.one, ONE).now, event);
      report(world, event);
    },
  };
}

/** Number of samples kept for each transport: as many as an area of 300 pixels can show. */
const SAMPLES_MAX = 96;

/**
 * Records the number of runnable threads of each transport, for the area chart. It is state, so that it is correct
 * after a seek.
 */
function noteSample(threads: ThreadWorld, at: Micros, event: ThreadEvent): void {
  switch (event.kind) {
    case 'thread.state': {
      const change = Number(counts(event.to)) - Number(counts(event.from));
      if (change !== 0) note(threads, event.transport, at, change);
      return;
    }
    case 'thread.created':
      if (event.cause !== 'setup') note(threads, event.transport, at, 1);
      return;
    case 'group.limit':
    case 'source.posted':
    case 'source.withdrawn':
      note(threads, event.transport, at, 0);
      return;
    case 'fetch.returned':
      if (event.items.length > 0) note(threads, event.transport, at, 0);
      return;
    default:
      return;
  }
}

function counts(state: RunState): boolean {
  return state === 'running' || state === 'ready';
}

function note(threads: ThreadWorld, pool: PoolId, at: Micros, change: number): void {
  // Background threads belong to no transport.
  if (find(threads.pools, pool) === undefined) return;
  const row = touch(threads.pools, pool);
  row.runnable += change;
  const sample: CountSample = [
    at,
    row.runnable,
    limitOf(threads, row),
    pendingTokens(threads.machine, row.parts),
  ];
  const last = row.samples.at(-1);
  const same = last?.[0] === at && last[1] === sample[1] && last[2] === sample[2];
  row.samples = [...(same ? row.samples.slice(0, -1) : row.samples.slice(1 - SAMPLES_MAX)), sample];
}

/** Returns the limit of the transport's group; −1 = no limit. */
function limitOf({ machine }: ThreadWorld, { parts }: Readonly<ThreadPoolRecord>): number {
  return parts.group === 0 ? -1 : get(machine.groups, parts.group).limit;
}
