import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { LogFilter, StopTest } from '../../src/protocol/debug.ts';
import type { EventKind } from '../../src/protocol/events.ts';
import { coreEngine } from '../../src/worker/kinds/any-engine.ts';
import { fakeEnv, openPage, picture, twoMessages } from '../fixtures/session-harness.ts';

const eventTest = (kinds: EventKind[]): StopTest => ({
  event: { kinds, message: 0, destination: '' },
});
const ALL: LogFilter = { kinds: [], message: 0, destination: '', words: [] };

async function open() {
  const scenario = { ...twoMessages(), params: { default_destination_recipient_limit: 1 } };
  return openPage(coreEngine, scenario, fakeEnv(1));
}

describe('run until', () => {
  test('stops at the step of an event, forward beyond the head and back again', async () => {
    const page = await open();
    const found = await page.api.runUntil(1, [eventTest(['message.done'])]);
    expect(found).toMatchObject({ running: false, why: 'found', test: 0, hits: 1 });
    const first = page.state.session.cursor.step;
    expect(page.state.session.events.some(({ event }) => event.kind === 'message.done')).toBe(true);
    const there = picture(page);
    await page.api.runUntil(1, [eventTest(['message.done'])]);
    expect(page.state.session.cursor.step).toBeGreaterThan(first);
    await page.api.runUntil(-1, [eventTest(['message.done'])]);
    expect(page.state.session.cursor.step).toBe(first);
    expect(picture(page)).toEqual(there);
  });

  test('an expression is edge triggered: it stops where it becomes true', async () => {
    const page = await open();
    await page.api.runUntil(1, [{ expression: 'delivered >= 3' }]);
    const { step } = page.state.session.cursor;
    expect(await page.api.ask('evaluate', ['delivered >= 3', 'nonsense('])).toEqual([1, null]);
    expect(await page.api.runUntil(1, [{ expression: 'delivered >= 3' }])).toMatchObject({ why: 'end' });
    await page.api.runUntil(-1, [{ expression: 'delivered >= 3' }]);
    expect(page.state.session.cursor.step).toBe(step);
    await page.api.step('event', -1);
    expect(await page.api.ask('evaluate', ['delivered >= 3'])).toEqual([0]);
  });

  test('takes hit counts and conditions, and keeps the cursor after a vain search back', async () => {
    const page = await open();
    const third = await page.api.runUntil(1, [{ ...eventTest(['entry.selected']), hit: 3 }]);
    expect(third).toMatchObject({ why: 'found', hits: 3 });
    expect(page.state.session.cursor.decision).toBe(3);
    const { step } = page.state.session.cursor;
    expect(await page.api.runUntil(-1, [eventTest(['queue.dead'])])).toMatchObject({ why: 'end', hits: 0 });
    expect(page.state.session.cursor.step).toBe(step);
    await page.api.runUntil(1, [{ ...eventTest(['entry.selected']), expression: 'delivered >= 4' }]);
    expect((await page.api.ask('evaluate', ['delivered']))[0]).toBeGreaterThanOrEqual(4);
  });

  test.each([1, -1] as const)(
    'a pause cancels it, and the picture shows the cursor’s place (%d)',
    async (way) => {
      const page = await open();
      await page.api.seek({ at: 60_000_000 });
      if (way === 1) await page.api.seek({ step: 2 });
      const before = picture(page);
      const search = page.api.runUntil(way, [{ expression: 'now < 0' }]);
      await page.env.turn();
      await page.env.turn();
      await page.api.pause();
      expect(await search).toMatchObject({ running: false, why: 'cancelled' });
      const { step } = page.state.session.cursor;
      const there = picture(page);
      // When the search was cancelled, the forward search had moved the cursor, but the backward search had not.
      expect(isDeepStrictEqual(there, before)).toBe(way === -1);
      await page.api.seek({ step: 0 });
      await page.api.seek({ step });
      expect((picture(page) as { jobs: unknown }).jobs).toEqual((there as { jobs: unknown }).jobs);
    },
  );

  test('a search says that it continues, even when playing starts, and how it ended', async () => {
    const page = await open();
    const search = page.api.runUntil(1, [{ expression: 'now < 0' }]);
    await page.env.turn();
    await page.env.turn();
    expect(await page.api.searchStatus()).toMatchObject({ running: true, why: '' });
    await page.api.play(1);
    expect(await page.api.searchStatus()).toMatchObject({ running: true, why: '' });
    await page.api.pause();
    const ended = { running: false, why: 'cancelled' };
    expect([await search, await page.api.searchStatus()]).toMatchObject([ended, ended]);
  });

  test('playing stops at a breakpoint', async () => {
    const page = await open();
    await page.api.setBreakpoints([eventTest(['message.done'])]);
    await page.api.play(1_000);
    for (let i = 0; i < 500 && (page.state.session.playing || i < 3); i++) await page.env.turn();
    expect(await page.api.searchStatus()).toMatchObject({ why: 'found', test: 0 });
    expect(page.state.session.events.some(({ event }) => event.kind === 'message.done')).toBe(true);
  });
});

describe('scan', () => {
  test('finds the hits that a search finds, and the histories of watches', async () => {
    const page = await open();
    await page.api.seek({ at: 60_000_000 });
    const here = picture(page);
    const scan = await page.api.ask('scan', {
      watches: ['jobs', 'oops'],
      tests: [eventTest(['message.done']), { expression: 'delivered >= 3' }],
      columns: 20,
    });
    expect(scan?.hits.map(({ total }) => total)).toEqual([2, 1]);
    expect(scan?.watches[0]?.[0]?.[1]).toBeGreaterThan(0);
    expect(scan?.watches[1]?.every((column) => column === null)).toBe(true);
    expect(picture(page)).toEqual(here);
    await page.api.seek({ step: 0 });
    await page.api.runUntil(1, [{ expression: 'delivered >= 3' }]);
    expect(page.state.session.cursor.step).toBe(scan?.hits[1]?.steps[0]);
  });
});

describe('the filtered log', () => {
  test('pages, kinds, messages, destinations and words agree with the whole log', async () => {
    const page = await open();
    await page.api.seek({ at: 60_000_000 });
    const all = await page.api.ask('events', 1, page.state.session.head.event);
    const whole = await page.api.ask('log', ALL, 0, 500);
    expect(whole).toMatchObject({
      total: all.length,
      all: all.length,
      looked: all.length,
      current: all.length - 1,
    });
    expect(whole.rows).toEqual(all.slice(0, 500));
    const ask = async (filter: Partial<LogFilter>) =>
      (await page.api.ask('log', { ...ALL, ...filter }, 0, 500)).rows;
    expect(await ask({ kinds: ['message.done'] })).toEqual(
      all.filter((r) => r.event.kind === 'message.done'),
    );
    expect(await ask({ message: 2 })).toEqual(all.filter(({ event }) => 'msg' in event && event.msg === 2));
    const b = await ask({ destination: 'b.example', kinds: ['entry.selected'] });
    expect(b.map(({ event }) => (event.kind === 'entry.selected' ? event.msg : 0))).toEqual(
      [2, 2, 2].slice(0, b.length),
    );
    // Delivery slots of the destination match, too, although their events name the destination only by its id.
    const queuesOfB = all.flatMap(({ event }) =>
      event.kind === 'queue.created' && event.name.includes('b.example') ? [event.queue] : [],
    );
    expect(queuesOfB.length).toBeGreaterThan(0);
    expect(await ask({ words: [{ text: 'b.example', kinds: ['message.done'] }] })).toEqual(
      all.filter(
        ({ event }) =>
          event.kind === 'message.done' ||
          JSON.stringify(event).includes('b.example') ||
          ('queue' in event && queuesOfB.includes(event.queue)),
      ),
    );
    await page.api.seek({ step: 1 });
    const early = await page.api.ask('log', { ...ALL, kinds: ['message.done'] }, 0, 5);
    expect(early.current).toBe(-1);
  });
});
