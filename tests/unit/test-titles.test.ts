import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

/** Maximum length of a title in the source, in characters. A value that a loop inserts counts as one character. */
const LONGEST = 80;
const TITLED = new Set(['test', 'it', 'describe', 'step']);

interface Node {
  type?: string;
  value?: unknown;
  quasis?: { raw: string }[];
  callee?: Node;
  object?: Node;
  property?: Node;
  arguments?: { expression: Node }[];
}

/** True for the callee of a call such as `test`, `test.describe`, `test.each(…)` or `info.step`. */
function isTitled(callee: Node | undefined): boolean {
  if (callee === undefined) return false;
  if (callee.type === 'Identifier') return TITLED.has(String(callee.value));
  if (callee.type === 'CallExpression') return isTitled(callee.callee);
  return callee.type === 'MemberExpression' && (isTitled(callee.object) || isTitled(callee.property));
}

function titlesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const found = Object.values(node).flatMap(titlesIn);
  const call = node as Node;
  const title = call.type === 'CallExpression' ? call.arguments?.[0]?.expression : undefined;
  if (title === undefined || !isTitled(call.callee)) return found;
  if (title.type === 'StringLiteral') found.push(String(title.value));
  if (title.type === 'TemplateLiteral') found.push((title.quasis ?? []).map(({ raw }) => raw).join('…'));
  return found;
}

const titlesOf = (text: string): string[] => titlesIn(parseSync(text, { syntax: 'typescript', tsx: false }));
const tooLong = (titles: string[]): string[] => titles.filter((title) => title.length > LONGEST);

test('finds the title of every kind of test', () => {
  const long = 'x'.repeat(LONGEST + 1);
  const planted = [
    `test('${long}', () => {});`,
    `test.describe('${long}', () => { it(\`${long}\`, () => {}); });`,
    `describe.each([1])('${long}', () => {});`,
    `test('short', async () => { await test.step('${long}', async () => {}); });`,
  ];
  expect(planted.map((text) => tooLong(titlesOf(text)).length)).toEqual([1, 2, 1, 1]);
});

test('no title is longer than 80 characters', () => {
  const names = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const files = names.map((name) => ({
    name,
    titles: titlesOf(readFileSync(join('tests', name), 'utf8')),
  }));
  expect(files.flatMap(({ titles }) => titles).length).toBeGreaterThan(2000);
  expect(files.flatMap(({ name, titles }) => tooLong(titles).map((title) => `${name}: ${title}`))).toEqual(
    [],
  );
});
