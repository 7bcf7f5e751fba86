import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { GalleryItem } from '../../src/scenes/item.ts';
import { SHELVES } from '../../src/scenes/shelves.ts';
import { shapePicture, type StoredShape } from '../../src/panels/gallery/shape.ts';
import { SHAPES } from '../../src/panels/gallery/shapes.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { openPage } from '../fixtures/session-harness.ts';
import { mailRun } from '../../src/scenario/kinds/narrow.ts';

const FILE = 'src/panels/gallery/shapes.ts';
const EVENTS = 60;
const CHANGES = 60;

async function shapeOf(item: GalleryItem): Promise<StoredShape | null> {
  const page = await openPage(anyEngine, item.scenario);
  const { api } = page;
  await api.seek({ at: item.opensAt });
  const { script } = item.scenario;
  const alone = item.scenario.kind === 'threads-alone';
  if (alone || mailRun(item.scenario)?.threads !== undefined) {
    // A story ends soon after its last line, so the picture goes on to the end of the run.
    const end = Math.max(item.opensAt, ...script.map(({ at }) => at + 2_000));
    if (alone) await api.seek({ at: end });
    const name = page.state.session.threads?.name ?? '';
    const to = page.state.session.cursor.at;
    const lanes = await api.ask('threadLanes', { name, from: 0, to, columns: 800 });
    // With many threads only bands are known. Use the maximum of runnable threads in each column.
    const { high, limit } = lanes?.bands ?? {};
    const crowd = [...(high ?? [])].map((runnable, i) => ({
      at: Math.round((i * to) / (high?.length ?? 1)),
      runnable,
      limit: limit?.[i] ?? 0,
    }));
    const counts = (
      lanes?.counts ?? crowd.filter(({ runnable }, i) => runnable !== crowd[i - 1]?.runnable)
    ).slice(-CHANGES);
    return {
      kind: 'runnable',
      limit: Math.max(0, counts.at(-1)?.limit ?? 0),
      steps: counts.map(({ at, runnable }) => `${at} ${runnable}`).join(','),
    };
  }
  const opens = item.opensWith ?? '';
  const named = /^q:([^:]+):(.+)$/.exec(opens);
  if (named === null) return null;
  const history = await api.ask('feedback', named[1] ?? '', named[2] ?? '', EVENTS);
  const windows = history?.events.map((event) => event[history.rule].window) ?? [];
  return windows.length < 4 ? null : { kind: 'window', windows: windows.join(' ') };
}

const items = SHELVES.flatMap((shelf) => shelf.items);

test('pictures of scenes match their runs', async () => {
  const shapes: Record<string, StoredShape> = {};
  for (const item of items) {
    // One after another, because each scene needs a whole session.
    // oxlint-disable-next-line no-await-in-loop
    const shape = await shapeOf(item);
    if (shape !== null) shapes[item.id] = shape;
  }
  if (process.env['UPDATE'] === '1') {
    const head = `/** Written by \`UPDATE=1 npx vitest run tests/unit/gallery-shapes.test.ts\`; the test fails when a scene no longer runs like this. */\nimport type { StoredShape } from './shape.ts';\n\nexport const SHAPES: Readonly<Record<string, StoredShape>> = `;
    writeFileSync(FILE, `${head}${JSON.stringify(shapes)};\n`);
    return;
  }
  expect(shapes).toEqual(SHAPES);
}, 60_000);

test.each(Object.entries(SHAPES))('the picture of %s stays in its box', (_, shape) => {
  for (const { d } of shapePicture(shape).lines) {
    expect(d).toMatch(/^M/);
    expect(d).not.toMatch(/NaN|undefined|Infinity/);
    for (const value of d.match(/-?[\d.]+/g) ?? []) expect(Number(value)).toBeLessThanOrEqual(100);
  }
});
