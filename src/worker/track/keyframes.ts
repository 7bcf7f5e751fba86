import type { RealMillis } from '../../protocol/units.ts';
import type { BranchId, StepNumber } from '../../protocol/ids.ts';
import type { Branch, BranchTree } from './branches.ts';
import { branchById, ownerOf } from './branches.ts';

/** A snapshot after `step`, owned by the branch that owns that step. */
export interface Keyframe<Key> {
  step: StepNumber;
  branch: BranchId;
  key: Key;
  /** Estimated bytes that no other keyframe shares. */
  bytes: number;
  /** Milliseconds from the previous keyframe to this keyframe, measured when it was first simulated. */
  costMs: RealMillis;
}

/** All keyframes of a run, by owning branch, ascending by step. Branches share the keyframes before their fork. */
export interface KeyframeStore<Key> {
  byBranch: Map<number, Keyframe<Key>[]>;
  count: number;
  bytes: number;
  /** Factor on the distance between keyframes, raised until they fit into the limits; 1 = no thinning. */
  spread: number;
  limits: KeyframeLimits;
}

export interface KeyframeLimits {
  stepsMin: number;
  /** Distance in steps at which a keyframe is always taken. */
  stepsMax: number;
  /** Replay cost since the previous keyframe, in milliseconds, at which a new keyframe is taken. */
  costMs: RealMillis;
  count: number;
  bytes: number;
  /** Largest estimated number of bytes of the whole run, with state and log; absent = `RUN_BYTES`. */
  runBytes?: number;
}

/** Largest number of bytes of a run. A browser has other pages open, which need memory, too. */
export const RUN_BYTES = 512_000_000;

/**
 * A seek replays at most one gap between keyframes. Larger gaps make the first run cheaper, because a record is copied at most
 * once per gap, but seeks slower. With these limits a seek takes some ten milliseconds, half of the accepted time.
 */
export const KEYFRAME_LIMITS: KeyframeLimits = {
  stepsMin: 32,
  stepsMax: 2_000,
  costMs: 24,
  count: 2_000,
  bytes: 140 * 1024 * 1024,
};

export function createKeyframes<Key>(limits: KeyframeLimits = KEYFRAME_LIMITS): KeyframeStore<Key> {
  return { byBranch: new Map(), count: 0, bytes: 0, spread: 1, limits };
}

/** True if the distance to the last keyframe (`steps`, `costMs`) is large enough for a new keyframe. */
export function keyframeDue<Key>(store: KeyframeStore<Key>, steps: number, costMs: RealMillis): boolean {
  const { stepsMin, stepsMax, costMs: limit } = store.limits;
  return steps >= stepsMin && (steps >= stepsMax * store.spread || costMs >= limit * store.spread);
}

/** Adds a keyframe after `step` unless it exists. Thins the keyframes if they exceed the limits. */
export function addKeyframe<Key>(
  store: KeyframeStore<Key>,
  owner: Branch,
  step: StepNumber,
  costMs: RealMillis,
  capture: () => { key: Key; bytes: number },
): void {
  const list = store.byBranch.get(owner.id) ?? [];
  const index = indexBefore(list, step);
  if (list[index]?.step === step) return;
  const { key, bytes } = capture();
  list.splice(index + 1, 0, { step, branch: owner.id, key, bytes, costMs });
  store.byBranch.set(owner.id, list);
  store.count += 1;
  store.bytes += bytes;
  fitKeyframes(store, owner.id, step);
}

/** Thins keyframes until they are within the limits. Keeps the keyframe at the user's place. */
export function fitKeyframes<Key>(
  store: KeyframeStore<Key>,
  hereBranch: BranchId,
  hereStep: StepNumber,
): void {
  const { limits } = store;
  while (store.count > limits.count || store.bytes > limits.bytes) {
    store.spread *= SPREAD_STEP;
    if (!thin(store, hereBranch, hereStep)) return;
  }
}

/** True if the store has a keyframe after `step` of the branch `owner`. Called at every repeated step. */
export function hasKeyframe<Key>(store: KeyframeStore<Key>, owner: Branch, step: StepNumber): boolean {
  const list = store.byBranch.get(owner.id);
  return list !== undefined && list[indexBefore(list, step)]?.step === step;
}

/** Returns the index of the last keyframe at or before `step`; −1 when none exists. */
function indexBefore<Key>(list: readonly Keyframe<Key>[], step: StepNumber): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.step ?? 0) <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the nearest keyframe at or before `step` on the path of `branch`. Step 0 always has a keyframe. */
export function keyframeBefore<Key>(
  store: KeyframeStore<Key>,
  tree: BranchTree,
  branch: Branch,
  step: StepNumber,
): Keyframe<Key> {
  let limit = step;
  for (let at = ownerOf(tree, branch, step); ; at = branchById(tree, at.parent)) {
    const list = store.byBranch.get(at.id) ?? [];
    const found = list[indexBefore(list, limit)];
    if (found !== undefined) return found;
    limit = Math.min(limit, at.fork.step);
  }
}

/**
 * Drops alternate keyframes if the merged gap is short enough for the wider spacing. All gaps stay about equal, so a
 * seek to any place costs about the same. Dropping one keyframe whenever one is added would search all keyframes each
 * time. The keyframes at step 0 and at the user's place are kept.
 */
function thin<Key>(store: KeyframeStore<Key>, hereBranch: BranchId, hereStep: StepNumber): boolean {
  const before = store.count;
  const longest = store.limits.costMs * store.spread;
  const farthest = store.limits.stepsMax * store.spread;
  for (const [branch, list] of store.byBranch) {
    const kept: Keyframe<Key>[] = [];
    for (let i = 0; i < list.length; i++) {
      const keyframe = list[i];
      const next = list[i + 1];
      const last = kept.at(-1);
      if (keyframe === undefined) continue;
      const isHere = branch === hereBranch && keyframe.step === hereStep;
      const fits =
        last !== undefined &&
        next !== undefined &&
        keyframe.costMs + next.costMs <= longest &&
        next.step - last.step <= farthest;
      // The first keyframe of a branch stays, because the branch has no earlier keyframe that could cover its gap.
      if (keyframe.step === 0 || isHere || !fits) kept.push(keyframe);
      else inherit(store, keyframe, next);
    }
    store.byBranch.set(branch, kept);
  }
  // If all gaps are already long, the spacing grows until something fits.
  return store.count < before || store.spread < SPREAD_MAX;
}

/** Growth of the spacing in one step of thinning. Doubling would drop up to half of the keyframes each time. */
const SPREAD_STEP = 1.25;

/** Largest spacing factor. It is wider than any run, so nothing is left to thin. */
const SPREAD_MAX = 2 ** 20;

/** The next keyframe inherits the bytes of the dropped keyframe, except records that changed in both: about half. */
function inherit<Key>(store: KeyframeStore<Key>, dropped: Keyframe<Key>, heir: Keyframe<Key>): void {
  store.count -= 1;
  store.bytes -= dropped.bytes / 2;
  heir.bytes += dropped.bytes / 2;
  heir.costMs += dropped.costMs;
}
