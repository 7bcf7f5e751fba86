import { labReport, labWheel } from '../core/lab/project.ts';
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
import type { SimKeyframe, Simulation } from '../core/simulation.ts';
import { coreEngine } from './core-engine.ts';
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
  why: (_sim, question) => ({ question, reasons: [{ rule: 'unknown' }], cached: false }),
  message: () => null,
  ages: () => ({ bounds: [], rows: [], others: 0, total: { total: 0, buckets: [] } }),
  memory: () => ({ minimum: 0, messages: [], others: 0 }),
  wheel: labWheel,
  lab: labReport,
};

type AnySim = { lab: LabSim } | { mail: Simulation };
type AnyKey = { lab: LabSimKeyframe } | { mail: SimKeyframe };

/** Mail or laboratory, as the scenario says. A key is of the simulation that made it, and only given back to that. */
export const anyEngine: Engine<AnySim, AnyKey> = {
  create: (scenario, sink) =>
    scenario.lab === undefined
      ? { mail: coreEngine.create(scenario, sink) }
      : { lab: labEngine.create(scenario, sink) },
  nextInstant: (sim) => ('lab' in sim ? labEngine.nextInstant(sim.lab) : coreEngine.nextInstant(sim.mail)),
  stepOnce: (sim) => ('lab' in sim ? labEngine.stepOnce(sim.lab) : coreEngine.stepOnce(sim.mail)),
  apply: (sim, command, at) =>
    'lab' in sim ? labEngine.apply(sim.lab, command, at) : coreEngine.apply(sim.mail, command, at),
  position: (sim) => ('lab' in sim ? labEngine.position(sim.lab) : coreEngine.position(sim.mail)),
  capture: (sim) =>
    'lab' in sim ? { lab: labEngine.capture(sim.lab) } : { mail: coreEngine.capture(sim.mail) },
  restore(sim, key) {
    if ('lab' in sim && 'lab' in key) labEngine.restore(sim.lab, key.lab);
    else if ('mail' in sim && 'mail' in key) coreEngine.restore(sim.mail, key.mail);
    else throw new Error('a keyframe of another kind of run');
  },
  keyBytes: (key) => ('lab' in key ? labBytes(key.lab) : (coreEngine.keyBytes?.(key.mail) ?? 0)),
  work: (sim) => ('lab' in sim ? labWork(sim.lab) : (coreEngine.work?.(sim.mail) ?? 0)),
  project: (sim, view) =>
    'lab' in sim ? labEngine.project(sim.lab, view) : coreEngine.project(sim.mail, view),
  candidates: (sim, transport) => ('lab' in sim ? [] : coreEngine.candidates(sim.mail, transport)),
  evaluate: (sim, expression, transport) =>
    'lab' in sim ? Number.NaN : (coreEngine.evaluate?.(sim.mail, expression, transport) ?? Number.NaN),
  why: (sim, question) =>
    'lab' in sim ? labEngine.why(sim.lab, question) : coreEngine.why(sim.mail, question),
  message: (sim, number) => ('lab' in sim ? null : coreEngine.message(sim.mail, number)),
  ages: (sim, queues, first) =>
    'lab' in sim ? labEngine.ages(sim.lab, queues, first) : coreEngine.ages(sim.mail, queues, first),
  memory: (sim) => ('lab' in sim ? labEngine.memory(sim.lab) : coreEngine.memory(sim.mail)),
  wheel: (sim, question) =>
    'lab' in sim ? labWheel(sim.lab, question) : (coreEngine.wheel?.(sim.mail, question) ?? null),
  lab: (sim) => ('lab' in sim ? labReport(sim.lab) : null),
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
