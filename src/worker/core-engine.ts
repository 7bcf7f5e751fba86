import { candidatesOf } from '../core/candidates.ts';
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
import type { Engine } from './engine.ts';

/** The real simulation. */
export const coreEngine: Engine<Simulation, SimKeyframe> = {
  create: createSimulation,
  nextInstant,
  stepOnce,
  apply: (sim, command) => applyCommand(sim, command),
  position,
  capture: captureSimulation,
  restore: restoreSimulation,
  project: projectAll,
  candidates: candidatesOf,
};
