import type { BranchId, StepNumber } from '../../protocol/ids.ts';
import { fitKeyframes, type KeyframeStore } from './keyframes.ts';

/** Sets another memory limit. A lower limit drops keyframes now; with a higher limit replays add keyframes. */
export function limitKeyframes<Key>(
  store: KeyframeStore<Key>,
  bytes: number,
  here: { branch: BranchId; step: StepNumber },
): void {
  if (bytes > store.limits.bytes) store.spread = 1;
  store.limits = { ...store.limits, bytes };
  fitKeyframes(store, here.branch, here.step);
}

export function dropKeyframes<Key>(
  store: KeyframeStore<Key>,
  isDropped: (branch: BranchId) => boolean,
): void {
  for (const [branch, list] of store.byBranch) {
    if (!isDropped(branch)) continue;
    store.count -= list.length;
    store.bytes -= list.reduce((sum, { bytes }) => sum + bytes, 0);
    store.byBranch.delete(branch);
  }
}
