import { expect, test } from 'vitest';
import { completions } from '../../src/panels/debugger/completions.ts';
import { parseExpression } from '../../src/scenario/expression.ts';

const subjects = { destinations: ['m1.example', 'm-2.example', 'other.example'], messages: ['1', '12', '6'] };
const texts = (text: string): string[] => completions(text, subjects).map((option) => option.text);

test('completes a name, and opens the bracket of a name that takes something', () => {
  expect(texts('wi')).toEqual(['window(']);
  expect(texts('jobs > 3 and ru')).toEqual(['jobs > 3 and runnable']);
  expect(texts('nothing like it')).toEqual([]);
});

test('offers inside the bracket what the name takes', () => {
  expect(texts('window(')).toEqual(['window(m1.example)', 'window(m-2.example)', 'window(other.example)']);
  expect(texts('now > 1 and busy(M-')).toEqual(['now > 1 and busy(m-2.example)']);
  expect(texts('level(1')).toEqual(['level(1)', 'level(12)']);
  for (const text of [...texts('window('), ...texts('level(')]) expect(parseExpression(text).ok).toBe(true);
});

test('offers nothing after a complete condition, and words after an unfinished one', () => {
  expect(texts('jobs >= 4')).toEqual([]);
  expect(texts('jobs >= ')).toContain('jobs >= now');
});
