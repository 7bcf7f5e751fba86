import type { MailScenario } from '../protocol/scenario.ts';
import { createSimulationWith, type Simulation } from './simulation-steps.ts';
import type { LogSink } from './world/state.ts';
import { modelledPart } from './world/modelled/part.ts';
import { recordedPart } from './world/recorded/part.ts';
import { threadPart } from './world/threads/part.ts';

export * from './simulation-steps.ts';

/** Creates a simulation at instant 0, before any step. The scenario must have passed `scenario/schema.ts`. */
export function createSimulation(scenario: MailScenario, sink: LogSink): Simulation {
  return createSimulationWith(
    { threads: threadPart, recorded: recordedPart, modelled: modelledPart },
    scenario,
    sink,
  );
}
