import { describe, expect, it } from 'vitest';
import {
  compareStep,
  performStep,
  type StepResult,
  startTrace,
  type TraceRun,
} from '../replayers/qmgr-trace.ts';
import { digest, dumpState } from '../../src/core/qmgr/dump.ts';
import { capture, restore, type StoreKeyframe } from '../../src/core/tables.ts';
import { readVector, vectorNames } from './nqmgr-vectors.ts';
import { ALL } from '../fixtures/all.ts';

/**
 * Capturing a keyframe before every step makes every record shared. A reference kept across a change then points at the
 * old copy, and the trace differs. Restoring a keyframe reveals what it does not hold.
 */
const sample = ALL
  ? vectorNames
  : vectorNames.filter((name) => /^(?![qr])|^(q03|r03|r06|r13|r16|r24|r28)/.test(name));

interface Recorded {
  keyframe: StoreKeyframe;
  before: string;
  result: StepResult;
}

function stateHash(run: TraceRun): string {
  return digest(dumpState(run.driver.qmgr));
}

describe('a keyframe before every step', () => {
  it.each(sample)('%s', (name) => {
    const run = startTrace(readVector(name));
    run.trace.steps.forEach(({ op }, index) => {
      capture(run.driver.store);
      expect(compareStep(run, index, performStep(run, op))).toBeNull();
    });
  });
});

describe('keyframes restored out of order', () => {
  it.each(sample.filter((_, i) => ALL || i % 3 === 0))('%s', (name) => {
    const run = startTrace(readVector(name));
    const recorded = run.trace.steps.map(({ op }): Recorded => {
      const keyframe = capture(run.driver.store);
      return { keyframe, before: stateHash(run), result: performStep(run, op) };
    });
    const end = stateHash(run);
    // A fixed walk: it visits every step once, with long jumps in both directions.
    const stride = [7, 11, 13, 17].find((s) => recorded.length % s !== 0) ?? 1;
    for (let i = 0; i < recorded.length; i++) {
      const index = (i * stride) % recorded.length;
      const { keyframe, before, result } = recorded[index] as Recorded;
      restore(run.driver.store, keyframe);
      expect(stateHash(run), `state before step ${index + 1}`).toBe(before);
      expect(performStep(run, run.trace.steps[index]!.op), `step ${index + 1}`).toEqual(result);
    }
    // From an early keyframe straight to the end.
    const start = Math.floor(recorded.length / 4);
    restore(run.driver.store, (recorded[start] as Recorded).keyframe);
    for (const { op } of run.trace.steps.slice(start)) performStep(run, op);
    expect(stateHash(run)).toBe(end);
  });
});
