import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as added from '../fixtures/how-to-add.ts';

/** What the map's "How to add" says of a kind of run and of a question is done in a copy of the house. */
const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  'src',
  'tests',
  'index.html',
  'package.json',
  'knip.js',
  '.oxlintrc.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
];
let house = '';

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'house-'));
  for (const name of COPIED) cpSync(join(ROOT, name), join(house, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
}, 120_000);

afterAll(() => rmSync(house, { recursive: true, force: true }));

function create(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, name)), { recursive: true });
    writeFileSync(join(house, name), text);
  }
}

/** Puts each text behind the first place where its mark stands. */
function extend(files: Readonly<Record<string, readonly (readonly [mark: string, text: string])[]>>): void {
  for (const [name, additions] of Object.entries(files)) {
    const path = join(house, name);
    let text = readFileSync(path, 'utf8');
    for (const [mark, more] of additions) {
      expect(text, `${name} has the place`).toContain(mark);
      text = text.replace(mark, () => `${mark}${more}`);
    }
    writeFileSync(path, text);
  }
}

/** Output of a command in the copy; of one that fails too. */
function run(command: string, ...args: string[]): string {
  try {
    return execFileSync(command, args, {
      cwd: house,
      encoding: 'utf8',
      stdio: 'pipe',
      shell: process.platform === 'win32',
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

const bin = (name: string): string => join(house, 'node_modules', '.bin', name);
const types = (): string => run(bin('tsc'), '-p', 'tsconfig.json', '--noEmit');

test('a kind of run and a question are added as the map says: types name every registry, and all of the house agrees', () => {
  extend(added.KIND_IN_PROTOCOL);
  const missing = [...new Set([...types().matchAll(/^(src\/[^(]+)\(/gm)].map(([, name]) => name!))].sort();
  expect(missing).toEqual(Object.keys(added.KIND_IN_REGISTRIES).sort());
  create(added.KIND_FILES);
  extend(added.KIND_IN_REGISTRIES);
  extend(added.QUESTION_IN_TABLES);
  create(added.QUESTION_TEST);
  // The panel of the question is that of the kind, above: protocol, answer, panel, test.
  expect(Object.keys({ ...added.QUESTION_IN_TABLES, ...added.QUESTION_TEST })).toHaveLength(3);
  expect(types()).toBe('');
  expect(run(bin('oxlint'), 'src', 'tests/unit/ticks.test.ts')).toContain('Found 0 warnings and 0 errors');
  expect(run(process.execPath, 'src/cli/layers.mjs')).toContain('no violation');
  expect(run(bin('vitest'), 'run', 'tests/unit/ticks.test.ts')).toMatch(/1 passed/);
}, 900_000);
