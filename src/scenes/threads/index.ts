import type { GalleryItem } from '../item.ts';
import {
  aioHerd,
  callerFirst,
  changingLimit,
  faultAndStop,
  growingPool,
  overshoot,
  restartHerd,
  signals,
  timeouts,
} from './stories.ts';
import { lifoWarm, neverBlocks, slowGreeting, thousand } from './streams.ts';

export const THREAD_SCENES: readonly GalleryItem[] = [
  overshoot,
  lifoWarm,
  callerFirst,
  timeouts,
  signals,
  changingLimit,
  faultAndStop,
  growingPool,
  neverBlocks,
  slowGreeting,
  restartHerd,
  aioHerd,
  thousand,
];
