import { evaluateThreads } from '../core/inspect/evaluate-threads.ts';
import type { ThreadSim, ThreadSimKeyframe } from '../core/threadlab/model.ts';
import { threadSimLanes, threadSimRow, threadSimWhy } from '../core/threadlab/project.ts';
import {
  captureThreads,
  createThreadSim,
  restoreThreads,
  threadApply,
  threadNextInstant,
  threadPosition,
  threadStep,
} from '../core/threadlab/sim.ts';
import type { Engine } from './engine.ts';
import { NOTHING } from './frame-source.ts';

/** A run of threads behind the same session. It has no mail, so the main frame carries none. */
export const threadEngine: Engine<ThreadSim, ThreadSimKeyframe> = {
  create: createThreadSim,
  nextInstant: threadNextInstant,
  stepOnce: threadStep,
  apply: threadApply,
  position: threadPosition,
  capture: captureThreads,
  restore: restoreThreads,
  keyBytes: (key) => key.store.bytes,
  work: (sim) => sim.store.rev,
  project(sim, view) {
    const threads = threadSimRow(sim, view.transport);
    return threads === null ? { ...NOTHING } : { ...NOTHING, threads };
  },
  candidates: () => [],
  why: (sim, question) => ({ question, reasons: [threadSimWhy(sim, question)], cached: false }),
  message: () => null,
  ages: () => ({ bounds: [], rows: [], others: 0, total: { total: 0, buckets: [] } }),
  memory: () => ({ minimum: 0, messages: [], others: 0, unread: 0, pools: [] }),
  evaluate: evaluateThreads,
  threads: threadSimRow,
  laneStarts: threadSimLanes,
};
