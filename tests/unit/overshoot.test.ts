import { expect, test } from 'vitest';
import { THREAD_SCENES } from '../../src/lessons/threads/index.ts';
import { anyEngine } from '../../src/worker/any-engine.ts';
import { fakeEnv, openPage } from '../fixtures/session-harness.ts';

test('a run of threads stops where threads land beyond the limit of their group', async () => {
  const scenes = THREAD_SCENES.filter(({ scenario }) => scenario.cmgroup !== undefined);
  expect(scenes.length).toBeGreaterThan(0);
  const stops: string[] = [];
  for (const { scenario } of scenes) {
    const page = await openPage(anyEngine, scenario, fakeEnv(1));
    const { why } = await page.api.until(1, [{ expression: 'overshoot > 0' }]);
    const [overshoot, runnable] = await page.api.evaluate(['overshoot', 'runnable']);
    stops.push(why);
    if (why === 'found') {
      expect(overshoot).toBeGreaterThan(0);
      expect(runnable).toBeGreaterThanOrEqual(overshoot ?? 0);
    }
  }
  expect(stops).toContain('found');
});
