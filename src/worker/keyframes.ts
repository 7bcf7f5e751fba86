import type { Branch, BranchTree } from './branches.ts';
import { branchById, ownerOf } from './branches.ts';

/** A frozen state on the way, after `step` of the branch that owns that step. */
export interface Keyframe<Key> {
  step: number;
  branch: number;
  key: Key;
  /** Guess of what it holds alone, in bytes. */
  bytes: number;
}

/** All keyframes of a run, by owning branch, ascending by step. Branches share those up to the fork. */
export interface KeyframeStore<Key> {
  byBranch: Map<number, Keyframe<Key>[]>;
  count: number;
  bytes: number;
  readonly limits: KeyframeLimits;
}

export interface KeyframeLimits {
  /** Never closer than this many steps, */
  stepsMin: number;
  /** and as soon as it is this many, */
  stepsMax: number;
  /** or replaying from the one before would cost this much, in milliseconds. */
  costMs: number;
  count: number;
  bytes: number;
}

/**
 * A seek replays at most one gap: 8 ms is half an animation frame. The number is capped because each keyframe lists
 * every page of every table, whether it changed or not.
 */
export const KEYFRAME_LIMITS: KeyframeLimits = {
  stepsMin: 32,
  stepsMax: 2_000,
  costMs: 8,
  count: 600,
  bytes: 160 * 1024 * 1024,
};

/**
 * Bytes of a keyframe: page lists of some ten tables, and the records that the steps before it changed, which are
 * copied when they change again (about two an event, 120 bytes each; measured on 10,000 jobs in toolchain.md §2).
 */
const BASE_BYTES = 6_000;
const EVENT_BYTES = 240;

/** No keyframes. */
export function createKeyframes<Key>(limits: KeyframeLimits = KEYFRAME_LIMITS): KeyframeStore<Key> {
  return { byBranch: new Map(), count: 0, bytes: 0, limits };
}

/** Whether the way from the last keyframe, `steps` and `costMs` long, is long enough for another. */
export function keyframeDue<Key>(store: KeyframeStore<Key>, steps: number, costMs: number): boolean {
  const { stepsMin, stepsMax, costMs: limit } = store.limits;
  return steps >= stepsMin && (steps >= stepsMax || costMs >= limit);
}

/** Adds a keyframe after `step`, unless there is one, and thins the others when they are too many. */
export function addKeyframe<Key>(
  store: KeyframeStore<Key>,
  owner: Branch,
  step: number,
  events: number,
  capture: () => Key,
): void {
  const list = store.byBranch.get(owner.id) ?? [];
  const index = indexBefore(list, step);
  if (list[index]?.step === step) return;
  const bytes = BASE_BYTES + events * EVENT_BYTES;
  list.splice(index + 1, 0, { step, branch: owner.id, key: capture(), bytes });
  store.byBranch.set(owner.id, list);
  store.count += 1;
  store.bytes += bytes;
  while (store.count > store.limits.count || store.bytes > store.limits.bytes) {
    if (!dropOne(store, owner.id, step)) return;
  }
}

/** Whether there is a keyframe right after `step`, which `owner` holds. Asked at every repeated step. */
export function hasKeyframe<Key>(store: KeyframeStore<Key>, owner: Branch, step: number): boolean {
  const list = store.byBranch.get(owner.id);
  return list !== undefined && list[indexBefore(list, step)]?.step === step;
}

/** Index of the last keyframe at or before `step`; −1 when there is none. */
function indexBefore<Key>(list: readonly Keyframe<Key>[], step: number): number {
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
  step: number,
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
 * Drops the keyframe that costs least: the one that leaves the smallest gap for its distance from where the reader is
 * now. Gaps so grow in proportion to the distance ("thinned with age", where age is what one would have to go back),
 * and the near past stays quick. Step 0 stays, and so does the latest.
 */
function dropOne<Key>(store: KeyframeStore<Key>, hereBranch: number, hereStep: number): boolean {
  let best: { list: Keyframe<Key>[]; index: number; score: number } | null = null;
  for (const [branch, list] of store.byBranch) {
    for (let index = 0; index < list.length; index++) {
      const keyframe = list[index];
      if (keyframe === undefined || keyframe.step === 0 || keyframe.step === hereStep) continue;
      const before = list[index - 1]?.step ?? keyframe.step - store.limits.stepsMin;
      const after = list[index + 1]?.step ?? keyframe.step + store.limits.stepsMin;
      // Another branch is as far away as going there and back.
      const away = Math.abs(keyframe.step - hereStep) * (branch === hereBranch ? 1 : 4);
      const score = (after - before) / (1 + away);
      if (best === null || score < best.score) best = { list, index, score };
    }
  }
  if (best === null) return false;
  const [dropped] = best.list.splice(best.index, 1);
  if (dropped === undefined) return false;
  store.count -= 1;
  store.bytes -= dropped.bytes;
  // What it held alone is now held by its neighbour, except what both had changed: about half.
  const heir = best.list[best.index];
  if (heir !== undefined) {
    heir.bytes += dropped.bytes / 2;
    store.bytes += dropped.bytes / 2;
  }
  return true;
}
