import { addWaits, copyWaits, createWaits } from '../../core/attribution/attribution.ts';
import { inflation } from '../../core/attribution/inflation.ts';
import { candidatesOf } from '../../core/candidates.ts';
import { ageTable } from '../../core/inspect/ages.ts';
import { memoryTable } from '../../core/inspect/memory.ts';
import { messageDetail } from '../../core/inspect/message.ts';
import { wheelDetail } from '../../core/project-wheel-detail.ts';
import type { Simulation } from '../../core/simulation.ts';
import { whyOf } from '../../core/why/why.ts';
import type { LooksOf, WaitDivision } from './engine.ts';
import { outcomeOf } from './mail-outcome.ts';

/** The questions of panels that the engine of mail answers. Steps and pictures do not need this code. */
export const coreLooks: LooksOf<Simulation> = {
  candidates: candidatesOf,
  why: whyOf,
  inflation: (sim, transport) => inflation(sim.world, transport),
  message: (sim, number) => messageDetail(sim.world, number),
  ages: (sim, queues, first) => ageTable(sim.world, queues, first),
  memory: (sim) => memoryTable(sim.world),
  outcome: outcomeOf,
  wheel: wheelDetail,
};

export const coreWaits: WaitDivision<Simulation> = {
  create: createWaits,
  add: (sums, sim, until) => addWaits(sums, sim.world, until),
  copy: copyWaits,
};
