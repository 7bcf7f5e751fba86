import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caretAfter, mergeLines } from '../../src/learn/class/pasted-lines.ts';
import { runCount } from '../fixtures/all.ts';

const text = fc
  .array(fc.constantFrom('', 'Ann', 'Bob', 'Cem'), { maxLength: 6 })
  .map((lines) => lines.join('\n'));
const own = fc.array(fc.constantFrom('Dana', 'Ada'), { maxLength: 3 });

describe('pasted results that two tabs edit', () => {
  it.each([
    ['', 'Ann', '', 'Ann'],
    ['', 'Ann', 'Bob', 'Bob\nAnn'],
    ['', 'Ann', 'Bob\n', 'Bob\nAnn'],
    // The line that is being typed becomes longer in this tab.
    ['Bo', 'Bob', 'Ann\nBo', 'Ann\nBob'],
    ['Ann\nBob', 'Bob', 'Ann\nBob\nCem', 'Bob\nCem'],
    ['Ann', 'Ann\nAnn', 'Ann\nBob', 'Ann\nBob\nAnn'],
    ['Ann\nBob', '', 'Ann\nBob\nCem', 'Cem\n'],
    ['Ann', '', 'Ann', ''],
  ])('keeps both changes: %j to %j beside %j', (shown, next, kept, merged) => {
    expect(mergeLines(shown, next, kept)).toBe(merged);
  });

  it('keeps each line of the other tab, and applying again changes nothing', () => {
    fc.assert(
      fc.property(text, text, own, (shown, next, added) => {
        const merged = mergeLines(shown, next, [shown, ...added].join('\n'));
        const lines = merged.split('\n');
        expect(lines).toEqual(expect.arrayContaining([...added, ...next.split('\n').filter(Boolean)]));
        expect(mergeLines(shown, next, merged)).toBe(merged);
      }),
      { numRuns: runCount(300) },
    );
  });

  it.each([
    ['Ann', 'Bob\nAnn', 2, 6],
    ['Ann\nBo', 'Cem\nAnn\nBo', 6, 10],
    ['Ann\n\n', '\nAnn\n\n', 5, 6],
    ['Ann\nAnn', 'Ann\nBob\nAnn', 3, 3],
    ['Ann', '', 3, 0],
    ['', 'Ann', 0, 0],
  ])('leaves the caret in its line: %j to %j, %i', (before, after, caret, place) => {
    expect(caretAfter(before, after, caret)).toBe(place);
  });

  it('keeps no more than 500,000 characters', () => {
    expect(mergeLines('', 'x'.repeat(600_000), '')).toHaveLength(500_000);
    expect(mergeLines('', 'x'.repeat(300_000), 'y'.repeat(300_000))).toHaveLength(500_000);
  });
});
