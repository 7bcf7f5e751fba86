import { expect, test } from 'vitest';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { openPage } from '../fixtures/session-harness.ts';

/**
 * Drawing another branch moves the session's only simulation. Afterwards the decision in the next frame must again be one of
 * the reader's branch.
 */
test('with a comparison open, frames hold the decision of their own branch', async () => {
  const item = galleryItem('whole-picture');
  if (item === undefined) throw new Error('no such scene');
  const alone = await openPage(coreEngine, item.scenario);
  const beside = await openPage(coreEngine, item.scenario);
  const made = await beside.api.vary({
    name: 'other',
    commands: [{ kind: 'param.set', name: 'smtp_delivery_slot_cost', value: 2 }],
    from: 'start',
  });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  await beside.api.switchBranch(1);
  for (const { api } of [alone, beside]) {
    await api.seek({ at: 10_000_000 });
    await api.seek({ step: 0 });
  }
  const view = { transport: 'smtp', selected: 0, deliveries: 50 };
  const wrong: number[] = [];
  for (let step = 1; step <= 60; step++) {
    await beside.api.ask('side', { branch: made.value, view });
    await alone.api.seek({ step });
    await beside.api.seek({ step });
    const own = alone.state.session.decision;
    const shown = beside.state.session.decision;
    if (JSON.stringify(shown) !== JSON.stringify(own)) wrong.push(step);
  }
  expect(wrong).toEqual([]);
});
