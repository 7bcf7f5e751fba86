import { addWaits, copyWaits, createWaits } from '../core/attribution/attribution.ts';
import { inflation } from '../core/attribution/inflation.ts';
import { candidatesOf } from '../core/candidates.ts';
import { ageTable } from '../core/inspect/ages.ts';
import { evaluate } from '../core/inspect/evaluate.ts';
import { memoryTable } from '../core/inspect/memory.ts';
import { messageDetail } from '../core/inspect/message.ts';
import { wheelDetail } from '../core/project-wheel-detail.ts';
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
import { whyOf } from '../core/why/why.ts';
import { threadsRow } from '../core/world/threads/project.ts';
import type { Engine } from './engine.ts';

/** What the clock adds to a keyframe: the pages of its wheel and tasks that have changed, and their lists. */
const CLOCK_BYTES = 30_000;

/** The real simulation. */
export const coreEngine: Engine<Simulation, SimKeyframe> = {
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
  candidates: candidatesOf,
  evaluate,
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
  threads: (sim, name) => threadsRow(sim.world, name),
  laneStarts: ({ world }) => (world.threads === null ? [] : laneStarts(world.threads.machine)),
};
