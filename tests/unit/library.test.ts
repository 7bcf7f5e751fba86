import { expect, test } from 'vitest';
import { GALLERY } from '../../src/scenes/gallery.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { exportLibrary, newRun } from '../../src/store/library.ts';
import { sortRows } from '../../src/store/library-rows.ts';
import { readLibrary } from '../../src/store/reading.ts';
import { sameThreadReader } from '../fixtures/reader.ts';

const cursor = { at: 0, step: 0, event: 0, decision: 0 };
const importLibrary = (text: string) => readLibrary(sameThreadReader(), text);
const link = () => encodeLink({ scenario: GALLERY[1]!.scenario, live: [], cursor, branch: 1 });

test('a library survives its file, with names, pictures and dates', async () => {
  const runs = [newRun('One', await link(), [1, 1, 2]), newRun('Zwei ✓', await link(), [])];
  const back = await importLibrary(exportLibrary(runs));
  if (!back.ok) throw new Error(back.detail);
  expect(back.left).toEqual([]);
  expect(back.runs).toEqual(runs.map(({ id: _, ...run }) => run));
});

test('refuses a wrong file, and leaves out by name a run that does not open', async () => {
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
    'Run 3: The end of the link is missing. Copy the whole link again.',
    'Run 4: it has no link.',
    'Run 5: it is not an object.',
  ]);
});

test('lists invalid database rows separately with the reason, and loses no run', async () => {
  const good = newRun('Good', await link(), [1, 2]);
  const rows: unknown[] = [
    { ...good, id: 'a', kept: 5 },
    { ...good, id: 7 },
    { ...good, id: 'b', name: { first: 'x' } },
    { ...good, id: 'c', name: 'turned \u202e round' },
    { id: 'd' },
    { ...good, id: 'e', hash: 'javascript:alert(1)' },
    { ...good, id: 'f', tiles: [1, null] },
    { ...good, id: 'g', tiles: 9n },
    { ...good, id: 'h', kept: 1e300 },
    { ...good, id: 'i', kept: 9 },
  ];
  const { runs, bad } = sortRows(rows);
  expect(runs.map(({ id }) => id)).toEqual(['i', 'a']);
  expect(bad.map(({ key, reason }) => [key, reason.replace(/;.*/, '')])).toEqual([
    [7, 'Its field id is 7'],
    ['b', 'Its field name is {"first":"x"}'],
    ['c', 'Its field name is turned \u202e round'],
    ['d', 'Its field name is nothing'],
    ['e', 'Its field hash is javascript:alert(1)'],
    ['f', 'Its field tiles is [1,null]'],
    ['g', 'Its field tiles is "9"'],
    ['h', 'Its field kept is 1e+300'],
  ]);
  // The text for the reader must contain everything that the invalid row contained.
  expect(JSON.parse(bad[6]!.text)).toMatchObject({ name: 'Good', tiles: '9', hash: good.hash });
});
