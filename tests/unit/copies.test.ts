import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { secondCopies } from '../../src/cli/copies.mjs';

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

test('finds repeated lines, in components too, but ignores shared imports', async () => {
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
