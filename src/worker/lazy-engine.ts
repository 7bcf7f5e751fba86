import type { SimKeyframe, Simulation } from '../core/simulation.ts';
import type { coreAnswers } from './core-answers.ts';
import { coreSteps } from './core-steps.ts';
import type { Engine } from './engine.ts';
import { engineOfKinds, type Opaque, type RunKind } from './kinds.ts';

/**
 * Every kind of run, in parts that are fetched when they are first needed: the picture of a run of mail needs neither
 * the other kinds nor what panels ask. A part that was not fetched throws.
 */

let answers: typeof coreAnswers | null = null;

function fetched(): typeof coreAnswers {
  if (answers === null) throw new Error('an answer was asked for before its part was fetched');
  return answers;
}

const mail: Engine<Simulation, SimKeyframe> = {
  ...coreSteps,
  candidates: (...asked) => fetched().candidates(...asked),
  why: (...asked) => fetched().why(...asked),
  message: (...asked) => fetched().message(...asked),
  ages: (...asked) => fetched().ages(...asked),
  memory: (...asked) => fetched().memory(...asked),
  wheel: (...asked) => fetched().wheel(...asked),
  inflation: (...asked) => fetched().inflation(...asked),
  waits: {
    create: (...asked) => fetched().waits.create(...asked),
    add: (...asked) => fetched().waits.add(...asked),
    copy: (...asked) => fetched().waits.copy(...asked),
  },
};

const engines: Partial<Record<RunKind, Opaque>> = { mail: mail as Opaque };

export const lazyEngine = engineOfKinds(
  (kind) => {
    const engine = engines[kind];
    if (engine === undefined) throw new Error(`the engine of ${kind} was not fetched`);
    return engine;
  },
  () => fetched().waits,
);

/** Settles when a run of this kind can be made. */
export async function fetchKind(kind: RunKind): Promise<void> {
  if (kind === 'lab') engines.lab ??= (await import('./lab-engine.ts')).labEngine as Opaque;
  if (kind === 'threads') engines.threads ??= (await import('./thread-engine.ts')).threadEngine as Opaque;
}

/** Settles when every question can be answered. */
export async function fetchAnswers(): Promise<void> {
  answers ??= (await import('./core-answers.ts')).coreAnswers;
}
