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
import { touch } from '../core/tables.ts';
import { commandCheck } from '../core/world/commands.ts';
import { ONE } from '../core/world/state.ts';
import type { Engine } from './engine.ts';

/** The real simulation. */
export const coreEngine: Engine<Simulation, SimKeyframe> = {
  create: createSimulation,
  nextInstant,
  stepOnce,
  apply(sim, command, at) {
    const checked = commandCheck(sim.world, command);
    if (!checked.ok) return checked;
    // A reader acts between two steps, at the instant on the clock: without this, mail injected at 5.3 s would have
    // been there since the last step, maybe seconds ago. XXX belongs into `applyCommand`.
    const one = touch(sim.world.one, ONE);
    one.now = Math.max(one.now, at);
    return applyCommand(sim, command);
  },
  position,
  capture: captureSimulation,
  restore: restoreSimulation,
  project: projectAll,
  candidates: candidatesOf,
};
