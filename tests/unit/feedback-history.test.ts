import { expect, test } from 'vitest';
import { galleryItem } from '../../src/scenes/gallery.ts';
import type { FeedbackHistory } from '../../src/protocol/inspect.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { openPage, type Page } from '../fixtures/session-harness.ts';

const scenario = galleryItem('dead-and-back')?.scenario;

async function open(): Promise<Page> {
  if (scenario === undefined) throw new Error('no scene');
  return openPage(anyEngine, scenario);
}

async function at(page: Page, second: number): Promise<FeedbackHistory | null> {
  await page.api.seek({ at: second * 1e6 });
  return page.api.ask('feedback', 'smtp', 'b.example', 600);
}

test('a history that grows with the run equals one read later, and is cut going back', async () => {
  const page = await open();
  const early = await at(page, 5);
  expect(early?.events.length).toBeGreaterThan(5);
  let last: FeedbackHistory | null = null;
  for (const second of [8, 9, 250, 309, 316]) {
    // One seek after another, because the test is about the order of the seeks.
    // oxlint-disable-next-line no-await-in-loop
    last = await at(page, second);
  }
  expect(last).toEqual(await at(await open(), 316));
  expect(await at(page, 5)).toEqual(early);
  expect(await at(page, 316)).toEqual(last);
  expect(early?.serverChanges).toEqual([]);
  expect(last?.serverChanges.map((change) => change.at)).toEqual([7e6, 200e6]);
});

test('a branch has its own history from the fork on', async () => {
  const page = await open();
  const main = await at(page, 316);
  await page.api.seek({ at: 2e6 });
  await page.api.command({
    kind: 'param.set',
    name: 'smtp_destination_concurrency_positive_feedback',
    value: '1',
  });
  const other = await at(page, 316);
  const before = (history: FeedbackHistory | null) => history?.events.filter((event) => event.at <= 2e6);
  expect(before(other)).toEqual(before(main));
  expect(other?.events).not.toEqual(main?.events);
  expect(other?.events.at(-1)?.positive).toEqual({ base: 1, kind: 'constant' });
});
