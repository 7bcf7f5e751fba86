import { evaluate } from '../core/inspect/evaluate.ts';
import { projectAll } from '../core/project.ts';
import {
  applyCommand,
  captureSimulation,
  createSimulation,
  nextInstant,
  position,
  restoreSimulation,
  type SimKeyframe,
  type Simulation,
  stepOnce,
} from '../core/simulation.ts';
import { laneStarts } from '../core/threads/group-picture.ts';
import { threadsRow } from '../core/world/threads/project.ts';
import type { Answer } from './core-answers.ts';
import type { Engine } from './engine.ts';

/** What the clock adds to a keyframe: the pages of its wheel and tasks that have changed, and their lists. */
const CLOCK_BYTES = 30_000;

/** The real simulation as far as steps, pictures and the tests that playing stops at need it. */
export const coreSteps: Omit<Engine<Simulation, SimKeyframe>, Answer> = {
  create: createSimulation,
  nextInstant,
  stepOnce,
  apply: applyCommand,
  position,
  capture: captureSimulation,
  restore: restoreSimulation,
  keyBytes: (key) => key.store.bytes + CLOCK_BYTES,
  work: (sim) => sim.world.store.rev,
  project: projectAll,
  evaluate,
  threads: (sim, name) => threadsRow(sim.world, name),
  laneStarts: ({ world }) => (world.threads === null ? [] : laneStarts(world.threads.machine)),
};
