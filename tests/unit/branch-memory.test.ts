import { expect, test } from 'vitest';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { collected } from '../fixtures/collect.ts';
import { inject, openPage, type Page, twoMessages } from '../fixtures/session-harness.ts';

/** Returns the bytes in use after a garbage collection, including typed arrays. */
async function heldBytes(): Promise<number> {
  await collected();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Repeatedly creates a branch at the start of the first branch, simulates it, and deletes it. */
async function makeAndDelete({ api, frames }: Page, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const at = await api.command(inject(2));
    expect(at).toMatchObject({ ok: true });
    await api.step('delivery', 1);
    const { branches } = await api.ask('timeline', 0, 60_000_000, 1);
    expect(branches).toHaveLength(2);
    await api.switchBranch(1);
    expect(await api.deleteBranch(branches[1]!.id)).toMatchObject({ ok: true });
    await api.seek({ step: 0 });
    frames.length = 0;
  }
}

test('deleted branches leave almost no memory behind', async () => {
  const page = await openPage(anyEngine, twoMessages());
  await page.api.seek({ at: 20_000_000 });
  await page.api.seek({ step: 0 });
  // Warm-up: compiled code and caches count as memory in use, and some appear only after several rounds.
  await makeAndDelete(page, 150);
  const before = await heldBytes();
  const rounds = 150;
  await makeAndDelete(page, rounds);
  expect(((await heldBytes()) - before) / rounds, 'bytes a branch').toBeLessThan(10_000);
});
