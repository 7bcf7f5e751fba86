import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { mayOpen, onHeavyAsked, type HeavyQuestion } from '../../src/panels/kit/asked-heavy.ts';
import { estimateRun, isHeavy } from '../../src/scenario/estimate.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { KEYFRAME_LIMITS } from '../../src/worker/track/keyframes.ts';
import { fakeEnv, openPage, picture } from '../fixtures/session-harness.ts';

function scenarioOf(input: object): Scenario {
  const checked = parseScenario({ version: 1, ...input });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked.value;
}

const mail = (messages: number, to: (i: number) => object[]): Scenario =>
  scenarioOf({
    title: 'Mail',
    script: Array.from({ length: messages }, (_, i) => ({
      at: i * 10_000,
      command: { kind: 'message.inject', to: to(i) },
    })),
  });
const small = mail(400, (i) => [{ destination: `d${i % 20}.example`, count: 3 }]);
const wide = mail(1, () =>
  Array.from({ length: 1500 }, (_, i) => ({ destination: `d${i}.example`, count: 1 })),
);
const wheel = scenarioOf({
  lab: { kind: 'wheel' },
  script: [{ at: 1000, command: { kind: 'lab.add', delay: 1000, upTo: 90_000, count: 5000 } }],
});
const stream = scenarioOf({
  cmgroup: {
    kind: 'stream',
    cpus: 4,
    arrivals: { count: 1000, gap: [0, 40] },
    handler: [{ cpu: 20 }, { block: [1, 50] }],
    policy: { workers: 40, cv: 4 },
  },
});

describe('resources a run will need', () => {
  test.each([
    ['many messages', small],
    ['many destinations', wide],
    ['a wheel of timers', wheel],
    ['a stream of threads', stream],
  ])('%s: its number of events is estimated within a factor of two', (_, scenario) => {
    const run = anyEngine.create(scenario, { event: () => undefined, decision: () => undefined });
    while (anyEngine.stepOnce(run));
    const { event } = anyEngine.position(run);
    const { events } = estimateRun(scenario);
    expect(events).toBeGreaterThan(event / 2);
    expect(events).toBeLessThan(event * 2);
  });

  test('live commands count like the script', () => {
    const { command } = small.script[0]!;
    const live = Array.from({ length: 400 }, (_, i) => ({ step: i, at: i, seq: i + 1, command }));
    expect(estimateRun(small, live).events).toBeGreaterThan(estimateRun(small).events * 1.9);
  });

  test('only a large run asks, and only when a reader is there to answer', async () => {
    const large = mail(1, () => [{ destination: 'x.example', count: 1_000_000 }]);
    const script = Array.from({ length: 8 }, () => large.script[0]!);
    const huge = { ...large, script } as Scenario;
    expect(isHeavy(estimateRun(huge))).toBe(true);
    expect(await mayOpen(huge)).toBe(true);
    const asked: HeavyQuestion[] = [];
    const end = onHeavyAsked((question) => {
      asked.push(question);
      question.answer(false);
    });
    expect(await mayOpen(small)).toBe(true);
    expect(asked).toEqual([]);
    expect(await mayOpen(huge)).toBe(false);
    expect(asked[0]).toMatchObject({ title: 'Mail', estimate: estimateRun(huge) });
    end();
  });
});

describe('the memory of a run', () => {
  const limited = (runBytes: number) =>
    Object.assign(fakeEnv(), { keyframes: { ...KEYFRAME_LIMITS, stepsMax: 40, runBytes } });

  test('stops with a sentence when it is used up, keeping everything so far', async () => {
    const page = await openPage(anyEngine, small, limited(800_000));
    await page.api.seek({ at: 60_000_000 });
    expect(page.notices.map(({ kind }) => kind)).toEqual(['full']);
    expect(page.notices[0]?.text).toContain('512 MB');
    const { step } = page.state.session.cursor;
    expect(step).toBeGreaterThan(200);
    expect(page.state.session.idle).toBe(false);
    const there = picture(page);
    const other = await openPage(anyEngine, small);
    await other.api.seek({ step });
    expect(there).toEqual(picture(other));
    expect(await page.api.ask('hash')).toBe(await other.api.ask('hash'));
    await page.api.seek({ step: 10 });
    expect(page.state.session.cursor.step).toBe(10);
    await page.api.seek({ step });
    expect(picture(page)).toEqual(there);
    expect((await page.api.save()).cursor.step).toBe(step);
    // Playing repeats the message instead of stopping silently.
    await page.api.play(Number.POSITIVE_INFINITY);
    for (let turns = 0; turns < 200 && page.state.session.playing; turns++) await page.env.turn();
    await page.api.pause();
    expect(page.notices.map(({ kind }) => kind)).toEqual(['full', 'full']);
    expect(page.state.session.cursor.step).toBe(step);
  });

  test('does not keep another scene from opening', async () => {
    const page = await openPage(anyEngine, small, limited(200_000));
    await page.api.seek({ at: 60_000_000 });
    const one = mail(1, () => [{ destination: 'x.example', count: 3 }]);
    await page.api.open(one);
    await page.api.seek({ at: 1_000_000 });
    expect(page.state.session.cursor).toMatchObject({ at: 100_000, step: 3 });
  });
});
