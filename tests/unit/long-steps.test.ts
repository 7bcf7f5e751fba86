import { describe, expect, test } from 'vitest';
import { GALLERY, galleryItem } from '../../src/scenes/gallery.ts';
import type { Command } from '../../src/protocol/commands.ts';
import type { Scenario } from '../../src/protocol/scenario.ts';
import { DEFAULT_THREADS } from '../../src/scenario/threads-defaults.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { type FakeEnv, fakeEnv, openPage, type Page, picture, until } from '../fixtures/session-harness.ts';

function scenarioOf(input: object): Scenario {
  const checked = parseScenario({ version: 1, ...input });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return checked.value;
}

const wheel = scenarioOf({
  lab: { kind: 'wheel' },
  script: [
    { at: 1000, command: { kind: 'lab.add', delay: 1000, upTo: 9000, count: 6_000 } },
    { at: 500_000, command: { kind: 'lab.cancel-share', percent: 50 } },
    { at: 600_000, command: { kind: 'lab.jump', ms: 60_000 } },
  ],
});
const designs = scenarioOf({
  lab: { kind: 'designs', stream: { requests: 200, perSecond: 100_000, keys: 5 } },
  script: [
    { at: 100_000, command: { kind: 'lab.add', delay: 500, count: 300 } },
    { at: 200_000, command: { kind: 'lab.cancel-share', percent: 40 } },
  ],
});
/** A scenario with the oldest of the three designs, in which each expired request starts a scan of everything. */
const due = scenarioOf({
  lab: {
    kind: 'designs',
    stream: { requests: 200, perSecond: 100_000, keys: 5 },
    params: { purgeInterval: 100 },
  },
  script: [{ at: 100_000, command: { kind: 'lab.add', delay: 300, count: 500 } }],
});
const many = Array.from({ length: 600 }, (_, i) => ({ destination: `d${i}.example`, count: 4 }));
const threads = scenarioOf({
  agents: { smtp: 3 },
  threads: DEFAULT_THREADS,
  servers: { '*': { latency: 300 } },
  script: [{ at: 0, command: { kind: 'message.inject', to: many } }],
});
const stream = scenarioOf({
  cmgroup: {
    kind: 'stream',
    cpus: 4,
    arrivals: { count: 400, gap: [0, 40] },
    handler: [{ cpu: 20 }, { block: [1, 50] }],
    policy: { workers: 40, cv: 4 },
  },
});
const plain = GALLERY[1]!.scenario;
const balancer = galleryItem('load-balancer')!.scenario;

/** `atOnce`: everything in one slice. `slowly`: each reading of the clock takes 1 ms, so a slice of 2 ms has two parts. */
const atOnce = () => fakeEnv(0);
const slowly = () => Object.assign(fakeEnv(1), { sliceMs: 2 });

describe('a long step yields, and its result is the same', () => {
  test.each([
    ['thousands of timers added, cancelled and run in one', wheel, 61_000_000],
    ['three designs under a burst of requests', designs, 2_000_000],
    ['requests that come due in three designs', due, 600_000],
    ['selections by agents that are threads', threads, 3_000_000],
    ['a stream of threads', stream, 50_000],
  ])('%s', async (_, scenario, until) => {
    const whole = await openPage(anyEngine, scenario, atOnce());
    await whole.api.seek({ at: until });
    const parts = await openPage(anyEngine, scenario, slowly());
    await parts.api.seek({ at: until });
    expect(parts.env.turns).toBeGreaterThan(whole.env.turns + 20);
    expect(await parts.api.ask('hash')).toBe(await whole.api.ask('hash'));
    expect(picture(parts)).toEqual(picture(whole));
    expect((await parts.api.travelMemory()).keyframes).toEqual((await whole.api.travelMemory()).keyframes);
  });

  test('opens another scene within a step, and while a run is made', async () => {
    const page = await openPage(anyEngine, wheel, slowly());
    const seek = page.api.seek({ at: 61_000_000 });
    await Promise.resolve();
    const { turns } = page.env;
    await page.api.open(plain);
    // The answer comes within a few turns of the event loop, so it does not wait for thousands of timers.
    expect(page.env.turns - turns).toBeLessThan(5);
    await seek;
    expect((await page.api.save()).scenario.title).toBe(plain.title);
    const making = page.api.open(designs);
    await page.api.open(plain);
    await making;
    expect((await page.api.save()).scenario.title).toBe(plain.title);
  });

  test('pause and back within a step leave a complete state', async () => {
    const page = await openPage(anyEngine, wheel, slowly());
    await page.api.play(1000);
    await page.env.turn();
    await page.api.pause();
    // The first two commands give one event per timer. Each command must be either complete or not begun.
    expect([0, 6001, 9002]).toContain(page.state.session.cursor.event);
    const again = page.api.seek({ at: 61_000_000 });
    await page.env.turn();
    await page.api.seek({ at: 0 });
    await again;
    expect(page.state.session.cursor).toMatchObject({ step: 0, event: 0 });
    await page.api.seek({ at: 61_000_000 });
    const whole = await openPage(anyEngine, wheel, atOnce());
    await whole.api.seek({ at: 61_000_000 });
    expect(await page.api.ask('hash')).toBe(await whole.api.ask('hash'));
  });

  test('keeps playing when short steps come before a long one', async () => {
    const page = await openPage(anyEngine, balancer, Object.assign(fakeEnv(1), { sliceMs: 11 }));
    await page.api.play(862);
    const instants: number[] = [];
    await until(() => {
      instants.push(page.state.session.cursor.at);
      return !page.state.session.playing;
    });
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    const { step } = page.state.session.cursor;
    const straight = await openPage(anyEngine, balancer, atOnce());
    await straight.api.seek({ step });
    expect(await page.api.ask('hash')).toBe(await straight.api.ask('hash'));
    expect(step).toBe(straight.state.session.head.step);
  });

  test('a live command of thousands of recipients yields, forks and can be left', async () => {
    const command: Command = { kind: 'message.inject', to: many };
    const given = async (env: FakeEnv): Promise<Page> => {
      const page = await openPage(anyEngine, plain, env);
      await page.api.seek({ at: 3_000_000 });
      await page.api.seek({ at: 1_000_000 });
      const before = env.turns;
      expect(await page.api.command(command)).toMatchObject({ ok: true });
      expect(env.turns - before).toBeGreaterThanOrEqual(env.perLook * 5);
      await page.api.seek({ at: 4_000_000 });
      return page;
    };
    const [whole, parts] = [await given(atOnce()), await given(slowly())];
    expect(await parts.api.ask('hash')).toBe(await whole.api.ask('hash'));
    expect(picture(parts)).toEqual(picture(whole));
    expect((await parts.api.save()).branch).toBe(2);
    // A refused command must leave no branch, and opening another scene must not wait for an accepted command.
    expect(await parts.api.command({ ...command, number: 1 } as Command)).toMatchObject({ ok: false });
    const giving = parts.api.command(command);
    await parts.api.open(wheel);
    await giving;
    expect((await parts.api.save()).scenario.kind).toBe('timer-lab');
  });

  test('answers a question after the step in which it comes', async () => {
    const page = await openPage(anyEngine, wheel, slowly());
    const seek = page.api.seek({ at: 2000 });
    const { turns } = page.env;
    await page.api.ask('memory');
    expect(page.env.turns).toBeGreaterThan(turns);
    await seek;
    expect(page.state.session.cursor.event).toBe(6001);
  });
});
