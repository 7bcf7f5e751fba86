import type { ThreadScenario } from '../../protocol/scenario.ts';
import { evaluateThreads } from '../../core/inspect/evaluate-threads.ts';
import type { ThreadSim, ThreadSimKeyframe } from '../../core/threadlab/model.ts';
import { threadSimLanes, threadSimRow, threadSimWhy } from '../../core/threadlab/project.ts';
import {
  captureThreads,
  createThreadParts,
  createThreadSim,
  restoreThreads,
  threadApply,
  threadNextInstant,
  threadPosition,
  threadStep,
} from '../../core/threadlab/sim.ts';
import { storeBytes } from '../../core/tables.ts';
import { checkMachine } from '../../core/threads/invariants.ts';
import { type Engine, lookIn } from './engine.ts';
import { NOTHING } from '../session/frame-source.ts';

/** The engine of threads alone. It has no mail, so frames carry none. */
export const threadEngine: Engine<ThreadSim, ThreadSimKeyframe, ThreadScenario> = {
  create: createThreadSim,
  createParts: createThreadParts,
  nextInstant: threadNextInstant,
  stepOnce: threadStep,
  apply: threadApply,
  position: threadPosition,
  capture: captureThreads,
  restore: restoreThreads,
  keyBytes: (key) => key.store.bytes,
  work: (sim) => sim.store.rev,
  stateBytes: (sim) => storeBytes(sim.store),
  ...(import.meta.env?.DEV ? { verify: (sim: ThreadSim) => checkMachine(sim.machine) } : {}),
  project(sim, view) {
    const threads = threadSimRow(sim, view.transport);
    return threads === null ? { ...NOTHING } : { ...NOTHING, threads };
  },
  look: lookIn<ThreadSim>({
    why: (sim, question) => ({ question, reasons: [threadSimWhy(sim, question)], cached: false }),
    threads: threadSimRow,
    laneStarts: threadSimLanes,
  }),
  evaluate: evaluateThreads,
  playBy: () => 'cause',
};
