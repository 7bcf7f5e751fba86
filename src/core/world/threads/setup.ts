import type { ThreadsSetup } from '../../../protocol/threads-setup.ts';
import { createTable, get, insert } from '../../tables.ts';
import { FREE_MACHINE, type MachineConfig, sliceSettings } from '../../threads/config.ts';
import { createMachine, type MachinePort } from '../../threads/tables.ts';
import { type AgentThreads, ONE, report, type ThreadPart, type World } from '../state.ts';
import { noteSample } from './samples.ts';

/** Spreads the stream of phases from the others of the same seed. */
const PHASE_STREAM_OFFSET = 0x51ed270b;

/** The machine of a scenario whose agents are threads, still without agents. `part` = what is done with it. */
export function createThreadWorld(
  part: ThreadPart,
  setup: ThreadsSetup,
  seed: number,
  world: World,
): AgentThreads {
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
 * CPU work, switches and slices are stretched by the story's factor; the clock, its ticks and every wait stay. That is
 * the same as waits that are shorter by this factor, and leaves one clock for the queue manager, which decides in
 * whole seconds, and for the reader.
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

/** Where events of the machine go: to the log of the run. They carry the pool of agents as their transport. */
function threadPort(world: World): MachinePort {
  return {
    recording: true,
    emit(event) {
      if (world.threads !== null) noteSample(world.threads, get(world.one, ONE).now, event);
      report(world, event);
    },
  };
}
