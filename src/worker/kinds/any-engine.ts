import { coreWaits, coreLooks } from './core-answers.ts';
import { engineOfKinds, type Opaque } from './kinds.ts';
import { labEngine } from './lab-engine.ts';
import { threadEngine } from './thread-engine.ts';
import type { MailScenario } from '../../protocol/scenario.ts';
import { evaluate } from '../../core/inspect/evaluate.ts';
import { createSimulation, type SimKeyframe, type Simulation } from '../../core/simulation.ts';
import { coreSteps, stepLooks } from './core-steps.ts';
import { type Engine, lookIn } from './engine.ts';
import { verifyWorld } from './verify.ts';

export const coreEngine: Engine<Simulation, SimKeyframe, MailScenario> = {
  create: createSimulation,
  evaluate,
  ...coreSteps,
  look: lookIn({ ...stepLooks, ...coreLooks }),
  waits: coreWaits,
  verify: verifyWorld,
};

const ENGINES = {
  mail: coreEngine as Opaque,
  'timer-lab': labEngine as Opaque,
  'threads-alone': threadEngine as Opaque,
};

/** The engine of all kinds of run, loaded statically for the command line and tests. */
export const anyEngine = engineOfKinds(
  (kind) => ENGINES[kind],
  () => coreWaits,
);
