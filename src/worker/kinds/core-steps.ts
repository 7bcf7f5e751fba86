import { coreOf } from '../../core/qmgr/model.ts';
import { projectAll } from '../../core/project.ts';
import {
  applyCommand,
  applyParts,
  captureSimulation,
  nextInstant,
  position,
  restoreSimulation,
  type SimKeyframe,
  type Simulation,
  stepOnce,
  stepParts,
} from '../../core/simulation-steps.ts';
import { storeBytes } from '../../core/tables.ts';
import type { Engine, LooksOf } from './engine.ts';

/** Bytes that the clock adds to a keyframe: changed pages of its wheel and tasks, and their lists. */
const CLOCK_BYTES = 30_000;

/** The engine of mail without `create` and `look`: it makes steps, pictures and keyframes, and evaluates breakpoints. */
export const coreSteps: Omit<Engine<Simulation, SimKeyframe>, 'create' | 'look'> = {
  nextInstant,
  stepOnce,
  stepParts,
  applyParts,
  apply: applyCommand,
  position,
  capture: captureSimulation,
  restore: restoreSimulation,
  keyBytes: (key) => key.store.bytes + CLOCK_BYTES,
  stateBytes: (sim) => storeBytes(sim.world.store),
  work: (sim) => sim.world.store.rev,
  project: projectAll,
};

/** The questions about agents as threads that pictures need. This code is loaded before any question is asked. */
export const stepLooks: LooksOf<Simulation> = {
  feedbackRule: ({ world }) => coreOf(world.qmgr).feedbackRule,
  record: ({ world }) => (world.recorded ?? world.modelled)?.part.placeIn(world) ?? null,
  threads: ({ world }, name) => world.threads?.part.threadsRow(world, name) ?? null,
  laneStarts: ({ world: { threads } }) => (threads === null ? [] : threads.part.laneStarts(threads.machine)),
};
