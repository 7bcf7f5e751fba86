import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { countHouse, figureFaults } from '../../src/cli/house-figures.mjs';
import { EMPTY_ANSWERS } from '../../src/protocol/questions.ts';

const root = mkdtempSync(join(tmpdir(), 'house-'));
const KINDS = 'places outside the modules of kinds that ask for the kind';
const MIDDLE = 'lines of the file in the middle';
const LONGEST = 'lines of the longest file';
const FILES = 'files that a question touches, its test among them';

/** Each line asks once. */
const ASKING = [
  'export const a = (s) => s.lab !== undefined;',
  "export const b = (scenario) => scenario?.kind !== 'mail';",
  "export const c = (run) => run.kind === 'mail';",
  "export const d = (kind) => kind === 'timer-lab';",
  'export const e = (s) => s.cmgroup?.kind;',
  "export const f = (s) => 'params' in s;",
  "export const g = (command) => command.kind.startsWith('cmg.');",
  'export const h = (s) => ofKind(TABLE, s);',
  'export const i = useMail((s) => s !== null);',
  'export const j = threadRun(s) !== null;',
];
const NOT_ASKING = [
  "export const a = (hero) => hero.kind === 'threads';",
  '// A comment may say that scenario.kind === mail.',
  'export const b = viewOf(scenario).comparable;',
];

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a place that asks for the kind, and a second list of questions, are counted and refused', () => {
  for (const folder of ['protocol', 'client', 'panels', 'worker/kinds'])
    mkdirSync(join(root, folder), { recursive: true });
  cpSync('src/protocol/questions.ts', join(root, 'protocol/questions.ts'));
  const before = countHouse(root);
  const length = readFileSync('src/protocol/questions.ts', 'utf8').split('\n').length - 1;
  expect(before).toEqual({ [KINDS]: 0, [FILES]: 4, [MIDDLE]: length, [LONGEST]: length });
  writeFileSync(join(root, 'panels/a.ts'), ASKING.join('\n'));
  writeFileSync(join(root, 'panels/b.ts'), NOT_ASKING.join('\n'));
  writeFileSync(join(root, 'worker/kinds/b.ts'), 'export const is = (s) => s.lab !== undefined;');
  writeFileSync(
    join(root, 'client/calls.ts'),
    `export const LIST = ${JSON.stringify(Object.keys(EMPTY_ANSWERS)).replaceAll('"', "'")};`,
  );
  writeFileSync(join(root, 'panels/c.ts'), '\n'.repeat(401));
  const after = countHouse(root);
  // Six files, of which the upper of the middle two counts: none, none, two and nine line ends, the table, the long one.
  expect(after).toEqual({ [KINDS]: ASKING.length, [FILES]: 5, [MIDDLE]: ASKING.length - 1, [LONGEST]: 401 });
  const map = `| ${KINDS} | 0 |\n| ${FILES} | 4 |\n| ${MIDDLE} | ${length} |\n| ${LONGEST} | 400 |`;
  expect(figureFaults(before, map)).toEqual([]);
  expect(figureFaults(after, map)).toEqual([
    `${KINDS}: ${ASKING.length}, and the map says 0`,
    `${FILES}: 5, and the map says 4`,
    `${LONGEST}: 401, and the map says 400`,
  ]);
});
