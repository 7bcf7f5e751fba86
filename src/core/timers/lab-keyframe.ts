import { capture, restore, type StoreKeyframe } from '../tables.ts';
import { copyDelayQueue, type DelayQueue } from './delay-queue.ts';
import type { LabMachine, LabTally } from './lab-model.ts';
import { blockCapacity, type BlockKeyframe, captureBlock, restoreBlock } from './pages.ts';
import { captureWheel, restoreWheel, type WheelKeyframe } from './wheel-keyframe.ts';

export interface LabKeyframe {
  readonly store: StoreKeyframe;
  readonly wheel: WheelKeyframe;
  readonly heap: DelayQueue;
  readonly dues: BlockKeyframe;
  readonly numbers: Pick<LabMachine, 'now' | 'lastPass' | 'added'>;
  readonly lists: Pick<LabMachine, 'operations' | 'satisfied' | 'cleared' | 'counted'>;
  readonly tally: LabTally;
}

/** Captures a machine, so that the user can scrub the laboratory without running the stream again. */
export function captureMachine(m: LabMachine): LabKeyframe {
  return {
    store: capture(m.store),
    wheel: captureWheel(m.wheel),
    heap: copyDelayQueue(m.heap),
    dues: captureBlock(m.dues, blockCapacity(m.dues)),
    numbers: { now: m.now, lastPass: m.lastPass, added: m.added },
    lists: copyLists(m),
    tally: { ...m.tally },
  };
}

export function restoreMachine(m: LabMachine, keyframe: LabKeyframe): void {
  restore(m.store, keyframe.store);
  restoreWheel(m.wheel, keyframe.wheel);
  m.heap = copyDelayQueue(keyframe.heap);
  restoreBlock(m.dues, keyframe.dues);
  Object.assign(m, keyframe.numbers, copyLists(keyframe.lists));
  m.tally = { ...keyframe.tally };
}

function copyLists(of: LabKeyframe['lists']): LabKeyframe['lists'] {
  return {
    operations: of.operations.slice(),
    satisfied: of.satisfied.slice(),
    cleared: of.cleared.slice(),
    counted: of.counted.slice(),
  };
}
