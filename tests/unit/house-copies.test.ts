import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secondCopies } from '../../src/cli/house-copies.mjs';
import { sentencesTwice } from '../../src/cli/house-sentences.mjs';

const COPIED = `function most(spans: { start: number; end: number }[]): number {
  const turns = spans.flatMap(({ start, end }) => [
    { at: start, by: 1 },
    { at: end, by: -1 },
  ]);
  turns.sort((a, b) => a.at - b.at || a.by - b.by);
  let [now, max] = [0, 0];
  for (const { by } of turns) max = Math.max(max, (now += by));
  return max;
}
`;
const IMPORTED = Array.from(
  { length: 12 },
  (_, i) => `import { a${i}, b${i} } from './other-${i}.ts';\n`,
).join('');

test('a run of lines that stands twice is found, in a component too; imports that two files share are none', async () => {
  const root = mkdtempSync(join(tmpdir(), 'copies-'));
  try {
    writeFileSync(join(root, 'a.ts'), `${IMPORTED}\nexport const a = 1;\n\n${COPIED}`);
    writeFileSync(join(root, 'b.ts'), `${IMPORTED}\nexport const b = 2;\n`);
    expect(await secondCopies(root)).toEqual([]);
    writeFileSync(join(root, 'c.tsx'), `// Elsewhere.\n${COPIED}`);
    expect(await secondCopies(root)).toEqual([expect.stringMatching(/^a\.ts:\d+-\d+ ~ c\.tsx:\d+-\d+$/)]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('a sentence in two files is a second copy, in elements and with other figures too; classes, paths and titles of scenes are none', () => {
  const root = mkdtempSync(join(tmpdir(), 'sentences-'));
  try {
    mkdirSync(join(root, 'lessons/mail'), { recursive: true });
    writeFileSync(
      join(root, 'a.ts'),
      "export const a = ['Nothing is here.', `${one} of ${two} are left`, 'two words'];",
    );
    const drawn = '<p className="a big red button" title="Here and now and then">Nothing\n      is here.</p>';
    writeFileSync(join(root, 'b.tsx'), `export const b = () => ${drawn};`);
    writeFileSync(
      join(root, 'c.tsx'),
      'export const c = () => <i className="a big red button">two words</i>;',
    );
    writeFileSync(join(root, 'd.ts'), 'export const d = (n: number) => `${n} of ${n + 1} are left`;');
    const title = "export const title = 'Here and now and then';";
    writeFileSync(join(root, 'lessons/mail/e.ts'), title);
    const found = ['“Nothing is here.” in a.ts, b.tsx'];
    expect(sentencesTwice(root)).toEqual(found);
    writeFileSync(join(root, 'f.ts'), title.replace('title', 'f'));
    writeFileSync(join(root, 'g.ts'), 'export const g = (n: number) => `${n} of ${n} are left now`;');
    writeFileSync(join(root, 'h.ts'), 'export const h = (n: number) => `${n * 2} of ${n} are left now`;');
    expect(sentencesTwice(root)).toEqual([
      ...found,
      '“Here and now and then” in b.tsx, f.ts',
      '“… of … are left now” in g.ts, h.ts',
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
