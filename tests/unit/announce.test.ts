import { expect, test } from 'vitest';
import { command } from '../fixtures/command.ts';
import { isTogether } from '../../src/core/inspect/together.ts';
import { createDramaTally } from '../../src/core/inspect/dramas.ts';
import { announce, announcementText } from '../../src/explain/announce.ts';
import { replayOf } from '../../src/record/importers/replay/setup.ts';
import { readSettings } from '../../src/record/importers/settings/read.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { packed, readAll } from '../fixtures/records/read.ts';
import { openPage, type Page } from '../fixtures/session-harness.ts';

async function open(id: string): Promise<Page> {
  const scenario = galleryItem(id)?.scenario;
  if (scenario === undefined) throw new Error(`no scene ${id}`);
  return openPage(anyEngine, scenario);
}

/** Returns the announcements up to the cursor, newest first. */
async function said(page: Page): Promise<string[]> {
  const { session } = page.state;
  const names = {
    numberOf: (msg: number) => session.numbers.get(msg) ?? msg,
    transportName: (id: number) => session.transports.get(id)?.name ?? '',
  };
  const { rows } = await page.api.ask('dramas');
  return rows.map((drama) => announcementText(announce(drama, names)));
}

test('announces a death with refused and deferred counts, and its end with the reason', async () => {
  const page = await open('first-letter');
  await page.api.seek({ at: 3e6 });
  await page.api.command({
    kind: 'server.set',
    server: 'list.example',
    behaviour: { latency: [500, 1100], fault: { kind: 'refuse' } },
  });
  await page.api.seek({ at: 3_418_000 });
  expect(await said(page)).toEqual([]);
  await page.api.seek({ at: 3_420_000 });
  expect(await said(page)).toEqual([
    'list.example is dead: 10 recipients refused, 18 postponed untried. Next attempt at 5:03.',
  ]);
  await page.api.seek({ at: 4e6 });
  expect(await said(page)).toEqual([
    'Message 1 is deferred: 28 recipients waiting, 20 delivered. Next attempt at 5:03.',
    'list.example is alive again: A delivery that was still in flight has succeeded.',
    'list.example is dead: 10 recipients refused, 18 postponed untried. Next attempt at 5:03.',
  ]);
  // Going back removes announcements of later events.
  await page.api.seek({ at: 3e6 });
  expect(await said(page)).toEqual([]);
});

test('announces a herd once, with its size', async () => {
  const page = await open('aio-herd');
  await page.api.seek({ at: 1e6 });
  expect(await said(page)).toEqual([
    'A herd of 5 threads wakes for one item: One of them takes it. The other 4 are woken for nothing.',
    'A herd of 6 threads wakes for one item: One of them takes it. The other 5 are woken for nothing.',
  ]);
});

test('announces purges within a second once, and housekeeping not at all', async () => {
  const tally = createDramaTally();
  const purge = { kind: 'lab.purged', scans: 9, freed: 900, pending: 50, listed: 400 } as const;
  const purges = [
    { n: 1, at: 1e5, step: 1, event: { ...purge, design: 'old', visits: 20 } },
    { n: 2, at: 4e5, step: 2, event: { ...purge, design: 'old', visits: 1206 } },
    { n: 3, at: 9e5, step: 3, event: { ...purge, design: 'today', visits: 2109 } },
  ] as const;
  for (const record of purges) tally.note(record);
  const [first, second, ...others] = tally.take(true);
  expect(others).toEqual([]);
  expect(first?.facts).toEqual({ kind: 'purge', design: 'old', visited: 1206, removed: 900 });
  expect(isTogether({ kind: 'purge', at: first?.at ?? 0 }, { kind: 'purge', at: second?.at ?? 0 })).toBe(
    true,
  );
  const mail = await open('recursive');
  await mail.api.seek({ at: 60e6 });
  expect(await said(mail)).toEqual([]);
});

test('announces a death that ends in its own step once', async () => {
  const page = await open('rate-delay');
  await page.api.seek({ at: 6e6 });
  expect((await said(page)).join(' ')).toContain(
    'one.example is dead: 1 recipient refused, 14 postponed untried. It is revived in the same instant.',
  );
});

test('the first message kept out announces a full active queue', async () => {
  const page = await open('active-full');
  await page.api.seek({ at: 30e6 });
  const full = (await said(page)).filter((text) => text.includes('full'));
  expect(full).toEqual([
    'The active queue is full: It holds 20 messages. Message 24 stays in incoming until a message leaves.',
  ]);
});

test('arrivals of a record that wait to be read announce no full active queue', async () => {
  const { builder } = await readAll([packed('logs/f1-afternoon/maillog.gz')]);
  const [member] = builder.members;
  const replay = member && replayOf(member.instance, readSettings([]), 'afternoon');
  if (!replay) throw new Error('nothing to replay');
  const page = await openPage(anyEngine, replay.scenario);
  await page.api.seek({ at: 600e6 });
  expect(page.state.session.cursor.step).toBeGreaterThan(100);
  expect((await said(page)).join(' ')).not.toContain('full');
});

test('the command line prints the same announcements', async () => {
  const { out } = await command('sim', 'gallery:dead-and-back', '--until', '310s');
  expect(out).toContain('b.example is dead: ');
  expect(out).toContain('26 postponed untried');
  expect(out).toContain('b.example is alive again: Its timer has expired.');
});
