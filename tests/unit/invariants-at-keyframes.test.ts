import { expect, test } from 'vitest';
import { touchCore } from '../../src/core/qmgr/model.ts';
import { createSimulation, stepOnce } from '../../src/core/simulation.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { verifyWorld } from '../../src/worker/kinds/verify.ts';
import { fakeEnv, openPage, twoMessages } from '../fixtures/session-harness.ts';

const quiet = { event: () => undefined, decision: () => undefined };

test('detects a total that disagrees with what it counts', () => {
  const sim = createSimulation(twoMessages(), quiet);
  for (let i = 0; i < 5; i++) stepOnce(sim);
  expect(() => verifyWorld(sim)).not.toThrow();
  touchCore(sim.world.qmgr).messageCount++;
  expect(() => verifyWorld(sim)).toThrow(/invariant broken/);
});

test('recounts every rule at each keyframe, and a broken one stops the run before it', async () => {
  const asked: number[] = [];
  const engine: typeof anyEngine = {
    ...anyEngine,
    verify(sim) {
      asked.push(anyEngine.position(sim).step);
      anyEngine.verify?.(sim);
      if (asked.length === 3) throw new Error('a rule is broken');
    },
  };
  const limits = { stepsMin: 1, stepsMax: 2, costMs: 1e9, count: 100, bytes: 1e8 };
  const page = await openPage(engine, twoMessages(), Object.assign(fakeEnv(), { keyframes: limits }));
  await page.api.seek({ at: 60_000_000 });
  expect(asked.slice(0, 3)).toEqual([2, 4, 6]);
  expect(page.notices).toEqual([{ kind: 'invariant', text: expect.stringContaining('a rule is broken') }]);
  expect(page.state.session.cursor.step).toBe(5);
});
