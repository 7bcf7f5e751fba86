import { copyDelayQueue } from './delay-queue.ts';
import { type BlockKeyframe, captureBlock, restoreBlock } from './pages.ts';
import type { Wheel } from './wheel-model.ts';

/** The complete state of a wheel. Treat as opaque. */
export type WheelKeyframe = Readonly<Omit<Wheel, 'records'>> & { readonly records: BlockKeyframe };

/** Captures the wheel: copies the pages changed since the last keyframe and shares the other pages. */
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

/** Restores a keyframe of this wheel or of a wheel with the same parameters. The keyframe stays valid. */
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
