import { expect, test } from 'vitest';
import { toText } from '../../src/explain/tokens.ts';
import { explainWhy } from '../../src/explain/why.ts';
import type { LabCommand } from '../../src/protocol/lab.ts';
import type { TimerScenario } from '../../src/protocol/scenario.ts';
import { timerScenario } from '../../src/scenario/defaults.ts';
import { decodeLink, encodeLink } from '../../src/scenario/link.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { labEngine } from '../../src/worker/kinds/lab-engine.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { checks } from '../../src/worker/kinds/checks.ts';

const env = {
  now: () => performance.now(),
  turn: () => Promise.resolve(),
  wait: () => Promise.resolve(),
  checks,
};

function rawScenario(
  script: [at: number, command: LabCommand][],
  wheel = { tickMs: 1, size: 20 },
): TimerScenario {
  return timerScenario({
    title: 'Laboratory',
    wheel,
    lab: { kind: 'wheel' },
    script: script.map(([at, command]) => ({ at: at * 1000, command })),
  });
}

const add = (delay: number, count = 1): LabCommand => ({ kind: 'lab.add', delay, count });

async function opened(scenario: TimerScenario) {
  const session = createSession(labEngine, env);
  const result = await session.open(scenario);
  expect(result.ok).toBe(true);
  return session;
}

test('a coarse tick fires early, by the rule of the real wheel', async () => {
  const session = await opened(rawScenario([[0, add(15)]], { tickMs: 10, size: 20 }));
  await session.step('wakeup', 1);
  const events = await session.ask('events', 1, 100);
  const ran = events.find(({ event }) => event.kind === 'timer.expired');
  expect(ran?.at).toBe(10_000);
  expect(ran?.event).toMatchObject({ due: 15_000 });
});

test('rounded up to a tick, nothing runs early; the link keeps the choice', async () => {
  const raw = rawScenario([[3, add(15)]], { tickMs: 10, size: 20 });
  const scenario: TimerScenario = { ...raw, lab: { kind: 'wheel', rounding: 'up' } };
  const session = await opened(scenario);
  await session.step('event', 1);
  await session.step('wakeup', 1);
  const ran = (await session.ask('events', 1, 100)).find(({ event }) => event.kind === 'timer.expired');
  expect([ran?.at, ran?.event]).toEqual([20_000, expect.objectContaining({ due: 20_000 })]);
  const link = await decodeLink(
    await encodeLink({ scenario, live: [], cursor: { at: 0, step: 0, event: 0, decision: 0 }, branch: 1 }),
  );
  expect(link).toMatchObject({ ok: true, scenario });
});

test('with the wheel behind the clock a short delay overflows', async () => {
  const session = await opened(
    rawScenario([
      [0, { kind: 'lab.lag', ms: 15 }],
      [15, add(5)],
      [15, add(0)],
    ]),
  );
  await session.seek({ step: 3 });
  const detail = await session.ask('wheel', { follow: 1, open: null });
  expect(detail?.levels.map((level) => level.currentTime)).toEqual([0, 0]);
  expect(detail?.timers.map(({ id, level, bucket }) => [id, level, bucket])).toEqual([
    [2, 0, 15],
    [1, 1, 1],
  ]);
  expect(detail?.followed?.placings).toEqual([{ at: 15_000, level: 1, bucket: 1, opens: 20_000 }]);
});

test('names each timer’s own bucket when many buckets open together', async () => {
  const session = await opened(
    rawScenario([
      [0, add(5)],
      [0, add(65)],
      [1, { kind: 'lab.jump', ms: 100 }],
    ]),
  );
  await session.seek({ at: 101_000 });
  const detail = await session.ask('wheel', { follow: 0, open: null });
  expect(detail?.wakeUp?.timers.map((t) => [t.id, t.fromLevel, t.fromBucket, t.toLevel])).toEqual([
    [1, 0, 5, -1],
    [2, 1, 3, 0],
    [2, 0, 5, -1],
  ]);
});

test('a cancel is one unlink; the bucket stays armed and wakes the clock for nothing', async () => {
  const session = await opened(rawScenario([[0, add(7)]]));
  await session.step('event', 1);
  expect((await session.command({ kind: 'lab.cancel', timer: 1 })).ok).toBe(true);
  const detail = await session.ask('wheel', { follow: 0, open: { level: 0, bucket: 7 } });
  expect(detail?.queue).toEqual([{ level: 0, bucket: 7, due: 7000, count: 0, runs: false }]);
  expect(detail?.opened?.emptiedBy).toEqual({ label: 'timer 1', at: 0 });
  await session.step('wakeup', 1);
  const after = await session.ask('wheel', { follow: 1, open: null });
  expect(after?.counters).toMatchObject({ cancels: 1, empty: 1, expirations: 0 });
  expect(after?.wakeUp?.opened).toEqual([{ level: 0, bucket: 7, opens: 7000, ran: 0, moved: 0 }]);
  expect(after?.followed?.end).toEqual({ at: 0, how: 'cancelled' });
});

test('stepping back leads to the same wheel', async () => {
  const script: [number, LabCommand][] = [
    [0, { kind: 'lab.add', delay: 1, upTo: 9000, count: 300 }],
    [50, { kind: 'lab.cancel-share', percent: 40 }],
    [60, { kind: 'lab.jump', ms: 700 }],
  ];
  const session = await opened(rawScenario(script));
  const pictures: string[] = [];
  for (let i = 0; i < 40; i++) {
    pictures.push(JSON.stringify(await session.ask('wheel', { follow: 9, open: { level: 0, bucket: 3 } })));
    await session.step('event', 1);
  }
  for (let i = 39; i >= 0; i--) {
    await session.step('event', -1);
    expect(JSON.stringify(await session.ask('wheel', { follow: 9, open: { level: 0, bucket: 3 } }))).toBe(
      pictures[i],
    );
  }
});

test('a timer in level 3 descends through every level', async () => {
  const session = await opened(rawScenario([[0, add(8123)]]));
  for (let i = 0; i < 6; i++) await session.step('wakeup', 1);
  const detail = await session.ask('wheel', { follow: 1, open: null });
  expect(detail?.followed?.placings.map(({ level, at }) => [level, at])).toEqual([
    [3, 0],
    [1, 8_000_000],
    [0, 8_120_000],
  ]);
  expect(detail?.followed?.end).toEqual({ at: 8_123_000, how: 'ran' });
});

const SMALL = { requests: 3000, perSecond: 1500, timeout: 400, keySpace: 300 };

function designsScenario(script: [number, LabCommand][] = []): TimerScenario {
  return timerScenario({
    title: 'Designs',
    wheel: { tickMs: 1, size: 20 },
    lab: { kind: 'designs', stream: SMALL, params: { purgeInterval: 200 } },
    script: script.map(([at, command]) => ({ at: at * 1000, command })),
  });
}

test('three designs run on one stream, and stepping back gives the same counters', async () => {
  const session = await opened(designsScenario([[300, { kind: 'lab.request', timeout: 500, keys: [1, 2] }]]));
  await session.seek({ at: 700_000 });
  const middle = await session.ask('lab');
  await session.seek({ at: 1_500_000 });
  const late = await session.ask('lab');
  expect(late?.arrived).toBeGreaterThan(middle?.arrived ?? Infinity);
  await session.seek({ at: 700_000 });
  expect(await session.ask('lab')).toEqual(middle);
  const [old, proposed, today] = late!.designs;
  expect(old!.counters['heapOps']).toBeGreaterThan(3 * today!.counters['heapOps']!);
  expect(proposed!.counters['completed']).toBe(today!.counters['completed']);
  expect(late!.purged.length).toBeGreaterThan(0);
});

test('can step to a purge, forward and back', async () => {
  const session = await opened(designsScenario());
  const first = await session.step('purge', 1);
  const second = await session.step('purge', 1);
  expect(second.at).toBeGreaterThan(first.at);
  expect(await session.step('purge', -1)).toEqual(first);
});

test('refuses mail commands in the laboratory, and laboratory commands in a mail run', async () => {
  const session = await opened(rawScenario([]));
  expect((await session.command({ kind: 'queue.flush' })).ok).toBe(false);
  const mixed = { ...rawScenario([[0, add(1)]]), lab: undefined };
  expect(parseScenario(JSON.parse(JSON.stringify(mixed))).ok).toBe(false);
});

test.each([
  rawScenario([
    [0, add(5, 3)],
    [1, { kind: 'lab.add', delay: 1, count: 10, upTo: 500, mix: 'short' }],
    [2, { kind: 'lab.cancel', timer: 2 }],
    [3, { kind: 'lab.cancel-share', percent: 90 }],
    [4, { kind: 'lab.jump', ms: 3_600_000 }],
    [5, { kind: 'lab.lag', ms: 5 }],
  ]),
  designsScenario([
    [0, { kind: 'lab.request', timeout: 9, keys: [1, 2, 3] }],
    [1, { kind: 'lab.check', key: 2 }],
  ]),
])('$title survives its link', async (scenario) => {
  const cursor = { at: 0, step: 2, event: 2, decision: 0 };
  const live = [{ step: 2, at: 9000, seq: 1, command: add(3) }];
  const link = await decodeLink(await encodeLink({ scenario, live, cursor, branch: 1 }));
  expect(link).toMatchObject({ ok: true, scenario, live, event: 2 });
});

test('marks wake-ups by what they found, and can run to an empty one', async () => {
  // The timer of 250 ms moves down from level 2. The timer of 5 ms is cancelled, and its empty bucket stays armed.
  const session = await opened(
    rawScenario([
      [0, add(250)],
      [0, add(5)],
      [1, { kind: 'lab.cancel', timer: 2 }],
    ]),
  );
  const test = { event: { kinds: ['bucket.opened' as const], message: 0, destination: '', nothing: true } };
  expect(await session.runUntil(1, [test])).toMatchObject({ why: 'found' });
  expect(await session.ask('evaluate', ['now'])).toEqual([0.005]);
  expect(await session.runUntil(1, [test])).toMatchObject({ why: 'end' });
  await session.seek({ at: 300_000 });
  const marked = async (wakeUps: boolean): Promise<unknown[]> =>
    (await session.ask('timeline', 0, 300_000, 10, wakeUps)).marks
      .filter(({ kind }) => kind.startsWith('woke-'))
      .map(({ kind, at }) => [kind, at]);
  expect(await marked(true)).toEqual([
    ['woke-cascade', 240_000],
    ['woke-ran', 250_000],
    ['woke-empty', 5_000],
  ]);
  expect(await marked(false)).toEqual([]);
  await session.step('cascade', -1);
  expect(await session.ask('evaluate', ['timers', 'cascades', 'now', 'jobs'])).toEqual([1, 1, 0.24, null]);
});

test('explains why a timer of the raw wheel has not run', async () => {
  const session = await opened(
    rawScenario([
      [0, add(250)],
      [0, add(5)],
    ]),
  );
  await session.seek({ at: 0 });
  const why = async (number: number): Promise<string[]> =>
    explainWhy(await session.ask('why', { about: 'timer', number })).map(toText);
  expect(await why(1)).toEqual([
    'Timer 1 is due at 250 ms. It lies in bucket 12 of level 2, whose ticks are 20 ms long: when that opens at 240 ms, it falls to a finer level.',
  ]);
  await session.seek({ at: 6_000 });
  expect(await why(2)).toEqual([expect.stringContaining('over')]);
  expect(await why(9)).toEqual(['Nothing has that name or number at this moment.']);
});
