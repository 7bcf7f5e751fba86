import { describe, expect, test } from 'vitest';
import { addBranch, branchById, createTree } from '../../src/worker/track/branches.ts';
import {
  addKeyframe,
  createKeyframes,
  keyframeBefore,
  keyframeDue,
} from '../../src/worker/track/keyframes.ts';
import { appendStep } from '../../src/worker/log/log.ts';
import { createReport } from '../../src/worker/track/step-report.ts';

const LIMITS = { stepsMin: 10, stepsMax: 100, costMs: 8, count: 40, bytes: 1e9 };

function treeOf(steps: number) {
  const tree = createTree([]);
  const branch = branchById(tree, 1);
  for (let i = 0; i < steps; i++) appendStep(branch.log, i, createReport());
  return { tree, branch };
}

function stepsOf(store: ReturnType<typeof createKeyframes<number>>, branch = 1): number[] {
  return (store.byBranch.get(branch) ?? []).map((keyframe) => keyframe.step);
}

describe('keyframes', () => {
  test.each([
    [9, 100, false],
    [10, 0, false],
    [10, 8, true],
    [99, 7.9, false],
    [100, 0, true],
  ])('after %i steps and %f ms another is due: %s', (steps, cost, due) => {
    expect(keyframeDue(createKeyframes(LIMITS), steps, cost)).toBe(due);
  });

  test('above the cap every second one goes, so that all distances stay about even', () => {
    const { branch } = treeOf(10_000);
    const store = createKeyframes<number>(LIMITS);
    let last = 0;
    for (let step = 0; step <= 10_000; step += 10) {
      if (step > 0 && !keyframeDue(store, step - last, step - last)) continue;
      addKeyframe(store, branch, step, step - last, () => ({ key: step, bytes: 10 }));
      last = step;
    }
    const steps = stepsOf(store);
    expect(store.count).toBe(steps.length);
    expect(steps.length).toBeLessThanOrEqual(40);
    expect(steps.length).toBeGreaterThan(20);
    expect(steps[0]).toBe(0);
    expect(store.spread).toBeGreaterThan(20);
    const gaps = steps.slice(1).map((step, i) => step - (steps[i] ?? 0));
    // No gap is more than twice the average, so a seek to an early step costs no more than others.
    expect(Math.max(...gaps)).toBeLessThanOrEqual((2 * 10_000) / steps.length);
    for (const keyframe of store.byBranch.get(1) ?? []) expect(keyframe.key).toBe(keyframe.step);
  });

  test('the memory cap applies as well', () => {
    const { branch } = treeOf(1_000);
    const store = createKeyframes<number>({ ...LIMITS, count: 1_000, bytes: 200_000 });
    for (let step = 0; step <= 1_000; step += 10) {
      addKeyframe(store, branch, step, 10, () => ({ key: step, bytes: 16_000 }));
    }
    expect(store.bytes).toBeLessThanOrEqual(200_000);
    expect(store.count).toBeLessThan(30);
    expect(stepsOf(store).at(0)).toBe(0);
    expect(stepsOf(store).at(-1)).toBe(1_000);
  });

  test('a branch finds those of its parent up to the fork, and no further', () => {
    const { tree, branch } = treeOf(100);
    const store = createKeyframes<string>(LIMITS);
    for (const step of [0, 20, 40])
      addKeyframe(store, branch, step, 0, () => ({ key: `main ${step}`, bytes: 1 }));
    const other = addBranch(tree, branch, { at: 29, step: 30, event: 0, decision: 0 }, 'other');
    for (let i = 0; i < 20; i++) appendStep(other.log, 30 + i, createReport());
    addKeyframe(store, other, 45, 0, () => ({ key: 'other 45', bytes: 1 }));
    expect(keyframeBefore(store, tree, other, 50).key).toBe('other 45');
    expect(keyframeBefore(store, tree, other, 44).key).toBe('main 20');
    expect(keyframeBefore(store, tree, branch, 50).key).toBe('main 40');
    expect(keyframeBefore(store, tree, other, 5).key).toBe('main 0');
  });
});
