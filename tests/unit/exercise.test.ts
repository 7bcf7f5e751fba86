import { expect, test } from 'vitest';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { askNextTurn } from '../../src/learn/panels/exercise/next-turn.ts';
import type { SavedRun } from '../../src/protocol/session-api.ts';
import { createProbe } from '../fixtures/probe.ts';

function saved(id: string, live: SavedRun['live'] = []): SavedRun {
  const scenario = galleryItem(id)?.scenario;
  if (scenario === undefined) throw new Error(`no scene ${id}`);
  return { scenario, live, branch: 1, cursor: { event: 0, step: 0, at: 0, decision: 0 } };
}

test('a link’s exercise asks who gets the next delivery slot, and the run agrees', async () => {
  const probe = await createProbe();
  const question = await askNextTurn(probe, saved('whole-picture'), 286);
  expect(question).toMatchObject({ kind: 'next-job', right: 'm6', before: { decision: 25 } });
  expect(question?.after.decision).toBe(26);
  expect(question?.choices.map(({ key }) => key).toSorted()).toEqual(['m1', 'm3', 'm6', 'm7']);
});

test('a link to the end of a run asks nothing', async () => {
  const probe = await createProbe();
  expect(await askNextTurn(probe, saved('fifo'), 1_000_000)).toBeNull();
});
