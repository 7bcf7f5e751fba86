import { describe, expect, test } from 'vitest';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { fakeEnv, inject, openPage, picture } from '../fixtures/session-harness.ts';

const scenario = completeScenario({
  title: 'Preemption',
  agents: { smtp: 3 },
  params: { smtp_destination_recipient_limit: 2, smtp_delivery_slot_cost: 2, smtp_minimum_delivery_slots: 1 },
  servers: { '*': { latency: [400, 1_200] } },
  script: [
    { at: 0, command: inject(40) },
    { at: 1_500_000, command: inject(4, 'b.example') },
  ],
});
const END = { step: 1e6 };

describe('on the real simulation', () => {
  test('every step back shows what the way forward showed', async () => {
    const page = await openPage(coreEngine, scenario);
    const seen = [picture(page)];
    while (!page.state.session.idle) {
      await page.api.step('event', 1);
      seen.push(picture(page));
    }
    expect(seen.length).toBeGreaterThan(40);
    for (let i = seen.length - 2; i >= 0; i--) {
      await page.api.step('event', -1);
      expect(picture(page)).toEqual(seen[i]);
    }
  });

  test('a preemption is found and marked, with the numbers of both messages', async () => {
    const page = await openPage(coreEngine, scenario);
    const cursor = await page.api.step('preemption', 1);
    expect(cursor.at).toBeGreaterThanOrEqual(1_500_000);
    const { marks } = await page.api.ask('timeline', 0, cursor.at, 10);
    expect(marks.find((mark) => mark.kind === 'preemption')).toMatchObject({
      number: 2,
      text: '2 preempts 1',
    });
    const candidates = await page.api.ask('candidates', cursor.decision);
    expect(candidates.map((row) => [row.number, row.verdict])).toEqual([
      [1, 'current'],
      [2, 'best'],
    ]);
  });

  test('a command between two steps happens at the instant on the clock', async () => {
    const page = await openPage(coreEngine, scenario);
    await page.api.seek({ at: 777_777 });
    const before = page.state.session.cursor;
    const result = await page.api.command(inject(2, 'c.example'));
    expect(result).toMatchObject({ ok: true, value: { at: 777_777, step: before.step + 1 } });
    expect(page.state.session.messages.get(2)).toMatchObject({ injected: 777_777 });
    const refused = await page.api.command({ kind: 'param.set', name: 'no_such_parameter', value: 1 });
    expect(refused.ok).toBe(false);
    expect(page.state.session.cursor).toMatchObject({ at: 777_777, step: before.step + 1 });
  });

  test('the hash is the same whole, in slices, played, and after save and open', async () => {
    const whole = await openPage(coreEngine, scenario);
    await whole.api.seek(END);
    const hash = await whole.api.ask('hash');
    const sliced = await openPage(coreEngine, scenario, fakeEnv(3));
    await sliced.api.seek(END);
    expect(await sliced.api.ask('hash')).toBe(hash);
    const played = await openPage(coreEngine, scenario);
    await played.api.play(30);
    while (played.state.session.playing) await new Promise((resolve) => setImmediate(resolve));
    expect(await played.api.ask('hash')).toBe(hash);
    const saved = await whole.api.save();
    const again = await openPage(coreEngine, scenario, fakeEnv(), {
      open: [saved.scenario, saved.live, { event: saved.cursor.event }],
    });
    expect(await again.api.ask('hash')).toBe(hash);
  });
});
