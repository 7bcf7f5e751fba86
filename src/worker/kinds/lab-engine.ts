import type { TimerScenario } from '../../protocol/scenario.ts';
import { evaluateLab } from '../../core/inspect/evaluate-lab.ts';
import { labReport, labWheel, labWhy } from '../../core/lab/project.ts';
import type { LabSim, LabSimKeyframe } from '../../core/lab/model.ts';
import {
  captureLab,
  createLab,
  createLabParts,
  labApplyCommand,
  labApplyParts,
  labNextInstant,
  labPosition,
  labStep,
  labStepParts,
  restoreLab,
} from '../../core/lab/sim.ts';
import { storeBytes } from '../../core/tables.ts';
import { type Engine, lookIn } from './engine.ts';
import { NOTHING } from '../session/frame-source.ts';

/** The engine of the timer laboratory. It has no mail, so frames carry none. */
export const labEngine: Engine<LabSim, LabSimKeyframe, TimerScenario> = {
  create: createLab,
  createParts: createLabParts,
  stepParts: labStepParts,
  applyParts: labApplyParts,
  nextInstant: labNextInstant,
  stepOnce: labStep,
  apply: labApplyCommand,
  position: labPosition,
  capture: captureLab,
  restore: restoreLab,
  project: () => ({ ...NOTHING }),
  look: lookIn<LabSim>({
    why: (sim, question) => ({ question, reasons: [labWhy(sim, question)], cached: false }),
    wheel: labWheel,
    lab: labReport,
  }),
  evaluate: evaluateLab,
  playBy: ({ raw }) => (raw === null ? 'second' : 'wakeup'),
  keyBytes: labBytes,
  work: labWork,
  stateBytes: labState,
};

/** Estimates the bytes of a keyframe: columns of three machines and changed pages of their tables. A raw wheel needs far less. */
function labBytes(key: LabSimKeyframe): number {
  if (key.raw !== null) return 20_000 + key.raw.records.length * 8;
  return key.designs === null ? 0 : 150_000 + key.designs.requestNext * 40;
}

/** Estimates the bytes of the state: the records of three machines. A raw wheel has a number for each timer ever added. */
function labState({ raw, designs }: LabSim): number {
  if (designs === null) return (raw?.records.length ?? 0) * 60;
  return Object.values(designs.machines).reduce((sum, { store }) => sum + storeBytes(store), 0);
}

/** Returns the number of records changed so far, a measure of the cost of repeating a step, as in a run of mail. */
function labWork(sim: LabSim): number {
  if (sim.designs === null) return sim.step * 20;
  return Object.values(sim.designs.machines).reduce((sum, machine) => sum + machine.store.rev, 0);
}
