import { addWaits, copyWaits, createWaits } from '../core/attribution/attribution.ts';
import { inflation } from '../core/attribution/inflation.ts';
import { candidatesOf } from '../core/candidates.ts';
import { ageTable } from '../core/inspect/ages.ts';
import { memoryTable } from '../core/inspect/memory.ts';
import { messageDetail } from '../core/inspect/message.ts';
import { wheelDetail } from '../core/project-wheel-detail.ts';
import type { SimKeyframe, Simulation } from '../core/simulation.ts';
import { whyOf } from '../core/why/why.ts';
import type { Engine } from './engine.ts';

/** Members of an engine that only questions need. */
export type Answer = 'candidates' | 'why' | 'waits' | 'inflation' | 'message' | 'ages' | 'memory' | 'wheel';

/** What the real simulation answers when a panel asks; no step and no picture needs it. */
export const coreAnswers: Required<Pick<Engine<Simulation, SimKeyframe>, Answer>> = {
  candidates: candidatesOf,
  why: whyOf,
  waits: {
    create: createWaits,
    add: (sums, sim, until) => addWaits(sums, sim.world, until),
    copy: copyWaits,
  },
  inflation: (sim, transport) => inflation(sim.world, transport),
  message: (sim, number) => messageDetail(sim.world, number),
  ages: (sim, queues, first) => ageTable(sim.world, queues, first),
  memory: (sim) => memoryTable(sim.world),
  wheel: wheelDetail,
};
