import { copyDelayQueue } from './delay-queue.ts';
import { type BlockKeyframe, captureBlock, restoreBlock } from './pages.ts';
import type { Wheel } from './wheel-model.ts';

/** A wheel at one moment. Treat as opaque. */
export type WheelKeyframe = Readonly<Omit<Wheel, 'records'>> & { readonly records: BlockKeyframe };

/** Keyframe of the wheel: pages changed since the last one are copied, the others shared. */
export function captureWheel(w: Wheel): WheelKeyframe {
  return {
    ...w,
    levelTick: w.levelTick.slice(),
    levelTime: w.levelTime.slice(),
    levelBase: w.levelBase.slice(),
    queue: copyDelayQueue(w.queue),
    records: captureBlock(w.records, w.length),
    counters: { ...w.counters },
  };
}

/** Puts the wheel back to the keyframe, which stays valid. It must be of this wheel, or of one made alike. */
export function restoreWheel(w: Wheel, keyframe: WheelKeyframe): void {
  const { records, ...rest } = keyframe;
  restoreBlock(w.records, records);
  Object.assign(w, rest, {
    levelTick: rest.levelTick.slice(),
    levelTime: rest.levelTime.slice(),
    levelBase: rest.levelBase.slice(),
    queue: copyDelayQueue(rest.queue),
    counters: { ...rest.counters },
  });
}
