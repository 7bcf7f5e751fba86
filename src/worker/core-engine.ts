import { evaluate } from '../core/inspect/evaluate.ts';
import { createSimulation, type SimKeyframe, type Simulation } from '../core/simulation.ts';
import { coreAnswers } from './core-answers.ts';
import { coreSteps } from './core-steps.ts';
import type { Engine } from './engine.ts';

/** The real simulation. */
export const coreEngine: Engine<Simulation, SimKeyframe> = {
  create: createSimulation,
  evaluate,
  ...coreSteps,
  ...coreAnswers,
};
