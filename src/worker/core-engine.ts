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
import { whyOf } from '../core/why/why.ts';
import type { Engine } from './engine.ts';

/** The real simulation. */
export const coreEngine: Engine<Simulation, SimKeyframe> = {
  create: createSimulation,
  nextInstant,
  stepOnce,
  apply: applyCommand,
  position,
  capture: captureSimulation,
  restore: restoreSimulation,
  project: projectAll,
  candidates: candidatesOf,
  why: whyOf,
};
