import { describe, expect, test } from 'vitest';
import { inject, openFake, picture, twoMessages, until } from '../fixtures/session-harness.ts';

const END = { step: 100_000 };

describe('going to a place', () => {
  test('a run opens paused before its first step', async () => {
    const page = await openFake();
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
    const page = await openFake();
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
    const page = await openFake();
    const cursor = await page.api.step('event', -1);
    expect(cursor.step).toBe(0);
    expect(page.state.session.motion).toBe('none');
  });

  test('a seek shows what a straight run shows', async () => {
    const straight = await openFake();
    for (let i = 0; i < 13; i++) await straight.api.step('event', 1);
    const page = await openFake();
    await page.api.seek(END);
    await page.api.seek({ step: 13 });
    expect(picture(page)).toEqual(picture(straight));
    expect(page.state.session.motion).toBe('jump');
  });

  test('a seek by event lands on the first step that contains it', async () => {
    const page = await openFake();
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
    const page = await openFake();
    const cursor = await page.api.seek({ at: 1_999_999 });
    expect(cursor.at).toBe(1_999_999);
    expect(page.state.session.messages.size).toBe(1);
    await page.api.seek({ at: 2_000_000 });
    expect(page.state.session.messages.size).toBe(2);
    const again = await page.api.seek({ at: 1_999_999 });
    expect(again).toEqual(cursor);
  });

  test('a seek past the end stops at the end and says so', async () => {
    const page = await openFake();
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
      const page = await openFake();
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
      const page = await openFake();
      const kinds = { decision: null, delivery: 'delivery.ended', preemption: 'job.preempted' } as const;
      const kind = kinds[unit];
      await page.api.seek(END);
      const { head } = page.state.session;
      const expected =
        kind === null
          ? (await page.api.ask('decisions', 1, head.decision)).map((record) => record.step)
          : (await page.api.ask('events', 1, head.event, [kind])).map((record) => record.step);
      expect(expected.length).toBeGreaterThan(1);

      const fresh = await openFake();
      const forward: number[] = [];
      for (const _ of expected) forward.push((await fresh.api.step(unit, 1)).step);
      expect(forward).toEqual(expected);
      const back: number[] = [];
      for (const _ of expected.slice(1)) back.push((await fresh.api.step(unit, -1)).step);
      expect(back).toEqual(expected.slice(0, -1).toReversed());
    },
  );

  test('second goes from one whole second to the next, also where nothing happens', async () => {
    const page = await openFake();
    await page.api.seek({ at: 1_300_000 });
    expect((await page.api.step('second', 1)).at).toBe(2_000_000);
    expect((await page.api.step('second', 1)).at).toBe(3_000_000);
    expect((await page.api.step('second', -1)).at).toBe(2_000_000);
    await page.api.seek({ at: 1_300_000 });
    expect((await page.api.step('second', -1)).at).toBe(1_000_000);
  });

  test('a step back stays if no preemption came before, and restarts if no decision did', async () => {
    const page = await openFake();
    await page.api.step('event', 1);
    expect((await page.api.step('preemption', -1)).step).toBe(1);
    expect((await page.api.step('decision', -1)).step).toBe(0);
  });
});

describe('commands and branches', () => {
  test('at the head a command continues the branch', async () => {
    const page = await openFake();
    const end = await page.api.seek(END);
    const result = await page.api.command(inject(2));
    expect(result).toMatchObject({ ok: true, value: { step: end.step + 1 } });
    expect(page.state.session).toMatchObject({ branch: 1, idle: false });
    expect(page.state.session.messages.size).toBe(3);
  });

  test('in the past it forks, and the old branch is as it was', async () => {
    const page = await openFake();
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
    const { branches } = await page.api.ask('timeline', 0, 10_000_000, 10);
    expect(branches.map(({ id, name, current }) => ({ id, name, current }))).toEqual([
      { id: 1, name: 'main', current: true },
      { id: 2, name: 'smtp 1 agents', current: false },
    ]);
  });

  test('a refused command changes nothing and makes no branch', async () => {
    const page = await openFake();
    await page.api.seek(END);
    await page.api.seek({ step: 9 });
    const before = picture(page);
    const result = await page.api.command({ kind: 'agents.set', transport: 'smtp', limit: 99 });
    expect(result).toEqual({ ok: false, errors: [{ field: 'limit', value: '99', accepted: 'at most 50' }] });
    const badForm = await page.api.command({ kind: 'agents.set', transport: 'smtp', limit: -1 });
    expect(badForm.ok).toBe(false);
    expect(picture(page)).toEqual(before);
    expect((await page.api.ask('timeline', 0, 1, 1)).branches).toHaveLength(1);
  });

  test('switching to a branch keeps the instant, or goes to its end', async () => {
    const page = await openFake();
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

  test('a saved run reopens at the same event and picture, with later commands', async () => {
    const page = await openFake();
    await page.api.seek({ step: 9 });
    await page.api.command(inject(2));
    await page.api.seek({ step: 14 });
    await page.api.command({ kind: 'server.set', server: '*', behaviour: { latency: 300 } });
    await page.api.seek(END);
    const end = picture(page);
    const endHash = await page.api.ask('hash');
    await page.api.seek({ step: 12 });
    const saved = structuredClone(await page.api.save());
    const hash = await page.api.ask('hash');
    expect(saved.live).toHaveLength(2);

    const again = await openFake({ open: [saved.scenario, saved.live, { event: saved.cursor.event }] });
    expect(again.state.session.cursor.event).toBe(saved.cursor.event);
    expect(await again.api.ask('hash')).toBe(hash);
    await again.api.seek(END);
    expect(picture(again)).toEqual(end);
    expect(await again.api.ask('hash')).toBe(endHash);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(hash).not.toBe(endHash);
  });

  test('a command before a pending one forks, so that the saved one is not lost', async () => {
    const live = [{ step: 20, at: 4_000_000, seq: 1, command: inject(1) }];
    const page = await openFake({ open: [twoMessages(), live] });
    await page.api.seek({ step: 5 });
    await page.api.command(inject(2));
    expect(page.state.session.branch).toBe(2);
    await page.api.switchBranch(1);
    await page.api.seek(END);
    expect((await page.api.save()).live).toEqual(live);
  });

  test('leaves out a command of a link that no longer applies, with a notice', async () => {
    const live = [
      { step: 3, at: 0, seq: 1, command: { kind: 'agents.set', transport: 'smtp', limit: 99 } as const },
      { step: 9, at: 0, seq: 2, command: inject(1) },
    ];
    const page = await openFake({ open: [twoMessages(), live, { event: 8 }] });
    expect(page.notices[0]).toMatchObject({ kind: 'refused' });
    expect((await page.api.save()).live).toEqual([]);
  });
});

describe('opening', () => {
  test('a missing place becomes the end, with a notice', async () => {
    const page = await openFake({ open: [twoMessages(), [], { event: 5_000 }] });
    expect(page.state.session.idle).toBe(true);
    expect(page.notices[0]?.kind).toBe('clamped');
    expect(page.frames).toHaveLength(1);
  });

  test('a refused scenario leaves the open one as it is', async () => {
    const page = await openFake();
    await page.api.seek({ step: 7 });
    const before = picture(page);
    const bad = { ...twoMessages(), seed: -1 };
    const result = await page.api.open(bad);
    expect(result).toMatchObject({ ok: false, errors: [{ field: 'seed' }] });
    await page.api.setView({ transport: 'smtp', selected: 0, deliveries: 50 });
    expect(picture(page)).toEqual(before);
  });

  test('opening another scenario is another run, sent whole', async () => {
    const page = await openFake();
    await page.api.seek(END);
    await page.api.open(twoMessages(8));
    expect(page.frames.at(-1)).toMatchObject({ run: 2, base: null, cursor: { step: 0 } });
    expect(page.state.session.messages.size).toBe(0);
  });
});

describe('what goes wrong', () => {
  const breaking = { kind: 'param.set', name: 'smtp_delivery_slot_loan', value: 13 } as const;

  test('a broken rule stops the run before the step, and the past stays open', async () => {
    const page = await openFake();
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

  test('a command repairs it', async () => {
    const page = await openFake();
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
    const page = await openFake();
    await page.api.seek({ step: 6 });
    await page.api.command(breaking);
    await page.api.play(50);
    await until(() => !page.state.session.playing);
    expect(page.notices[0]?.kind).toBe('invariant');
  });

  test('a page that fails to take a frame gets a full one', async () => {
    const page = await openFake();
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

describe('questions', () => {
  test('candidates come from the state before the decision, and the cursor stays', async () => {
    const page = await openFake();
    await page.api.seek(END);
    const before = picture(page);
    const candidates = await page.api.ask('candidates', 1);
    expect(candidates).toMatchObject([{ number: 1, entries: 6 }]);
    expect(await page.api.ask('candidates', 999)).toEqual([]);
    await page.api.setView({ transport: 'smtp', selected: 0, deliveries: 50 });
    expect(picture(page)).toEqual(before);
  });

  test('the timeline counts every selection once and marks what happened', async () => {
    const page = await openFake();
    await page.api.seek(END);
    const { head } = page.state.session;
    for (const parts of [1, 7, 100]) {
      const { counts } = await page.api.ask('timeline', 0, head.at, parts);
      expect(counts).toHaveLength(parts);
      expect(counts.reduce((sum, n) => sum + n, 0)).toBe(head.decision);
    }
    const { marks } = await page.api.ask('timeline', 0, head.at, 10);
    expect(marks.filter((mark) => mark.kind === 'injection')).toMatchObject([
      { at: 0, number: 1, text: '6 recipients' },
      { at: 2_000_000, number: 2, text: '3 recipients' },
    ]);
    const half = await page.api.ask('timeline', 0, 2_000_000, 4);
    const rest = await page.api.ask('timeline', 2_000_001, head.at, 4);
    const total = [...half.counts, ...rest.counts].reduce((sum, n) => sum + n, 0);
    expect(total).toBe(head.decision);
  });
});
