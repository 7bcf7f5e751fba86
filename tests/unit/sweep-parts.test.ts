import { describe, expect, it } from 'vitest';
import { mergeLines, partOf, readSpec } from '../../src/cli/sweeps/parts.ts';
import type { SweepSpec } from '../../src/protocol/experiments.ts';
import { resultsIn } from '../../src/panels/experiments/ExperimentsPage.tsx';
import { completeScenario } from '../../src/scenario/defaults.ts';

const SPEC: SweepSpec = {
  kind: 'sweep',
  version: 1,
  x: { kind: 'agents', values: '1, 2' },
  y: null,
  scene: 'mixed',
  seeds: 2,
  points: ['1', '2'].map((x) => ({ key: `${x} `, x, y: '', scenario: completeScenario({}) })),
};
const run = (number: number, waits: number[] = [1]): string =>
  JSON.stringify({
    kind: 'run',
    run: number,
    point: number % 2 === 0 ? '1 ' : '2 ',
    seed: 1,
    figures: { waits },
  });

describe('parts of a sweep', () => {
  it('are as requested, or as an array job of a cluster says', () => {
    expect(partOf('2/5', {})).toEqual({ part: 2, of: 5 });
    expect(partOf(undefined, {})).toBeNull();
    const slurm = { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_MIN: '0', SLURM_ARRAY_TASK_COUNT: '4' };
    expect(partOf(undefined, slurm)).toEqual({ part: 4, of: 4 });
    expect(partOf(undefined, { JOB_COMPLETION_INDEX: '0', JOB_COMPLETIONS: '3' })).toEqual({
      part: 1,
      of: 3,
    });
    expect(() => partOf('6/5', {})).toThrow('I from 1 to N');
    expect(() => partOf(undefined, { JOB_COMPLETION_INDEX: '0' })).toThrow('JOB_COMPLETION_INDEX');
  });

  it('are joined in one order, naming what is missing or contradictory', () => {
    const joined = mergeLines(SPEC, [`${run(2)}\n${run(0)}\n`, `${run(3)}\n${run(1)}\n${run(0)}\n`]);
    expect(joined).toBe(mergeLines(SPEC, [[0, 1, 2, 3].map((one) => run(one)).join('\n')]));
    expect([...resultsIn(joined).figures.values()].map(({ length }) => length)).toEqual([2, 2]);
    expect(() => mergeLines(SPEC, [run(0)])).toThrow('3 of 4 runs are missing: 1, 2, 3');
    expect(() => mergeLines(SPEC, [run(0), run(0, [2])])).toThrow('the same figures');
  });

  it('refuse an invalid spec by its field', () => {
    expect(readSpec(JSON.stringify(SPEC)).points).toHaveLength(2);
    expect(() => readSpec('[]')).toThrow('SPEC');
    expect(() => readSpec(JSON.stringify({ ...SPEC, seeds: 0 }))).toThrow('seeds');
    expect(() => readSpec(JSON.stringify({ ...SPEC, points: [null] }))).toThrow(
      'points[0]: null is not accepted',
    );
    expect(() => readSpec(`no\n${'x'.repeat(1000)}`)).toThrow(/^SPEC: no x{50,}… is not accepted/);
  });
});
