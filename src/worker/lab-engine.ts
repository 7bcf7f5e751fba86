import { evaluateLab } from '../core/inspect/evaluate-lab.ts';
import { labReport, labWheel, labWhy } from '../core/lab/project.ts';
import type { LabSim, LabSimKeyframe } from '../core/lab/model.ts';
import {
  captureLab,
  createLab,
  labApplyCommand,
  labNextInstant,
  labPosition,
  labStep,
  restoreLab,
} from '../core/lab/sim.ts';
import type { Engine } from './engine.ts';
import { NOTHING } from './frame-source.ts';

/** The timer laboratory behind the same session. It has no mail, so the main frame carries none. */
export const labEngine: Engine<LabSim, LabSimKeyframe> = {
  create: createLab,
  nextInstant: labNextInstant,
  stepOnce: labStep,
  apply: labApplyCommand,
  position: labPosition,
  capture: captureLab,
  restore: restoreLab,
  project: () => ({ ...NOTHING }),
  candidates: () => [],
  why: (sim, question) => ({ question, reasons: [labWhy(sim, question)], cached: false }),
  message: () => null,
  ages: () => ({ bounds: [], rows: [], others: 0, total: { total: 0, buckets: [] } }),
  memory: () => ({ minimum: 0, messages: [], others: 0, unread: 0, pools: [] }),
  wheel: labWheel,
  lab: labReport,
  evaluate: evaluateLab,
  keyBytes: labBytes,
  work: labWork,
};

/** Three machines' columns and the pages of their tables that changed, about; a raw wheel is far smaller. */
function labBytes(key: LabSimKeyframe): number {
  if (key.raw !== null) return 20_000 + key.raw.records.length * 8;
  return key.designs === null ? 0 : 150_000 + key.designs.requestNext * 40;
}

/** Records changed so far, in the measure of the mail simulation: what a step costs to repeat. */
function labWork(sim: LabSim): number {
  if (sim.designs === null) return sim.step * 20;
  return Object.values(sim.designs.machines).reduce((sum, machine) => sum + machine.store.rev, 0);
}
