import { formatSpanDigits } from '../../src/explain/figures.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { POLICY_PRESETS } from '../../src/scenes/policy-presets.ts';
import { FIGURE_ROWS, figureRows, isBest } from '../../src/panels/policies/policy-figures.ts';
import {
  axisEnd,
  changeAt,
  countBands,
  requestPieces,
  stepInstant,
} from '../../src/panels/policies/picture.ts';
import { atPoint, placeOn, policySweepCsv, sweepJobs, sweepMarks } from '../../src/panels/policies/sweep.ts';
import { replay } from '../replayers/cmgroup-workload.ts';
import type { PolicyFigures, PolicyRun } from '../../src/protocol/policies.ts';
import {
  blockingShare,
  cpuTime,
  DEFAULT_SETTINGS,
  type PolicySettings,
  readSettings,
  settingsHash,
  withBlockingShare,
  withCpuTime,
  workloadFile,
} from '../../src/scenario/policy-settings.ts';
import { comparePolicies, policyFigures } from '../../src/worker/jobs/policies.ts';

function run(settings: PolicySettings): PolicyRun[] {
  const answer = comparePolicies(workloadFile(settings));
  if (!answer.ok) throw new Error(JSON.stringify(answer.errors));
  return answer.value;
}

test('above the number of CPUs, a group answers short requests among long ones sooner', () => {
  const preset = POLICY_PRESETS.find(({ id }) => id === 'short-among-long');
  if (preset === undefined) throw new Error('no such preset');
  const [plain, fixed, group] = run(preset.settings).map(({ figures }) => figures);
  const meanOf = (figures: PolicyFigures | undefined, name: string): number =>
    figures?.classes.find((one) => one.name === name)?.mean ?? Number.NaN;
  expect(meanOf(group, 'short')).toBeLessThan(meanOf(fixed, 'short') / 2);
  expect(plain?.classes.map(({ name }) => name)).toEqual(['short', 'long']);
  for (const figures of [plain, fixed, group]) {
    const classes = figures?.classes ?? [];
    const all = classes.reduce((sum, { mean, completed }) => sum + mean * completed, 0);
    expect(classes.reduce((sum, { completed }) => sum + completed, 0)).toBe(figures?.completed);
    expect(all / (figures?.completed ?? 0)).toBeCloseTo(figures?.mean ?? 0, 6);
  }
  expect(figureRows(fixed!).map(({ name }) => name)).toContain('latency, mean of short requests');
});

test('a workload vector may relate the mean latency of one class of requests', () => {
  const handler = (cpu: number) => [{ cpu }];
  const file = {
    format: 'cmgroup-workload/1',
    cpus: 1,
    arrivals: { count: 40, gap: 5_000 },
    mix: [
      { name: 'short', share: 1, handler: handler(10) },
      { name: 'long', share: 1, handler: handler(1_000) },
    ],
    policies: [{ name: 'p', workers: 1 }],
  };
  const relate = (...relations: unknown[][]) => replay({ ...file, relations });
  expect(relate(['p.mean_short', '==', 10], ['p.mean_long', '==', 'p.mean_short', 100])).toBeNull();
  expect(relate(['p.mean_short', '>', 'p.mean_long'])).toMatchObject({ expected: 1_000, got: 10 });
});

describe('the link of the laboratory', () => {
  test('is the bare address for defaults', () => {
    expect(settingsHash(DEFAULT_SETTINGS)).toBe('#policies');
    expect(readSettings('#policies')).toEqual({ settings: DEFAULT_SETTINGS, errors: [] });
  });

  test.each(POLICY_PRESETS)('survives a round trip: $id', ({ settings }) => {
    const hash = settingsHash(settings);
    expect(readSettings(hash)).toEqual({ settings, errors: [] });
    expect(hash.length).toBeLessThan(200);
  });

  test.each([
    ['cpus=0', 'cpus', '0'],
    ['cpus=1e3', 'cpus', '1e3'],
    ['cpu=160-40', 'cpu', '160-40'],
    ['gap=1-2-3', 'gap', '1-2-3'],
    ['wake=<b>', 'wake', '<b>'],
    ['request=4001', 'request', '4001'],
    ['constructor=1', 'constructor', '1'],
    ['seed', 'seed', ''],
  ])('reports %s at its field, which keeps its value', (part, field, value) => {
    const { settings, errors } = readSettings(`#policies&${part}`);
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(errors).toMatchObject([{ field, value }]);
  });
});

describe('sliders that set more than one number', () => {
  test('the blocking share leaves the CPU time alone, through 0 and back', () => {
    const none = withBlockingShare(DEFAULT_SETTINGS, 0);
    expect(none).toMatchObject({ block: [0, 0], cpu: [80, 320] });
    expect(cpuTime(none)).toBe(cpuTime(DEFAULT_SETTINGS));
    const back = withBlockingShare(none, 85);
    expect(blockingShare(back)).toBe(85);
    expect(back.cpu).toEqual([40, 160]);
  });

  test('the CPU time leaves the share alone', () => {
    const slow = withCpuTime(DEFAULT_SETTINGS, 2_000);
    expect(cpuTime(slow)).toBe(2_000);
    expect(blockingShare(slow)).toBe(blockingShare(DEFAULT_SETTINGS));
  });
});

describe('figures are those of the core', () => {
  test.each([
    ['workload-blocking-handlers-four-cpus', 'blocking', ['plain', 'fixed', 'cmgroup']],
    ['workload-never-blocks', 'never-blocks', ['plain', 'fixed', 'cmgroup']],
    ['workload-lifo-keeps-threads-warm', 'warm', ['fifo', null, 'cmgroup']],
    ['workload-lifo-keeps-threads-warm', 'herd', ['herd', null, 'cmgroup']],
  ])('%s is the preset %s', (file, id, names) => {
    const path = fileURLToPath(new URL(`../conformance/threads/${file}.json.gz`, import.meta.url));
    const { reference } = JSON.parse(gunzipSync(readFileSync(path)).toString('utf8'));
    const settings = POLICY_PRESETS.find((preset) => preset.id === id)?.settings ?? DEFAULT_SETTINGS;
    for (const [i, one] of run(settings).entries()) {
      const expected = names[i] === null ? undefined : reference[names[i] ?? ''];
      if (expected === undefined) continue;
      const { makespan, p99, maxRunnable, dispatches, contentionTime, spurious } = expected;
      expect(one.figures).toMatchObject({ makespan, p99, maxRunnable, dispatches, contentionTime, spurious });
    }
  });

  test('a recording changes none of them, and its counts end at the same values', () => {
    for (const { id, settings } of POLICY_PRESETS) {
      for (const [place, one] of run(settings).entries()) {
        expect(policyFigures(workloadFile(settings), place), id).toEqual({ ok: true, value: one.figures });
        expect(one.recording.counts.done.at(-1)).toBe(settings.count);
      }
    }
  });

  test('bad input gets an answer', () => {
    expect(comparePolicies({})).toMatchObject({ ok: false });
    expect(policyFigures(workloadFile(DEFAULT_SETTINGS), 7)).toMatchObject({ ok: false });
  });
});

describe('pictures', () => {
  const runs = run({ ...DEFAULT_SETTINGS, count: 300, request: 150 });

  test('the pieces of every request join and add up to its latency', () => {
    for (const { recording } of runs) {
      for (let request = 1; request <= 300; request += 7) {
        const pieces = requestPieces(recording, request);
        const latency =
          (recording.requests.done[request - 1] ?? 0) - (recording.requests.arrived[request - 1] ?? 0);
        expect(pieces.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(latency);
        expect(pieces.slice(1).map(({ from }) => from)).toEqual(pieces.slice(0, -1).map(({ to }) => to));
      }
    }
  });

  test('one request has the same work and the same wait in all three', () => {
    const sums = runs.map(({ recording }) =>
      requestPieces(recording, 150)
        .filter(({ kind }) => kind === 'blocked')
        .reduce((sum, { from, to }) => sum + to - from, 0),
    );
    expect(new Set(sums).size).toBe(1);
  });

  test('changes are found by instant, bands hold their extremes', () => {
    expect(changeAt(Float64Array.from([0, 5, 9]), 8)).toBe(1);
    expect(changeAt(Float64Array.from([3]), 2)).toBe(-1);
    const counts = {
      at: Float64Array.from([0, 5]),
      runnable: Float64Array.from([2, 4]),
      pending: Float64Array.from([0, 0]),
      done: Float64Array.from([0, 0]),
    };
    expect(countBands(counts, 10, 1)).toEqual([{ low: 2, high: 4, mean: 3 }]);
  });

  test('steps go to the next instant of any run, and stop at the ends', () => {
    expect(stepInstant(runs, 'tick', 0, -1)).toBe(0);
    const next = stepInstant(runs, 'request', 0, 1);
    expect(next).toBe(Math.min(...runs.map(({ recording }) => Math.min(...recording.requests.done))));
    expect(stepInstant(runs, 'request', next, -1)).toBe(0);
    expect(axisEnd(runs)).toBeGreaterThan(0);
  });

  test('the best shown figure is bold, and none when all are equal', () => {
    const row = FIGURE_ROWS.find(({ name }) => name === 'latency, mean');
    if (row === undefined) throw new Error('no such row');
    expect(isBest(row, 1_510, [1_510, 84_400, 521_000])).toBe(true);
    expect(isBest(row, 1_511, [1_510, 1_511, 521_000])).toBe(true);
    expect(isBest(row, 100, [100, 100, 100])).toBe(false);
    expect([
      formatSpanDigits(131),
      formatSpanDigits(1_514),
      formatSpanDigits(84_362),
      formatSpanDigits(1_301_423),
    ]).toEqual(['131 µs', '1.51 ms', '84.4 ms', '1.30 s']);
  });
});

test('a sweep lists levels once, a mean with its spread, and one line per run', () => {
  const jobs = sweepJobs(DEFAULT_SETTINGS, 'cv');
  expect(jobs.filter(({ kind }) => kind === 'fixed').length).toBe(3);
  const [one] = run({ ...DEFAULT_SETTINGS, count: 100, request: 1 });
  if (one === undefined) throw new Error('no run');
  const point = (seed: number, throughput: number) => ({
    x: 8,
    kind: 'cmgroup' as const,
    seed,
    figures: { ...one.figures, throughput },
  });
  const points = [point(7, 10), point(8, 20)];
  expect(sweepMarks(points, 'cmgroup', 'throughput')).toEqual([
    { x: 8, low: 10, mean: 15, high: 20, seeds: 2 },
  ]);
  const lines = policySweepCsv(points, 'cv').split('\n');
  expect(lines[0]).toMatch(/^cv,policy,seed,completed,makespan,throughput,/);
  expect(lines[1]).toMatch(/^8,cmgroup,7,100,/);
});

describe('presets about pools and sources', () => {
  const of = (id: string): PolicyRun[] => {
    const { settings } = POLICY_PRESETS.find((one) => one.id === id)!;
    return run({ ...settings, count: Math.min(1_000, settings.count), request: 1 });
  };
  const threads = ({ recording }: PolicyRun): number => recording.names.filter((name) => name !== '').length;

  test('a growing pool: A ends at its limit, C far below it', () => {
    const [plain, , group] = of('growing');
    expect(threads(plain!)).toBe(64);
    expect(threads(group!)).toBeLessThan(40);
    expect(group!.figures.throughput).toBeGreaterThan(plain!.figures.throughput * 1.4);
  });

  test('everything together: A is 60 over the limit, C hardly', () => {
    const [plain, , group] = of('restart');
    expect(plain!.figures.maxOvershoot).toBe(60);
    expect(group!.figures.maxOvershoot).toBeLessThan(5);
  });

  test('AIO: the group wakes all threads too', () => {
    const [, fixed, group] = of('aio');
    expect(group!.figures.spurious).toBeGreaterThan(5_000);
    expect(group!.figures.mean).toBeGreaterThan(fixed!.figures.mean * 7);
  });

  test('a sweep over the wait runs all three at every length, and 0 never blocks', () => {
    const jobs = sweepJobs({ ...DEFAULT_SETTINGS, count: 100 }, 'wait');
    expect(jobs.length).toBe(3 * 10 * 3);
    expect(new Set(jobs.map(({ x }) => x)).size).toBe(10);
    expect(atPoint(DEFAULT_SETTINGS, 'wait', 400).block).toEqual([73, 727]);
    expect(placeOn(atPoint(DEFAULT_SETTINGS, 'wait', 400), 'wait')).toBe(400);
    expect(atPoint(DEFAULT_SETTINGS, 'wait', 0).block).toEqual([0, 0]);
  });
});
