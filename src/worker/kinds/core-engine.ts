import type { MailScenario } from '../../protocol/scenario.ts';
import { evaluate } from '../../core/inspect/evaluate.ts';
import { createSimulation, type SimKeyframe, type Simulation } from '../../core/simulation.ts';
import { coreLooks, coreWaits } from './core-answers.ts';
import { coreSteps, stepLooks } from './core-steps.ts';
import { type Engine, lookIn } from './engine.ts';
import { verifyWorld } from './verify.ts';

/** The real simulation. */
export const coreEngine: Engine<Simulation, SimKeyframe, MailScenario> = {
  create: createSimulation,
  evaluate,
  ...coreSteps,
  look: lookIn({ ...stepLooks, ...coreLooks }),
  waits: coreWaits,
  verify: verifyWorld,
};
