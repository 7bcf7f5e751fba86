import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LESSONS, readLesson } from '../../src/learn/lessons/catalogue.ts';
import { describeFault } from '../../src/learn/lessons/lesson-file.ts';
import { meanOf, type OrderedRun, ORDERS, turnsUnder, waysOf } from '../../src/learn/lessons/orders.ts';
import { prepareStop } from '../../src/learn/questions/ask.ts';
import { solutionOf } from '../../src/learn/questions/question.ts';
import { readOrders } from '../../src/learn/questions/orders.ts';
import { createProbe } from '../fixtures/probe.ts';

const lesson = LESSONS[0];
if (lesson === undefined) throw new Error('no lesson 0');
const counter = lesson.scenes['counter'];
if (counter === undefined) throw new Error('no scene');

const strip = (run: OrderedRun, order: (typeof ORDERS)[number]): string =>
  turnsUnder(order, run)
    .map(({ number }) => number)
    .join('');

/** Messages of these sizes, all there at the start. Each delivery takes a second. */
function atOnce(sizes: readonly number[], agents = 1): OrderedRun {
  const mail = sizes.map((size, i) => ({
    number: i + 1,
    arrived: 0,
    deliveries: Array.from({ length: size }, () => 1e6),
  }));
  return { mail, agents, turns: [] };
}

describe('the same mail in several orders', () => {
  test('lesson 0 matches the textbook, and its loans are the turns of the engine', async () => {
    const probe = await createProbe();
    await probe.api.open(counter, []);
    const run = await readOrders(probe);
    expect(strip(run, 'fifo')).toBe('11111111111122334455');
    expect(strip(run, 'shortest')).toBe('11112213314415511111');
    expect(strip(run, 'robin')).toBe('11112121313414515111');
    const decisions = await probe.api.ask('decisions', 1, 40);
    const chosen = decisions.flatMap(({ decision }) =>
      decision.rule === 'selection' && decision.chosen !== undefined ? [decision.chosen.msg] : [],
    );
    expect(run.turns).toHaveLength(20);
    expect(run.turns.map(({ number }) => number)).toEqual(chosen);
    const seconds = ORDERS.map((order) => meanOf(waysOf(run, turnsUnder(order, run))) / 1e6);
    expect(seconds).toEqual([4.84, 3.04, 3.74, 4.04]);
  });

  test('with several agents no entry waits while one is free', () => {
    const turns = turnsUnder('robin', atOnce([3, 1], 2));
    expect(turns.map(({ number, agent, from }) => [number, agent, from / 1e6])).toEqual([
      [1, 0, 0],
      [2, 1, 0],
      [1, 0, 1],
      [1, 1, 1],
    ]);
  });

  test('deliver all once without idling, and shortest-first has the shortest mean', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(sizes, (list) => {
        const run = atOnce(list);
        const total = list.reduce((sum, size) => sum + size, 0);
        const means = (['fifo', 'shortest', 'robin'] as const).map((order) => {
          const turns = turnsUnder(order, run);
          expect(turns).toHaveLength(total);
          turns.forEach(({ from, until }, i) => expect([from, until]).toEqual([i * 1e6, (i + 1) * 1e6]));
          return meanOf(waysOf(run, turns));
        });
        expect(means[1]).toBe(Math.min(...means));
      }),
      { seed: 20 },
    );
  });

  test('the solution spells out the turns, and an earlier finish is no question', async () => {
    const probe = await createProbe();
    const stop = lesson.stops[3];
    if (stop?.ask === undefined || stop.ask === null) throw new Error('no question');
    const ready = await prepareStop(probe, stop, counter, 'seed');
    if (!ready.ok || ready.value.question === null) throw new Error('not asked');
    expect(solutionOf(ready.value.question)).toBe(
      'at 3.5 s. The turns go 1 1 1 1 2 1 2 and turn 7 ends at 3.5 s.',
    );
    const late = await prepareStop(probe, { ...stop, place: { at: 5e6 } }, counter, 'seed');
    expect(late).toMatchObject({ ok: true, value: { question: null } });
    const unknown = { ...stop, ask: { kind: 'finishes' as const, about: 'lottery:2' } };
    expect(await prepareStop(probe, unknown, counter, 'seed')).toMatchObject({ value: { question: null } });
  });

  test.each(['orders lottery', 'orders fifo fifo', 'aimd', 'heap of timers'])(
    'show: %s is refused',
    (show) => {
      const file = `# T\nid: t\nabout: A.\n\n## S\nscene: fifo\nshow: ${show}\n\nText.\n`;
      const parsed = readLesson(file);
      expect(parsed.ok ? [] : parsed.faults.map(describeFault)).toEqual([
        `Line 7, show: ${show} is not accepted; it takes stage, wheel, heap, destinations, memory, deferred, designs, threads, orders and which of fifo, shortest, robin, loans, or destination or aimd and its name.`,
      ]);
    },
  );
});
