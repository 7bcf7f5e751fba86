import { expect, test } from 'vitest';
import { GALLERY } from '../../src/lessons/gallery.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { exportLibrary, importLibrary, newRun } from '../../src/store/library.ts';

const cursor = { at: 0, step: 0, event: 0, decision: 0 };
const link = () => encodeLink({ scenario: GALLERY[1]!.scenario, live: [], cursor, branch: 1 });

test('a library comes back from its file, with names, pictures and dates', async () => {
  const runs = [newRun('One', await link(), [1, 1, 2]), newRun('Zwei ✓', await link(), [])];
  const back = await importLibrary(exportLibrary(runs));
  if (!back.ok) throw new Error(back.detail);
  expect(back.left).toEqual([]);
  const bare = (list: typeof runs) => list.map(({ id: _, ...run }) => run);
  expect(bare(back.runs)).toEqual(bare(runs));
});

test('a file that is none is refused, and a run that does not open is left out by name', async () => {
  expect(await importLibrary('{')).toEqual({ ok: false, detail: 'This file is not JSON.' });
  expect(await importLibrary('{"runs":[]}')).toMatchObject({ ok: false });
  const rows = [
    { name: 'good', hash: await link(), tiles: ['x', 3, -1], kept: 'never' },
    { name: '', hash: await link() },
    { name: 'cut', hash: (await link()).slice(0, -9) },
    { name: 'no link' },
    7,
  ];
  const back = await importLibrary(JSON.stringify({ kind: 'qmgrscope.library', version: 1, runs: rows }));
  if (!back.ok) throw new Error(back.detail);
  expect(back.runs.map(({ name, tiles }) => [name, tiles])).toEqual([['good', [3]]]);
  expect(back.left).toEqual([
    'Run 2: its name must be plain text of 1 to 120 characters.',
    'Run 3: The end of the link is missing: it was cut off on the way.',
    'Run 4: it has no link.',
    'Run 5: it is not an object.',
  ]);
});
