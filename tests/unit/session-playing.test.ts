import { describe, expect, test } from 'vitest';
import type { DecisionRecord } from '../../src/protocol/decisions.ts';
import type { Frame } from '../../src/protocol/frame.ts';
import { galleryItem } from '../../src/scenes/gallery.ts';
import { anyEngine } from '../../src/worker/kinds/any-engine.ts';
import { fakeEngine } from '../fixtures/fake-simulation.ts';
import { inject, openFake, openPage, picture, twoMessages, until } from '../fixtures/session-harness.ts';

const preempts = (record: DecisionRecord | null): boolean =>
  record?.decision.rule === 'selection' && record.decision.preemption?.outcome === 'preempted';

const END = { step: 100_000 };

describe('playing', () => {
  test('simulated time follows the clock, also between steps, and stops at the end', async () => {
    const page = await openFake();
    await page.api.play(1);
    await until(() => page.state.session.cursor.at > 1_000_000);
    const instants = page.frames.filter((frame) => frame.playing).map((frame) => frame.cursor.at);
    expect(new Set(instants).size).toBeGreaterThan(50);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    await until(() => !page.state.session.playing);
    expect(page.state.session.idle).toBe(true);

    const straight = await openFake();
    await straight.api.seek(END);
    expect(picture(page)).toEqual({ ...(picture(straight) as object), cursor: page.state.session.cursor });
    expect(await page.api.ask('hash')).toBe(await straight.api.ask('hash'));
  });

  test('the clock stands still while it is held, and then goes on from there', async () => {
    const page = await openFake();
    await page.api.play(1);
    await until(() => page.state.session.cursor.at > 500_000);
    const from = page.env.clock;
    await page.api.holdClock(3000);
    const { at } = page.state.session.cursor;
    await until(() => page.state.session.cursor.at > at);
    expect(page.env.clock - from).toBeGreaterThanOrEqual(3000);
    expect(page.state.session.cursor.at - at).toBeLessThan(100_000);
    expect(page.state.session.playing).toBe(true);
  });

  test('the clock stops at each preemption for a moment, also in a known part of the run', async () => {
    const { scenario } = galleryItem('first-letter') ?? {};
    if (scenario === undefined) throw new Error('no scene');
    const page = await openPage(anyEngine, { ...scenario, view: { transport: 'smtp' } });
    for (let round = 0; round < 2; round += 1) {
      await page.api.seek({ at: 1_500_000 });
      page.frames.length = 0;
      await page.api.play(1);
      await until(() => page.state.session.cursor.at > 2_200_000);
      await page.api.pause();
      const stopped = page.frames.find(({ decision }) => preempts(decision));
      expect(stopped?.cursor).toMatchObject({ at: 1_951_217, decision: 9 });
      const next = page.frames[page.frames.indexOf(stopped as Frame) + 1];
      expect(next?.cursor.at).toBeLessThan(2_000_000);
    }
    await page.api.seek({ at: 1_500_000 });
    page.frames.length = 0;
    await page.api.play(100);
    await until(() => !page.state.session.playing);
    expect(page.frames.some(({ decision }) => preempts(decision))).toBe(false);
  });

  test('pause stops the clock between two steps, and a command there happens then', async () => {
    const page = await openFake();
    await page.api.play(1);
    await until(() => page.state.session.cursor.at > 500_000);
    await page.api.pause();
    const { cursor } = page.state.session;
    expect(page.state.session.playing).toBe(false);
    const result = await page.api.command(inject(1));
    expect(result).toMatchObject({ ok: true, value: { at: cursor.at, step: cursor.step + 1 } });
  });

  test('as fast as possible is faster than any other speed', async () => {
    const page = await openFake();
    await page.api.play(Number.POSITIVE_INFINITY);
    await until(() => !page.state.session.playing);
    expect(page.state.session.idle).toBe(true);
    // Ten seconds of the run need only a few readings of the clock. In real time they would need hundreds.
    expect(page.frames.filter((frame) => frame.playing).length).toBeLessThan(20);
  });

  test.each([1, Number.POSITIVE_INFINITY])(
    'repeated mail comes on time at speed %d, and playing does not end',
    async (speed) => {
      const page = await openFake();
      await page.api.play(speed, 'time', { command: inject(1), every: 2_000_000 });
      await until(() => page.state.session.cursor.at > 60_000_000);
      expect(page.state.session).toMatchObject({ playing: true, idle: false });
      await page.api.pause();
      const { live, branch, cursor } = await page.api.save();
      expect(live.length).toBeGreaterThanOrEqual(30);
      expect(live.map(({ at }) => at)).toEqual(live.map((_, i) => (i + 1) * 2_000_000));
      expect(branch).toBe(1);
      // The saved run is an ordinary run: another session can open it with the commands that were given.
      const again = await openPage(fakeEngine, twoMessages());
      await again.api.open(twoMessages(), live, { event: cursor.event });
      expect(await again.api.ask('hash')).toBe(await page.api.ask('hash'));
    },
  );

  test('repeated mail starts after known events, and without it playing ends', async () => {
    const page = await openFake();
    await page.api.seek(END);
    const { at } = page.state.session.cursor;
    await page.api.seek({ step: 0 });
    await page.api.play(Number.POSITIVE_INFINITY, 'time', { command: inject(1), every: 2_000_000 });
    await until(() => page.state.session.cursor.at > at + 300_000_000);
    await page.api.play(Number.POSITIVE_INFINITY);
    await until(() => !page.state.session.playing);
    const { live } = await page.api.save();
    expect(live.length).toBeGreaterThan(100);
    expect(live[0]!.at).toBeGreaterThanOrEqual(at);
  });

  test('the scenario says where playing pauses, and playing again continues', async () => {
    const scenario = { ...twoMessages(), view: { transport: 'smtp', pauseAt: 2_000_000 } };
    const page = await openPage(fakeEngine, scenario);
    await page.api.play(1);
    await until(() => !page.state.session.playing);
    expect(page.state.session.cursor.at).toBe(2_000_000);
    expect(page.state.session.messages.size).toBe(2);
    await page.api.play(1);
    await until(() => !page.state.session.playing);
    expect(page.state.session.idle).toBe(true);
  });

  test('one frame is in flight, and a busy page gets the latest state', async () => {
    const page = await openFake();
    let inFlight = 0;
    let most = 0;
    const steps: number[] = [];
    await page.api.subscribe({ transport: 'smtp', selected: 0, deliveries: 50 }, async (frame) => {
      most = Math.max(most, ++inFlight);
      steps.push(frame.cursor.step);
      for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
      inFlight--;
    });
    const cursors = await Promise.all([1, 2, 3, 4, 5].map(() => page.api.step('event', 1)));
    expect(most).toBe(1);
    expect(cursors.at(-1)?.step).toBe(5);
    expect(steps.at(-1)).toBe(5);
    expect(steps.length).toBeLessThan(6);
  });

  test('step by step it makes two steps a second, and stops at the end', async () => {
    const page = await openFake();
    const steps: number[] = [];
    await page.api.play(1, 'step');
    await until(() => !page.state.session.playing);
    for (const frame of page.frames) if (frame.cursor.step !== steps.at(-1)) steps.push(frame.cursor.step);
    const { head } = page.state.session;
    const decisions = await page.api.ask('decisions', 1, head.decision);
    expect(steps).toEqual([0, ...decisions.map((record) => record.step), head.step]);
    expect(page.env.clock).toBeGreaterThanOrEqual(500 * decisions.length);
  });

  test('step by step it also pauses where the scenario says', async () => {
    const paused = { ...twoMessages(), view: { transport: 'smtp', pauseAt: 2_000_000 } };
    const page = await openPage(fakeEngine, paused);
    await page.api.play(1, 'step');
    await until(() => !page.state.session.playing);
    expect(page.state.session.cursor.at).toBe(2_000_000);
  });

  test('step by step it stops at a breakpoint on the way, as playing in time does', async () => {
    const places: number[] = [];
    for (const by of ['time', 'step'] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const page = await openFake();
      // oxlint-disable-next-line no-await-in-loop
      await page.api.setBreakpoints([{ event: { kinds: ['message.done'], message: 0, destination: '' } }]);
      // oxlint-disable-next-line no-await-in-loop
      await page.api.play(1, by);
      // oxlint-disable-next-line no-await-in-loop
      await until(() => !page.state.session.playing);
      places.push(page.state.session.cursor.step);
      expect(page.state.session.idle).toBe(false);
    }
    expect(places[0]).toBe(places[1]);
  });

  test.each(['one-over-the-limit', 'wheel-cancel'])(
    'step by step it shows pictures where a run has no decisions: %s',
    async (id) => {
      const item = galleryItem(id);
      if (item === undefined) throw new Error(`no scene ${id}`);
      const page = await openPage(anyEngine, item.scenario);
      await page.api.play(1, 'step');
      await until(() => !page.state.session.playing);
      const instants = new Set(page.frames.map((frame) => frame.cursor.at));
      expect(instants.size).toBeGreaterThan(2);
      expect(page.env.clock).toBeGreaterThanOrEqual(500);
    },
  );

  test('starts at the cursor and replays known steps', async () => {
    const page = await openFake();
    await page.api.seek(END);
    const hash = await page.api.ask('hash');
    const { head } = page.state.session;
    await page.api.seek({ step: 4 });
    await page.api.play(10);
    await until(() => !page.state.session.playing);
    expect(page.state.session.cursor).toEqual(head);
    expect(await page.api.ask('hash')).toBe(hash);
  });
});

describe('slices', () => {
  test('slicing changes nothing', async () => {
    const whole = await openFake();
    await whole.api.seek(END);
    const sliced = await openFake({}, 3);
    await sliced.api.seek(END);
    expect(sliced.env.turns).toBeGreaterThan(5);
    expect(picture(sliced)).toEqual(picture(whole));
    expect(await sliced.api.ask('hash')).toBe(await whole.api.ask('hash'));
  });

  test('the newest request wins, and all of them settle', async () => {
    const page = await openFake({}, 3);
    const first = page.api.seek(END);
    const second = page.api.seek({ step: 7 });
    const third = page.api.seek({ step: 3 });
    const cursors = await Promise.all([first, second, third]);
    expect(page.state.session.cursor.step).toBe(3);
    expect(cursors.at(-1)?.step).toBe(3);
  });

  test('a step and play during a command begin where it was done', async () => {
    const page = await openFake({}, 3);
    await page.api.seek(END);
    const far = page.api.seek({ step: 7 });
    const command = page.api.command(inject(1));
    const step = page.api.step('event', -1);
    const [, done, cursor] = await Promise.all([far, command, step]);
    expect(done).toMatchObject({ ok: true, value: { step: 8 } });
    expect(cursor.step).toBe(7);
    const again = page.api.seek({ step: 5 });
    const another = page.api.command(inject(1));
    const play = page.api.play(Number.POSITIVE_INFINITY);
    await Promise.all([again, another, play]);
    await until(() => !page.state.session.playing);
    expect(page.state.session.idle).toBe(true);
    expect(page.state.session.cursor.step).toBe(page.state.session.head.step);
  });

  test('two commands in a row follow each other on one branch', async () => {
    const page = await openFake({}, 3);
    await page.api.seek(END);
    const far = page.api.seek({ step: 7 });
    const both = [page.api.command(inject(1)), page.api.command(inject(1))];
    await far;
    const [first, second] = await Promise.all(both);
    expect(first).toMatchObject({ ok: true, value: { step: 8 } });
    expect(second).toMatchObject({ ok: true, value: { step: 9 } });
    expect((await page.api.save()).live).toHaveLength(2);
  });

  test('a pause while playing is still fetched is a pause', async () => {
    const page = await openFake();
    const play = page.api.play(1);
    await Promise.all([play, page.api.pause()]);
    expect(page.state.session.playing).toBe(false);
    expect(page.state.session.cursor.at).toBe(0);
  });

  test('a seek during a command ends where it asked, with the command done', async () => {
    const page = await openFake({}, 3);
    await page.api.seek(END);
    const far = page.api.seek({ step: 7 });
    const command = page.api.command(inject(1));
    const seek = page.api.seek({ step: 3 });
    const [, done, cursor] = await Promise.all([far, command, seek]);
    expect(done.ok).toBe(true);
    expect(cursor.step).toBe(3);
    expect(page.state.session.cursor.step).toBe(3);
    expect(page.state.session.head.step).toBeGreaterThan(3);
  });

  test('quick steps back during a long replay all count', async () => {
    const page = await openFake({}, 3);
    await page.api.seek(END);
    const { head } = page.state.session;
    const steps = [1, 2, 3, 4].map(() => page.api.step('event', -1));
    await Promise.all(steps);
    expect(page.state.session.cursor.step).toBe(head.step - 4);
  });

  test('pause interrupts a long simulation where it is', async () => {
    const page = await openFake({}, 3);
    const seek = page.api.seek(END);
    await page.api.pause();
    await seek;
    expect(page.state.session.idle).toBe(false);
    expect(page.state.session.cursor.step).toBeLessThan(20);
  });
});
