import { describe, expect, it } from 'vitest';
import { performStep, replay, startTrace, type Trace } from '../replayers/qmgr-trace.ts';
import { violations } from '../../src/core/invariants.ts';
import { readVector, vectorNames } from './nqmgr-vectors.ts';
import { ALL } from '../fixtures/all.ts';

/** Decisions of the real Postfix queue manager. Each step has `out`, `ev`, state and digest. */
describe('qmgr vectors', () => {
  it('are all present', () => {
    expect(vectorNames).toHaveLength(128);
  });

  it.each(vectorNames)('%s', (name) => {
    expect(replay(readVector(name))).toBeNull();
  });
});

describe('a replay notices', () => {
  function damaged(name: string, index: number, change: (step: Record<string, unknown>) => void): unknown {
    const vector = structuredClone(readVector(name)) as Trace;
    change(vector.steps[index] as unknown as Record<string, unknown>);
    return vector;
  }

  it.each([
    ['another selection', 2, (s: Record<string, unknown>): void => void (s.out = null), 'out'],
    ['a missing event', 0, (s: Record<string, unknown>): void => void delete s.ev, 'ev[0]'],
    [
      'another digest',
      1,
      (s: Record<string, unknown>): void => void (s.digest = { g: '00000000' }),
      'digest.g',
    ],
  ] as const)('%s', (_what, index, change, field) => {
    const mismatch = replay(damaged('c01-peer-round-robin', index, change));
    expect(mismatch).toMatchObject({ step: index + 1, field });
  });

  it('a state that differs deep inside', () => {
    const vector = damaged('c01-peer-round-robin', 3, (step) => {
      const state = step.state as { transports: { jobs: { slotsAvailable: number }[] }[] };
      const job = state.transports[0]?.jobs[0];
      if (job) job.slotsAvailable += 1;
    });
    expect(replay(vector)).toMatchObject({ step: 4, field: 'state.transports[0].jobs[0].slotsAvailable' });
  });
});

/** Covers every step of the small named scenarios, and part of the long random ones (all with --all). */
describe('invariants hold after the steps of', () => {
  it.each(vectorNames)('%s', (name) => {
    const run = startTrace(readVector(name));
    const every = ALL || !/^(a1[678]|[qr])/.test(name) ? 1 : 7;
    const broken = run.trace.steps.map(({ op }, index) => {
      performStep(run, op);
      return index % every === 0
        ? violations(run.driver.qmgr).map((rule) => `step ${index + 1}: ${rule}`)
        : [];
    });
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.flat()).toEqual([]);
  });
});
