import type { RealMillis } from '../../protocol/units.ts';
import type { BranchId, StepNumber } from '../../protocol/ids.ts';
import type { Branch, BranchTree } from './branches.ts';
import { branchById, ownerOf } from './branches.ts';

/** A frozen state on the way, after `step` of the branch that owns that step. */
export interface Keyframe<Key> {
  step: StepNumber;
  branch: BranchId;
  key: Key;
  /** What it holds alone, in bytes, about. */
  bytes: number;
  /** Milliseconds that the way from the one before took when it was first gone. */
  costMs: RealMillis;
}

/** All keyframes of a run, by owning branch, ascending by step. Branches share those up to the fork. */
export interface KeyframeStore<Key> {
  byBranch: Map<number, Keyframe<Key>[]>;
  count: number;
  bytes: number;
  /** Keyframes are this many times as far apart as the limits ask for, because they would not fit otherwise. */
  spread: number;
  limits: KeyframeLimits;
}

export interface KeyframeLimits {
  /** Never closer than this many steps, */
  stepsMin: number;
  /** and as soon as it is this many, */
  stepsMax: number;
  /** or replaying from the one before would cost this much, in milliseconds. */
  costMs: RealMillis;
  count: number;
  bytes: number;
  /** Bytes that the whole run may take, its state and its log included, about; absent = `RUN_BYTES`. */
  runBytes?: number;
}

/** What a page may hold beside everything else that a browser has open. */
export const RUN_BYTES = 512_000_000;

/**
 * A seek replays at most one gap, wherever it goes. Farther apart, keyframes cost the first run less, because a record is
 * copied once a gap however often it changes, and a seek more: with this it takes some ten milliseconds, half of what it may.
 */
export const KEYFRAME_LIMITS: KeyframeLimits = {
  stepsMin: 32,
  stepsMax: 2_000,
  costMs: 24,
  count: 2_000,
  bytes: 140 * 1024 * 1024,
};

/** No keyframes. */
export function createKeyframes<Key>(limits: KeyframeLimits = KEYFRAME_LIMITS): KeyframeStore<Key> {
  return { byBranch: new Map(), count: 0, bytes: 0, spread: 1, limits };
}

/** Whether the way from the last keyframe, `steps` and `costMs` long, is long enough for another. */
export function keyframeDue<Key>(store: KeyframeStore<Key>, steps: number, costMs: RealMillis): boolean {
  const { stepsMin, stepsMax, costMs: limit } = store.limits;
  return steps >= stepsMin && (steps >= stepsMax * store.spread || costMs >= limit * store.spread);
}

/** Adds a keyframe after `step`, unless there is one, and thins the others when they are too many. */
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

/** Thins the keyframes until they are within the limits; the one where the reader is stays. */
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

/** Whether there is a keyframe right after `step`, which `owner` holds. Asked at every repeated step. */
export function hasKeyframe<Key>(store: KeyframeStore<Key>, owner: Branch, step: StepNumber): boolean {
  const list = store.byBranch.get(owner.id);
  return list !== undefined && list[indexBefore(list, step)]?.step === step;
}

/** Index of the last keyframe at or before `step`; −1 when there is none. */
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

/** The nearest keyframe at or before `step` on the path of `branch`. There is always the one of step 0. */
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
 * Every second keyframe goes, where the ways before and after it together are short enough for the wider spacing. So all
 * ways stay about as long as each other: a seek into the far past is a seek like any other. Dropping one keyframe for
 * each new one instead would look through all of them each time. Step 0 stays, and so does the one where the reader is.
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
      // The first of a branch that was forked late carries all that its parent has; another is as good.
      if (keyframe.step === 0 || isHere || !fits) kept.push(keyframe);
      else inherit(store, keyframe, next);
    }
    store.byBranch.set(branch, kept);
  }
  // Ways that are long already: nothing fits, so the spacing grows until something does.
  return store.count < before || store.spread < SPREAD_MAX;
}

/** Small steps keep the memory that there is in use: doubling would throw away up to half of it each time. */
const SPREAD_STEP = 1.25;

/** Wider than any run: there is nothing left to thin. */
const SPREAD_MAX = 2 ** 20;

/** What a dropped keyframe held alone is now held by the next, except what both had changed: about half. */
function inherit<Key>(store: KeyframeStore<Key>, dropped: Keyframe<Key>, heir: Keyframe<Key>): void {
  store.count -= 1;
  store.bytes -= dropped.bytes / 2;
  heir.bytes += dropped.bytes / 2;
  heir.costMs += dropped.costMs;
}
