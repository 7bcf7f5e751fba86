import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { namesIn } from '../../src/cli/house-names.mjs';

const FILES = {
  'core/a.ts': [
    '/** What it is. */',
    'export function same(): void {}',
    '',
    'export function bare(): void {}',
    'export const arrow = (n: number): number => n;',
    "export const text = 'whoever is in a text is read by readers';",
    'const own = (): void => {};',
  ],
  'core/b.ts': [
    '/** Two',
    ' * lines, for nobody. */',
    'export const same = (): void => {}; // For everyone.',
  ],
  'panels/b.tsx': ['/** A component. */', 'export default function same() {}'],
  'words/en/a.ts': ['/** English. */', 'export const same = (n: number): string => String(n);'],
  'words/de/a.ts': ['/** German. */', 'export const same: typeof en.same = (n) => String(n);'],
};

test('exported functions without a sentence, one name for two of a layer, and comments that hide who is meant are found', () => {
  const root = mkdtempSync(join(tmpdir(), 'names-'));
  try {
    for (const [name, lines] of Object.entries(FILES)) {
      mkdirSync(join(root, name, '..'), { recursive: true });
      writeFileSync(join(root, name), `${lines.join('\n')}\n`);
    }
    expect(namesIn(root)).toEqual({
      undocumented: ['core/a.ts:4: bare', 'core/a.ts:5: arrow'],
      twins: ['core: same in core/a.ts, core/b.ts'],
      hiding: ['core/b.ts:2: nobody', 'core/b.ts:3: everyone'],
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
