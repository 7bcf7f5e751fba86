import { coreWaits } from './core-answers.ts';
import { coreEngine } from './core-engine.ts';
import { engineOfKinds, type Opaque } from './kinds.ts';
import { labEngine } from './lab-engine.ts';
import { threadEngine } from './thread-engine.ts';

const ENGINES = {
  mail: coreEngine as Opaque,
  'timer-lab': labEngine as Opaque,
  'threads-alone': threadEngine as Opaque,
};

/** Every kind of run, there at once: for the command line and the tests. */
export const anyEngine = engineOfKinds(
  (kind) => ENGINES[kind],
  () => coreWaits,
);
