import { describe, expect, it } from 'vitest';
import type { BenchRow } from '../bench/parts/types.ts';
import { compareTurns, compareWith } from '../bench/parts/compare.ts';

function row(name: string, value: number, yardstickRatio = 0): BenchRow {
  return { bench: 'b', case: name, value, unit: 'ms', yardstickRatio, reference: null };
}

describe('two versions measured in turns', () => {
  it('are compared turn by turn, with the middle ratio and the spread', () => {
    const turns = [
      { base: [row('a', 10)], here: [row('a', 5)] },
      // The machine was busy during this turn, so both versions took longer.
      { base: [row('a', 40)], here: [row('a', 24)] },
      { base: [row('a', 10)], here: [row('a', 9)] },
    ];
    expect(compareTurns(turns)).toEqual([
      { name: 'b: a', unit: 'ms', base: 10, here: 9, ratio: 0.6, lowest: 0.5, highest: 0.9 },
    ]);
  });

  it('are compared in yardsticks where there are some', () => {
    const [compared] = compareTurns([{ base: [row('a', 10, 2)], here: [row('a', 30, 3)] }]);
    expect(compared).toMatchObject({ base: 10, here: 30, ratio: 1.5 });
  });

  it('leave out what only one of them measures', () => {
    const turns = [{ base: [row('old', 1), row('both', 1)], here: [row('both', 2), row('new', 1)] }];
    expect(compareTurns(turns).map(({ name }) => name)).toEqual(['b: both']);
  });

  it('must both exist', () => {
    const none = (): undefined => undefined;
    expect(compareWith('.', 'no-such-revision', [], 1, none)).toBe(
      '--compare no-such-revision is neither a folder nor a revision of git',
    );
    expect(compareWith('.', 'tests/unit', [], 1, none)).toBe(
      '--compare tests/unit: no tests/bench/bench.ts in that folder',
    );
  });
});
