import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateSearch } from '../../src/core/qmgr/candidate.ts';
import type { Driver } from '../../src/core/qmgr/driver.ts';
import { get, ids } from '../../src/core/tables.ts';
import { calmOperations, driverFor, performRandom, preemptingSettings } from './qmgr-operations.ts';
import { runCount } from '../fixtures/all.ts';

/**
 * The candidate index must choose the same job as the original's walk of the list: the highest score, the earlier of two jobs
 * with equal scores, and no job that the walk would not have reached because it stops early.
 */
function expectSameChoice(driver: Driver, maxSlots: number): number {
  const { qmgr } = driver;
  let found = 0;
  for (const id of ids(qmgr.jobs)) {
    if (get(qmgr.jobs, id).level < 0) continue;
    const walked = candidateSearch(qmgr, id, maxSlots, Number.POSITIVE_INFINITY);
    expect(candidateSearch(qmgr, id, maxSlots, 0), `behind job ${id}`).toEqual(walked);
    expect(candidateSearch(qmgr, id, maxSlots, 2), `behind job ${id}`).toEqual(walked);
    if (walked.job !== 0) found++;
  }
  return found;
}

describe('the candidate index', () => {
  it('chooses what the full walk chooses', () => {
    let found = 0;
    fc.assert(
      fc.property(preemptingSettings, calmOperations, (settings, ops) => {
        const driver = driverFor(settings);
        ops.forEach((op, i) => {
          performRandom(driver, op);
          if (i % 3 === 0) found += expectSameChoice(driver, [1, 3, 8, 40][i % 4] as number);
        });
      }),
      { seed: 42, numRuns: runCount(100) },
    );
    expect(found).toBeGreaterThan(300);
  });
});
