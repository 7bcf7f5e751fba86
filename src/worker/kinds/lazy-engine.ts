import { createSimulationWith, type SimKeyframe, type Simulation } from '../../core/simulation-steps.ts';
import type { ModelledPart, RecordedPart, ThreadPart } from '../../core/world/state.ts';
import type { MailScenario, RunKind, Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import type { Checks, evaluate } from './checks.ts';
import type * as answers from './core-answers.ts';
import { coreSteps, stepLooks } from './core-steps.ts';
import { type Engine, lookIn } from './engine.ts';
import { engineOfKinds, type Opaque } from './kinds.ts';
import type { verifyWorld } from './verify.ts';

/**
 * All kinds of run, in parts loaded on demand. The first picture of a run of mail needs no code of other kinds and no
 * answers for panels, built-in scenes need no checks, and agents are rarely threads. Using a part that was not loaded
 * throws.
 */
interface Parts {
  answers: typeof answers;
  checks: Checks;
  evaluate: typeof evaluate;
  verify: typeof verifyWorld;
  threads: ThreadPart;
  recorded: RecordedPart;
  modelled: ModelledPart;
}

const parts: Partial<Parts> = {};

function part<Name extends keyof Parts>(name: Name): Parts[Name] {
  const fetched = parts[name];
  if (fetched === undefined) throw new Error(`the code for ${name} was used before it was loaded`);
  return fetched;
}

const mail: Engine<Simulation, SimKeyframe, MailScenario> = {
  create: (...asked) =>
    createSimulationWith(
      { threads: parts.threads ?? null, recorded: parts.recorded ?? null, modelled: parts.modelled ?? null },
      ...asked,
    ),
  ...coreSteps,
  evaluate: (...asked) => part('evaluate')(...asked),
  ...(import.meta.env.DEV ? { verify: (sim) => parts.verify?.(sim) } : {}),
  look: (sim, what, ...asked) =>
    lookIn(what in stepLooks ? stepLooks : part('answers').coreLooks)(sim, what, ...asked),
  waits: {
    create: (...asked) => part('answers').coreWaits.create(...asked),
    add: (...asked) => part('answers').coreWaits.add(...asked),
    copy: (...asked) => part('answers').coreWaits.copy(...asked),
  },
};

const engines: Partial<Record<RunKind, Opaque>> = { mail: mail as Opaque };

export const lazyEngine = engineOfKinds(
  (kind) => {
    const engine = engines[kind];
    if (engine === undefined) throw new Error(`the engine of ${kind} was not fetched`);
    return engine;
  },
  () => part('answers').coreWaits,
);

export const lazyChecks: Checks = {
  scenario: (given) => part('checks').scenario(given),
  live: (given) => part('checks').live(given),
  tree: (given) => part('checks').tree(given),
  command: (given) => part('checks').command(given),
  expression: (given) => part('checks').expression(given),
};

/** Loads the code that a run of each kind needs before it can be created. */
const FETCH: ByKind<Promise<void>> = {
  async mail({ threads, recorded, modelled }) {
    if (import.meta.env.DEV) parts.verify ??= (await import('./verify.ts')).verifyWorld;
    if (threads !== undefined)
      parts.threads ??= (await import('../../core/world/threads/part.ts')).threadPart;
    if (recorded !== undefined)
      parts.recorded ??= (await import('../../core/world/recorded/part.ts')).recordedPart;
    if (modelled !== undefined)
      parts.modelled ??= (await import('../../core/world/modelled/part.ts')).modelledPart;
  },
  async 'timer-lab'() {
    engines['timer-lab'] ??= (await import('./lab-engine.ts')).labEngine as Opaque;
  },
  async 'threads-alone'() {
    engines['threads-alone'] ??= (await import('./thread-engine.ts')).threadEngine as Opaque;
  },
};

export function fetchRun(scenario: Scenario): Promise<void> {
  return ofKind(FETCH, scenario);
}

/** Settles when scenarios, commands and expressions can be checked, and expressions evaluated. */
export async function fetchChecks(): Promise<void> {
  const { checks, evaluate: value } = await import('./checks.ts');
  parts.checks = checks;
  parts.evaluate = value;
}

export async function fetchAnswers(): Promise<void> {
  parts.answers ??= await import('./core-answers.ts');
}
