import { describe, expect, test } from 'vitest';
import { fakeEngine } from '../fixtures/fake-simulation.ts';
import { fakeEnv, inject, openPage, type Page, picture, twoMessages } from '../fixtures/session-harness.ts';

const END = { step: 100_000 };

async function open(options: Parameters<typeof openPage>[3] = {}, perLook = 0): Promise<Page> {
  return openPage(fakeEngine, twoMessages(), fakeEnv(perLook), options);
}

describe('going to a place', () => {
  test('a run opens paused before its first step', async () => {
    const page = await open();
    expect(page.state.session).toMatchObject({
      status: 'ready',
      cursor: { at: 0, step: 0, event: 0, decision: 0 },
      playing: false,
      idle: false,
      motion: 'none',
    });
    expect(page.frames).toHaveLength(1);
    expect(page.frames[0]?.base).toBeNull();
  });

  test('n steps back and n forward show the same picture at every step', async () => {
    const page = await open();
    const seen: unknown[] = [picture(page)];
    for (let i = 0; i < 20; i++) {
      await page.api.step('event', 1);
      seen.push(picture(page));
    }
    for (let i = 19; i >= 0; i--) {
      await page.api.step('event', -1);
      expect(picture(page)).toEqual(seen[i]);
      expect(page.state.session.motion).toBe('back');
    }
    for (let i = 1; i <= 20; i++) {
      await page.api.step('event', 1);
      expect(picture(page)).toEqual(seen[i]);
      expect(page.state.session.motion).toBe('forward');
    }
  });

  test('a step back at the start stays there, without motion', async () => {
    const page = await open();
    const cursor = await page.api.step('event', -1);
    expect(cursor.step).toBe(0);
    expect(page.state.session.motion).toBe('none');
  });

  test('a seek shows what a straight run shows', async () => {
    const straight = await open();
    for (let i = 0; i < 13; i++) await straight.api.step('event', 1);
    const page = await open();
    await page.api.seek(END);
    await page.api.seek({ step: 13 });
    expect(picture(page)).toEqual(picture(straight));
    expect(page.state.session.motion).toBe('jump');
  });

  test('a seek by event lands on the first step that contains it', async () => {
    const page = await open();
    await page.api.seek(END);
    const { head } = page.state.session;
    for (let event = 1; event <= head.event; event++) {
      const cursor = await page.api.seek({ event });
      expect(cursor.event).toBeGreaterThanOrEqual(event);
      const before = await page.api.step('event', -1);
      expect(before.event).toBeLessThan(event);
    }
  });

  test('a seek to an instant shows that instant after its last step', async () => {
    const page = await open();
    const cursor = await page.api.seek({ at: 1_999_999 });
    expect(cursor.at).toBe(1_999_999);
    expect(page.state.session.messages.size).toBe(1);
    await page.api.seek({ at: 2_000_000 });
    expect(page.state.session.messages.size).toBe(2);
    const again = await page.api.seek({ at: 1_999_999 });
    expect(again).toEqual(cursor);
  });

  test('a seek past the end stops at the end and says so', async () => {
    const page = await open();
    const cursor = await page.api.seek({ event: 900 });
    expect(page.state.session.idle).toBe(true);
    expect(cursor.event).toBeLessThan(900);
    expect(page.notices).toEqual([
      { kind: 'clamped', text: `There is no event 900: the run ends at event ${cursor.event}.` },
    ]);
  });

  test.each([-1, 2.5, Number.NaN, Number.NEGATIVE_INFINITY])(
    'a seek to step %s goes to the nearest',
    async (step) => {
      const page = await open();
      const cursor = await page.api.seek({ step });
      expect(cursor.step).toBe(step === 2.5 ? 2 : 0);
      expect(page.notices[0]?.kind).toBe('clamped');
    },
  );
});

describe('units of a step', () => {
  test.each(['decision', 'delivery', 'preemption'] as const)(
    '%s stops at each of its kind, both ways',
    async (unit) => {
      const page = await open();
      const kinds = { decision: null, delivery: 'delivery.ended', preemption: 'job.preempted' } as const;
      const kind = kinds[unit];
      await page.api.seek(END);
      const { head } = page.state.session;
      const expected =
        kind === null
          ? (await page.api.decisions(1, head.decision)).map((record) => record.step)
          : (await page.api.events(1, head.event, [kind])).map((record) => record.step);
      expect(expected.length).toBeGreaterThan(1);

      const fresh = await open();
      const forward: number[] = [];
      for (const _ of expected) forward.push((await fresh.api.step(unit, 1)).step);
      expect(forward).toEqual(expected);
      const back: number[] = [];
      for (const _ of expected.slice(1)) back.push((await fresh.api.step(unit, -1)).step);
      expect(back).toEqual(expected.slice(0, -1).toReversed());
    },
  );

  test('second goes from one whole second to the next, also where nothing happens', async () => {
    const page = await open();
    await page.api.seek({ at: 1_300_000 });
    expect((await page.api.step('second', 1)).at).toBe(2_000_000);
    expect((await page.api.step('second', 1)).at).toBe(3_000_000);
    expect((await page.api.step('second', -1)).at).toBe(2_000_000);
    await page.api.seek({ at: 1_300_000 });
    expect((await page.api.step('second', -1)).at).toBe(1_000_000);
  });

  test('without an earlier preemption a step back stays; without an earlier decision it goes to the start', async () => {
    const page = await open();
    await page.api.step('event', 1);
    expect((await page.api.step('preemption', -1)).step).toBe(1);
    expect((await page.api.step('decision', -1)).step).toBe(0);
  });
});

describe('commands and branches', () => {
  test('at the head a command continues the branch', async () => {
    const page = await open();
    const end = await page.api.seek(END);
    const result = await page.api.command(inject(2));
    expect(result).toMatchObject({ ok: true, value: { step: end.step + 1 } });
    expect(page.state.session).toMatchObject({ branch: 1, idle: false });
    expect(page.state.session.messages.size).toBe(3);
  });

  test('in the past it forks, and the old branch is as it was', async () => {
    const page = await open();
    await page.api.seek(END);
    const old = picture(page);
    await page.api.seek({ step: 9 });
    const before = picture(page);
    await page.api.command({ kind: 'agents.set', transport: 'smtp', limit: 1 });
    expect(page.state.session.branch).toBe(2);
    await page.api.seek(END);
    expect(picture(page)).not.toEqual(old);

    await page.api.seek({ step: 9 });
    expect(picture(page)).toEqual(before);
    await page.api.switchBranch(1);
    await page.api.seek({ step: page.state.session.head.step });
    expect(picture(page)).toEqual(old);
    const { branches } = await page.api.timeline(0, 10_000_000, 10);
    expect(branches.map(({ id, name, current }) => ({ id, name, current }))).toEqual([
      { id: 1, name: 'main', current: true },
      { id: 2, name: 'smtp 1 agents', current: false },
    ]);
  });

  test('a refused command changes nothing and makes no branch', async () => {
    const page = await open();
    await page.api.seek(END);
    await page.api.seek({ step: 9 });
    const before = picture(page);
    const result = await page.api.command({ kind: 'agents.set', transport: 'smtp', limit: 99 });
    expect(result).toEqual({ ok: false, errors: [{ field: 'limit', value: '99', accepted: 'at most 50' }] });
    const badForm = await page.api.command({ kind: 'agents.set', transport: 'smtp', limit: -1 });
    expect(badForm.ok).toBe(false);
    expect(picture(page)).toEqual(before);
    expect((await page.api.timeline(0, 1, 1)).branches).toHaveLength(1);
  });

  test('switching to a branch keeps the instant, or goes to its end', async () => {
    const page = await open();
    await page.api.seek(END);
    await page.api.seek({ at: 1_500_000 });
    await page.api.command({ kind: 'queue.flush' });
    await page.api.switchBranch(1);
    await page.api.seek({ step: page.state.session.head.step });
    const result = await page.api.switchBranch(2);
    expect(result).toMatchObject({ ok: true, value: { at: 1_500_000 } });
    expect(await page.api.switchBranch(3)).toEqual({
      ok: false,
      errors: [{ field: 'branch', value: '3', accepted: 'a branch from 1 to 2' }],
    });
  });

  test('a saved run opens again at the same event with the same picture, commands after it included', async () => {
    const page = await open();
    await page.api.seek({ step: 9 });
    await page.api.command(inject(2));
    await page.api.seek({ step: 14 });
    await page.api.command({ kind: 'server.set', server: '*', behaviour: { latency: 300 } });
    await page.api.seek(END);
    const end = picture(page);
    const endHash = await page.api.hash();
    await page.api.seek({ step: 12 });
    const saved = structuredClone(await page.api.save());
    const hash = await page.api.hash();
    expect(saved.live).toHaveLength(2);

    const again = await open({ open: [saved.scenario, saved.live, { event: saved.cursor.event }] });
    expect(again.state.session.cursor.event).toBe(saved.cursor.event);
    expect(await again.api.hash()).toBe(hash);
    await again.api.seek(END);
    expect(picture(again)).toEqual(end);
    expect(await again.api.hash()).toBe(endHash);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(hash).not.toBe(endHash);
  });

  test('a command before one that is still to come forks, so that the saved one is not lost', async () => {
    const live = [{ step: 20, at: 4_000_000, seq: 1, command: inject(1) }];
    const page = await open({ open: [twoMessages(), live] });
    await page.api.seek({ step: 5 });
    await page.api.command(inject(2));
    expect(page.state.session.branch).toBe(2);
    await page.api.switchBranch(1);
    await page.api.seek(END);
    expect((await page.api.save()).live).toEqual(live);
  });

  test('a command of a link that does not apply any more is left out with a notice', async () => {
    const live = [
      { step: 3, at: 0, seq: 1, command: { kind: 'agents.set', transport: 'smtp', limit: 99 } as const },
      { step: 9, at: 0, seq: 2, command: inject(1) },
    ];
    const page = await open({ open: [twoMessages(), live, { event: 8 }] });
    expect(page.notices[0]).toMatchObject({ kind: 'refused' });
    expect((await page.api.save()).live).toEqual([]);
  });
});

describe('opening', () => {
  test('a place that does not exist becomes the end, with a notice', async () => {
    const page = await open({ open: [twoMessages(), [], { event: 5_000 }] });
    expect(page.state.session.idle).toBe(true);
    expect(page.notices[0]?.kind).toBe('clamped');
    expect(page.frames).toHaveLength(1);
  });

  test('a refused scenario leaves the open one as it is', async () => {
    const page = await open();
    await page.api.seek({ step: 7 });
    const before = picture(page);
    const bad = { ...twoMessages(), seed: -1 };
    const result = await page.api.open(bad);
    expect(result).toMatchObject({ ok: false, errors: [{ field: 'seed' }] });
    await page.api.setView({ transport: 'smtp', selected: 0, deliveries: 50 });
    expect(picture(page)).toEqual(before);
  });

  test('opening another scenario is another run, sent whole', async () => {
    const page = await open();
    await page.api.seek(END);
    await page.api.open(twoMessages(8));
    expect(page.frames.at(-1)).toMatchObject({ run: 2, base: null, cursor: { step: 0 } });
    expect(page.state.session.messages.size).toBe(0);
  });
});

describe('what goes wrong', () => {
  const breaking = { kind: 'param.set', name: 'smtp_delivery_slot_loan', value: 13 } as const;

  test('a broken rule stops the run before the step, with a notice, and the past stays open', async () => {
    const page = await open();
    await page.api.seek({ step: 6 });
    await page.api.command(breaking);
    const cursor = await page.api.seek(END);
    expect(page.notices[0]).toMatchObject({ kind: 'invariant' });
    expect(page.notices[0]?.text).toContain('the fuse has blown');
    expect(page.state.session).toMatchObject({ idle: true, playing: false });
    const there = picture(page);
    await page.api.step('event', -1);
    const back = await page.api.step('event', 1);
    expect(back.step).toBe(cursor.step);
    expect(picture(page)).toEqual(there);
  });

  test('a command mends it', async () => {
    const page = await open();
    await page.api.seek({ step: 6 });
    await page.api.command(breaking);
    await page.api.seek(END);
    const result = await page.api.command({ ...breaking, value: 3 });
    expect(result.ok).toBe(true);
    const end = await page.api.seek(END);
    expect(page.state.session.messages.size).toBe(2);
    expect(end.at).toBeGreaterThan(3_000_000);
  });

  test('playing into it stops with a notice and no rejection', async () => {
    const page = await open();
    await page.api.seek({ step: 6 });
    await page.api.command(breaking);
    await page.api.play(50);
    await until(() => !page.state.session.playing);
    expect(page.notices[0]?.kind).toBe('invariant');
  });

  test('a page that fails to take a frame gets a full one', async () => {
    const page = await open();
    const frames: (number | null)[] = [];
    let fail = false;
    await page.api.subscribe({ transport: 'smtp', selected: 0, deliveries: 50 }, (frame) => {
      frames.push(frame.base);
      if (fail) {
        fail = false;
        throw new Error('lost');
      }
    });
    await page.api.step('event', 1);
    await page.api.step('event', 1);
    fail = true;
    await page.api.step('event', 1);
    await page.api.step('event', 1);
    expect(frames[0]).toBeNull();
    expect(frames.filter((base) => base === null).length).toBeGreaterThanOrEqual(2);
  });
});

describe('playing', () => {
  test('simulated time follows the clock, also between steps, and stops when nothing is left', async () => {
    const page = await open();
    await page.api.play(1);
    await until(() => page.state.session.cursor.at > 1_000_000);
    const instants = page.frames.filter((frame) => frame.playing).map((frame) => frame.cursor.at);
    expect(new Set(instants).size).toBeGreaterThan(50);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    await until(() => !page.state.session.playing);
    expect(page.state.session.idle).toBe(true);

    const straight = await open();
    await straight.api.seek(END);
    expect(picture(page)).toEqual({ ...(picture(straight) as object), cursor: page.state.session.cursor });
    expect(await page.api.hash()).toBe(await straight.api.hash());
  });

  test('pause stops the clock between two steps; a command there happens at that instant', async () => {
    const page = await open();
    await page.api.play(1);
    await until(() => page.state.session.cursor.at > 500_000);
    await page.api.pause();
    const { cursor } = page.state.session;
    expect(page.state.session.playing).toBe(false);
    const result = await page.api.command(inject(1));
    expect(result).toMatchObject({ ok: true, value: { at: cursor.at, step: cursor.step + 1 } });
  });

  test('the scenario says where playing pauses; playing again goes on', async () => {
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
    const page = await open();
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

  test('by decision it goes from one to the next, two a second, and stops at the end', async () => {
    const page = await open();
    const steps: number[] = [];
    await page.api.play(1, 'decision');
    await until(() => !page.state.session.playing);
    for (const frame of page.frames) if (frame.cursor.step !== steps.at(-1)) steps.push(frame.cursor.step);
    const { head } = page.state.session;
    const decisions = await page.api.decisions(1, head.decision);
    expect(steps).toEqual([0, ...decisions.map((record) => record.step), head.step]);
    expect(page.env.clock).toBeGreaterThanOrEqual(500 * decisions.length);
  });

  test('by decision it also pauses where the scenario says', async () => {
    const paused = { ...twoMessages(), view: { transport: 'smtp', pauseAt: 2_000_000 } };
    const page = await openPage(fakeEngine, paused);
    await page.api.play(1, 'decision');
    await until(() => !page.state.session.playing);
    expect(page.state.session.cursor.at).toBe(2_000_000);
  });

  test('it starts at the cursor and replays what is known', async () => {
    const page = await open();
    await page.api.seek(END);
    const hash = await page.api.hash();
    const { head } = page.state.session;
    await page.api.seek({ step: 4 });
    await page.api.play(10);
    await until(() => !page.state.session.playing);
    expect(page.state.session.cursor).toEqual(head);
    expect(await page.api.hash()).toBe(hash);
  });
});

describe('slices', () => {
  test('slicing changes nothing', async () => {
    const whole = await open();
    await whole.api.seek(END);
    const sliced = await open({}, 3);
    await sliced.api.seek(END);
    expect(sliced.env.turns).toBeGreaterThan(5);
    expect(picture(sliced)).toEqual(picture(whole));
    expect(await sliced.api.hash()).toBe(await whole.api.hash());
  });

  test('the newest request wins, and all of them settle', async () => {
    const page = await open({}, 3);
    const first = page.api.seek(END);
    const second = page.api.seek({ step: 7 });
    const third = page.api.seek({ step: 3 });
    const cursors = await Promise.all([first, second, third]);
    expect(page.state.session.cursor.step).toBe(3);
    expect(cursors.at(-1)?.step).toBe(3);
  });

  test('quick steps back during a long replay all count', async () => {
    const page = await open({}, 3);
    await page.api.seek(END);
    const { head } = page.state.session;
    const steps = [1, 2, 3, 4].map(() => page.api.step('event', -1));
    await Promise.all(steps);
    expect(page.state.session.cursor.step).toBe(head.step - 4);
  });

  test('pause interrupts a long simulation where it is', async () => {
    const page = await open({}, 3);
    const seek = page.api.seek(END);
    await page.api.pause();
    await seek;
    expect(page.state.session.idle).toBe(false);
    expect(page.state.session.cursor.step).toBeLessThan(20);
  });
});

describe('questions', () => {
  test('candidates come from the state before the decision and leave the cursor alone', async () => {
    const page = await open();
    await page.api.seek(END);
    const before = picture(page);
    const candidates = await page.api.candidates(1);
    expect(candidates).toMatchObject([{ number: 1, entries: 6 }]);
    expect(await page.api.candidates(999)).toEqual([]);
    await page.api.setView({ transport: 'smtp', selected: 0, deliveries: 50 });
    expect(picture(page)).toEqual(before);
  });

  test('the timeline counts every selection once and marks what happened', async () => {
    const page = await open();
    await page.api.seek(END);
    const { head } = page.state.session;
    for (const parts of [1, 7, 100]) {
      const { counts } = await page.api.timeline(0, head.at, parts);
      expect(counts).toHaveLength(parts);
      expect(counts.reduce((sum, n) => sum + n, 0)).toBe(head.decision);
    }
    const { marks } = await page.api.timeline(0, head.at, 10);
    expect(marks.filter((mark) => mark.kind === 'injection')).toMatchObject([
      { at: 0, number: 1, text: '6 recipients' },
      { at: 2_000_000, number: 2, text: '3 recipients' },
    ]);
    const half = await page.api.timeline(0, 2_000_000, 4);
    const rest = await page.api.timeline(2_000_001, head.at, 4);
    const total = [...half.counts, ...rest.counts].reduce((sum, n) => sum + n, 0);
    expect(total).toBe(head.decision);
  });
});

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 20_000; i++) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('waited too long');
}
