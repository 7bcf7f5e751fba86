import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { countHouse, figureFaults } from '../../src/cli/house-figures.mjs';
import { EMPTY_ANSWERS } from '../../src/protocol/questions.ts';

const root = mkdtempSync(join(tmpdir(), 'house-'));
const KINDS = 'places outside the modules of kinds that ask for the kind';
const FILES = 'files that a question touches, its test among them';

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a place that asks for the kind, and a second list of questions, are counted and refused', () => {
  for (const folder of ['protocol', 'client', 'panels', 'worker/kinds'])
    mkdirSync(join(root, folder), { recursive: true });
  cpSync('src/protocol/questions.ts', join(root, 'protocol/questions.ts'));
  const before = countHouse(root);
  expect(before).toEqual({ [KINDS]: 0, [FILES]: 4 });
  writeFileSync(join(root, 'panels/a.ts'), 'export const is = (s) => s.lab !== undefined;');
  writeFileSync(join(root, 'worker/kinds/b.ts'), 'export const is = (s) => s.lab !== undefined;');
  writeFileSync(
    join(root, 'client/calls.ts'),
    `export const LIST = ${JSON.stringify(Object.keys(EMPTY_ANSWERS)).replaceAll('"', "'")};`,
  );
  const after = countHouse(root);
  expect(after).toEqual({ [KINDS]: 1, [FILES]: 5 });
  const map = `| ${KINDS} | 0 |\n| ${FILES} | 4 |`;
  expect(figureFaults(before, map)).toEqual([]);
  expect(figureFaults(after, map)).toEqual([
    `${KINDS}: 1, and the map says 0`,
    `${FILES}: 5, and the map says 4`,
  ]);
});
