import { expect, test } from 'vitest';
import { compareSentence, stormExplanation } from '../../src/explain/lab-designs.ts';
import { labSentence } from '../../src/explain/kinds/timers.ts';
import { explainTimer } from '../../src/explain/timers.ts';
import { toText } from '../../src/explain/tokens.ts';
import { SCENE_FIGURES } from '../../src/scenes/timers/figures.ts';
import { TIMER_SCENES } from '../../src/scenes/timers/scenes.ts';
import { thumbRings } from '../../src/panels/kinds/cards.tsx';
import { FINE } from '../../src/plot/values.ts';
import { roundUp } from '../../src/plot/ticks.ts';
import { axisTop, CHART, heapRows, linePath, stormsOf } from '../../src/panels/lab/chart-layout.ts';
import { costCsv, costPicture, costVerdict, nanos } from '../../src/panels/lab/cost-layout.ts';
import { LAB_METRICS, type LabHistory, type LabReport } from '../../src/protocol/lab.ts';
import type { CostPoint } from '../../src/protocol/timer-cost.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { createCost } from '../../src/store/cost.ts';
import { createJobs } from '../../src/client/jobs.ts';
import { createIdleTracker } from '../../src/store/idle.ts';
import { measureCost } from '../../src/worker/jobs/timer-cost.ts';
import { toldThreads } from '../fixtures/job-threads.ts';
import { labEngine } from '../../src/worker/kinds/lab-engine.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { checks } from '../../src/worker/kinds/checks.ts';
import { timerRun } from '../../src/scenario/kinds/narrow.ts';

const env = {
  now: () => performance.now(),
  turn: () => Promise.resolve(),
  wait: () => Promise.resolve(),
  checks,
};

async function sceneAt(id: string) {
  const item = TIMER_SCENES.find((scene) => scene.id === id);
  if (item === undefined) throw new Error(`no ${id}`);
  const session = createSession(labEngine, env);
  expect((await session.open(item.scenario)).ok).toBe(true);
  await session.seek({ at: item.opensAt });
  return session;
}

const reports = new Map<string, LabReport>();

async function reportOf(id: string): Promise<LabReport> {
  const known = reports.get(id);
  if (known !== undefined) return known;
  const report = await (await sceneAt(id)).ask('lab');
  if (report === null) throw new Error('not the designs');
  reports.set(id, report);
  return report;
}

test.each(TIMER_SCENES.map((item) => [item.id, item] as const))(
  '%s is a valid scene with its texts',
  (_, item) => {
    const { scenario, title, about } = item;
    expect(parseScenario(JSON.parse(JSON.stringify(scenario)))).toEqual({ ok: true, value: scenario });
    expect([scenario.title, scenario.about]).toEqual([title, about]);
    expect(`${about}${item.differs}`).not.toMatch(/!|optimal/);
  },
);

test('the scenes of one wheel do what they say', async () => {
  const placed = async (id: string) =>
    (await (await sceneAt(id)).ask('wheel', { follow: 0, open: null }))?.timers.map((t) => [
      t.id,
      t.level + 1,
      t.bucket,
    ]);
  expect(await placed('wheel-wrap-around')).toEqual([
    [3, 1, 2],
    [4, 1, 5],
  ]);
  expect(await placed('wheel-boundary')).toEqual([
    [1, 1, 19],
    [2, 2, 1],
    [3, 2, 19],
    [4, 3, 1],
  ]);
  expect((await placed('wheel-far-and-home'))?.find(([id]) => id === 1)).toEqual([1, 4, 1]);
  const tied = await (await sceneAt('wheel-ties')).ask('wheel', { follow: 0, open: null });
  expect(tied?.queue.slice(0, 2).map(({ due, level }) => [due / 1000, level])).toEqual([
    [20, 0],
    [20, 1],
  ]);
  const cancelled = await (await sceneAt('wheel-cancel')).ask('wheel', {
    follow: 0,
    open: { level: 0, bucket: 7 },
  });
  expect(cancelled?.opened).toMatchObject({ count: 0, due: 7000, emptiedBy: { label: 'timer 2' } });
});

test('a sparse clock wakes a handful of times in 90 seconds', async () => {
  const session = await sceneAt('wheel-sparse');
  let wakeUps = 0;
  for (let last = -1; ; wakeUps++) {
    const { at } = await session.step('wakeup', 1);
    if (at === last) break;
    last = at;
  }
  const detail = await session.ask('wheel', { follow: 0, open: null });
  expect(detail?.pending).toBe(0);
  expect(detail?.counters.expirations).toBe(3);
  expect(wakeUps).toBeLessThan(10);
});

test('reports a coarse tick as early, and the lag as an overflow', async () => {
  const session = await sceneAt('wheel-early');
  await session.seek({ at: 441_000 });
  const events = await session.ask('events', 1, 100);
  const detail = await session.ask('wheel', { follow: 0, open: null });
  const told = events.flatMap(({ at, event }) =>
    (event.kind === 'timer.expired' || event.kind === 'timer.added') && detail !== null
      ? [toText(explainTimer(event, at, { ...detail, unit: 'ms' }).sentence)]
      : [],
  );
  expect(told).toContain('timer 1 runs 5 ms early: it was due at 15 ms, and its bucket opened at 10 ms.');
  expect(detail?.timers.find(({ id }) => id === 3)).toMatchObject({ level: 1, bucket: 3 });
  expect(told.at(-1)).toContain('so level 2, bucket 3, which opens at 600 ms');
});

test('the storm of the old design is drawn, named, and ended by a higher threshold', async () => {
  const storm = await reportOf('purge-storm');
  const spans = stormsOf(storm.history.at, storm.history.series.old.purges);
  expect(spans).toHaveLength(1);
  expect(spans[0]!.from).toBeGreaterThan(2500);
  expect(spans[0]!.from).toBeLessThan(3500);
  expect(stormsOf(storm.history.at, storm.history.series.today.purges)).toEqual([]);
  expect(stormExplanation(storm)).toMatchObject({ storm: true });
  expect(toText(stormExplanation(storm)!.sentence)).toMatch(/^Purge storm: [\d\u202f]+ requests are pending/);
  const calm = await reportOf('timer-lab');
  expect(stormsOf(calm.history.at, calm.history.series.old.purges)).toEqual([]);
  expect(stormExplanation(calm)).toMatchObject({ storm: false });
});

test('the other scenes of the designs do what they say', async () => {
  const other = await reportOf('left-on-other-key');
  const [, , today] = other.designs;
  expect(today?.counters).toMatchObject({ retainedDone: 2, deadNodes: 2, pending: 1 });
  expect(today?.lists.find(({ key }) => key === 2)?.nodes).toBe('rrp');
  const late = await reportOf('weak-references-late');
  const [, weak, strong] = late.designs;
  expect(weak!.counters['retainedDone']).toBeGreaterThan(3 * strong!.counters['retainedDone']!);
  expect(weak!.counters['purges']).toBe(0);
});

test.each(Object.entries(SCENE_FIGURES))(
  'the card of %s has the figures of its scene',
  async (id, figures) => {
    const { designs } = await reportOf(id);
    expect(
      Object.fromEntries(designs.map(({ design, counters }) => [design, counters[figures.metric]])),
    ).toEqual(figures.values);
  },
);

test('the small wheel of a card shows the buckets of its first timers', () => {
  const picture = thumbRings(timerRun(TIMER_SCENES.find(({ id }) => id === 'wheel-boundary')!.scenario)!);
  expect(picture.armed.match(/M/g)).toHaveLength(4);
  expect(picture.track.match(/M/g)).toHaveLength(3 * 20 - 4);
});

test('every counter with a chart has a sentence with the figures of all three designs', async () => {
  const report = await reportOf('timer-lab');
  for (const metric of LAB_METRICS) {
    const text = toText(compareSentence(metric, report)).replaceAll('\u202f', '');
    for (const { counters } of metric === 'heapOps' ? report.designs.slice(1) : report.designs)
      expect(text).toContain(String(counters[metric]));
  }
  expect(toText(labSentence({ kind: 'lab.collected', cleared: 1 }))).toContain(
    '1 completed request is cleared',
  );
});

test('the axis of a counter fits all three designs, and changes in steps', () => {
  const column = (...values: number[]) => Float64Array.from(values);
  const one = Object.fromEntries(LAB_METRICS.map((metric) => [metric, column(0, 5)]));
  const series = { old: { ...one, heapOps: column(0, 1030) }, proposed: one, today: one };
  const history = { at: column(0, 10), series } as unknown as LabHistory;
  expect(axisTop(history, 'heapOps')).toBe(1250);
  expect(axisTop(history, 'purges')).toBe(6);
  expect([1, 7, 11, 99, 101].map((value) => roundUp(value, FINE))).toEqual([1, 8, 12.5, 100, 125]);
});

test('a counter is drawn in steps from the first sample to the last', () => {
  const at = Float64Array.from([0, 5, 10]);
  const path = linePath(at, Float64Array.from([0, 0, 10]), { span: 20, top: 10 });
  expect(path).toBe(`M0.0 ${CHART.height}.0H150.0V${CHART.top}.0`);
});

test('draws a heap row by row, doubling each, and joins equal neighbours when thin', () => {
  const rows = heapRows('prp' + 'r'.repeat(4) + 'p'.repeat(3));
  expect(rows.map(({ cells, pieces }) => [cells, pieces.length])).toEqual([
    [1, 1],
    [2, 2],
    [4, 4],
    [8, 3],
  ]);
  expect(heapRows('p'.repeat(300)).at(-1)).toMatchObject({
    cells: 256,
    pieces: [{ from: 0, count: 45, state: 'p' }],
  });
  expect(heapRows('')).toEqual([]);
});

test('both structures return all live timers, and each size gives a point of each', () => {
  let clock = 0;
  const parts = [
    ...measureCost({ pendings: [100, 1000], repeats: 1, tick: 1, size: 20 }, () => (clock += 1)),
  ];
  const points = parts.flatMap((part) => ('point' in part ? [part.point] : []));
  expect(points.map(({ structure, pending }) => [structure, pending])).toEqual([
    ['wheel', 100],
    ['heap', 100],
    ['wheel', 1000],
    ['heap', 1000],
  ]);
  expect(parts.findLast((part) => 'share' in part)).toEqual({ share: 1 });
  // 1,000 sets of 100 timers; each operation (add, cancel, expire) takes one millisecond for all sets together.
  expect(points[0]).toMatchObject({ add: 10, cancel: 1e6 / 1000 / 90, expire: 100 });
});

const point = (structure: 'wheel' | 'heap', pending: number, ns: number): CostPoint => ({
  structure,
  pending,
  add: ns,
  cancel: ns,
  expire: ns,
  life: ns,
  repeats: 3,
});

test('the chart says which is cheaper, even the heap; theory grows only where it pops', () => {
  const points = [
    point('wheel', 100, 60),
    point('heap', 100, 30),
    point('wheel', 1e6, 60),
    point('heap', 1e6, 30),
  ];
  expect(costVerdict(points, 'add')).toMatch(
    /^With 1M pending the heap is 2\.0 times cheaper than the wheel here\./,
  );
  expect(costVerdict([], 'add')).toBe('');
  const theory = (operation: 'add' | 'expire') =>
    costPicture(points, operation, { left: 40, top: 8, width: 228, height: 134 }).lines.find(
      ({ structure, kind }) => structure === 'heap' && kind === 'theory',
    )!;
  const [first, last] = theory('expire').points;
  expect(last!.ns / first!.ns).toBeCloseTo(3);
  expect(theory('add').points.map(({ ns }) => ns)).toEqual([30, 30]);
  expect(costCsv(points, { tick: 1, size: 20 }).split('\r\n')[1]).toBe(
    'wheel,1,20,100,60.00,60.00,60.00,60.00,3',
  );
  expect([0.51, 9.6, 43.2, 4321].map(nanos)).toEqual(['0.51 ns', '9.6 ns', '43 ns', '4.3 µs']);
});

test('cancelling a measurement keeps its points and adds none', () => {
  const { threads, start } = toldThreads();
  const idle = createIdleTracker({ write() {}, afterPaint: (callback) => callback() });
  const cost = createCost(idle, createJobs({ cores: 1, start }));
  cost.start({ tick: 1, size: 20 });
  threads[0]?.say({ point: point('wheel', 100, 60) });
  threads[0]?.say({ share: 0.1 });
  expect(cost.store.getState()).toMatchObject({ running: true, share: 0.1 });
  cost.cancel();
  threads[0]?.say({ point: point('heap', 100, 60) });
  expect(threads[0]?.alive).toBe(false);
  expect(cost.store.getState()).toMatchObject({ running: false, fault: '' });
  expect(cost.store.getState().points).toHaveLength(1);
  cost.start({ tick: 1, size: 20 });
  // A thread that crashes before its first message is restarted once, and only once.
  threads[1]?.crash('the worker could not be loaded');
  expect(cost.store.getState()).toMatchObject({ running: true, fault: '' });
  threads[2]?.crash('the worker could not be loaded');
  expect(threads).toHaveLength(3);
  expect(cost.store.getState()).toMatchObject({ running: false, fault: 'the worker could not be loaded' });
});
