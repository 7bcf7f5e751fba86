import { expect, test } from 'vitest';
import { THREAD_SCENES } from '../../src/scenes/threads/index.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { fakeEnv, openPage } from '../fixtures/session-harness.ts';

test('a run of threads stops where threads exceed the limit of their group', async () => {
  let found = 0;
  for (const { scenario } of THREAD_SCENES) {
    if (found > 0) break;
    const page = await openPage(anyEngine, scenario, fakeEnv(1));
    const { why } = await page.api.runUntil(1, [{ expression: 'overshoot > 0' }]);
    const [overshoot, runnable] = await page.api.ask('evaluate', ['overshoot', 'runnable']);
    if (why !== 'found') continue;
    found++;
    expect(overshoot).toBeGreaterThan(0);
    expect(runnable).toBeGreaterThanOrEqual(overshoot ?? 0);
  }
  expect(found).toBe(1);
});
