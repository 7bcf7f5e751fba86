import type { Clock } from './clock-model.ts';
import { copyOpenTick, type OpenTick } from './open-tick.ts';
import { blockCapacity, type BlockKeyframe, captureBlock, restoreBlock } from './pages.ts';
import { captureWheel, restoreWheel, type WheelKeyframe } from './wheel-keyframe.ts';

export interface ClockKeyframe {
  readonly wheel: WheelKeyframe;
  readonly tasks: BlockKeyframe;
  readonly open: OpenTick;
  readonly requests: number;
  readonly kinds: readonly string[];
}

/** Captures the clock. The cost depends on the pages changed since the previous keyframe. */
export function captureClock(c: Clock): ClockKeyframe {
  return {
    wheel: captureWheel(c.wheel),
    tasks: captureBlock(c.tasks, Math.min(c.wheel.length, blockCapacity(c.tasks))),
    open: copyOpenTick(c.open),
    requests: c.requests,
    kinds: c.kinds.slice(),
  };
}

export function restoreClock(c: Clock, keyframe: ClockKeyframe): void {
  restoreWheel(c.wheel, keyframe.wheel);
  restoreBlock(c.tasks, keyframe.tasks);
  c.open = copyOpenTick(keyframe.open);
  c.requests = keyframe.requests;
  c.kinds = keyframe.kinds.slice();
}
