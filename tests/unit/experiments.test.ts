import { describe, expect, test } from 'vitest';
import { createJobs } from '../../src/client/jobs.ts';
import { sweepRun } from '../../src/core/experiments/sweep-run.ts';
import { mixedStream } from '../../src/scenes/mixed-stream.ts';
import { draftFromHash, draftToHash, FIRST_DRAFT } from '../../src/panels/experiments/ExperimentsPage.tsx';
import { AXES, planSweep } from '../../src/panels/experiments/axes.ts';
import { pointFigures, spreadOf, sweepCsv } from '../../src/panels/experiments/sweep-figures.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { parseScenario } from '../../src/scenario/schema.ts';
import { createIdleTracker } from '../../src/store/idle.ts';
import { createSweeps } from '../../src/store/sweeps.ts';
import { toldThreads } from '../fixtures/job-threads.ts';

const SECOND = 1_000_000;

const small = completeScenario({
  title: 'Small',
  agents: { smtp: 1 },
  params: { default_delivery_slot_cost: 0, default_destination_recipient_limit: 2 },
  servers: { '*': { latency: 1000 }, 'down.example': { latency: 100, fault: { kind: 'refuse' } } },
  script: [
    { at: 0, command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 8 }] } },
    { at: 500_000, command: { kind: 'message.inject', to: [{ destination: 'a.example', count: 1 }] } },
  ],
});

describe('one run of a sweep', () => {
  test('measures waits to the last first-pass slot, throughput and deferrals', () => {
    expect(sweepRun(small)).toMatchObject({
      recipients: [8, 1],
      waits: [3 * SECOND, 3.5 * SECOND],
      unserved: 0,
      delivered: 9,
      deferred: 0,
      throughput: 2.25,
    });
  });

  test('counts a deferral once, and ends although it is attempted again later', () => {
    const down = {
      ...small,
      script: [
        {
          at: 0,
          command: { kind: 'message.inject' as const, to: [{ destination: 'down.example', count: 6 }] },
        },
      ],
    };
    const figures = sweepRun(down);
    expect(figures).toMatchObject({ delivered: 0, deferred: 6 });
    expect(figures.ended).toBeLessThan(60 * SECOND);
  });

  test('is reproducible, and another seed gives another run', () => {
    expect(sweepRun(mixedStream)).toEqual(sweepRun(mixedStream));
    expect(sweepRun({ ...mixedStream, seed: 2 }).waits).not.toEqual(sweepRun(mixedStream).waits);
  });

  test('preemption gets small messages through a mixed stream', () => {
    const mean = (cost: number): number => {
      const params = { ...mixedStream.params, default_delivery_slot_cost: cost };
      const { waits, recipients } = sweepRun({ ...mixedStream, params });
      const few = waits.filter((_, i) => (recipients[i] ?? 0) < 4);
      return few.reduce((sum, wait) => sum + wait, 0) / few.length;
    };
    expect(mean(2)).toBeLessThan(mean(0) / 4);
  });
});

describe('the plan of a sweep', () => {
  const setup = {
    scenario: small,
    x: { kind: 'delivery_slot_cost', values: '0, 2 ,5,5' },
    y: null,
    seeds: 3,
  };

  test('covers every value once, or every pair, with checked scenarios', () => {
    const plan = planSweep({ ...setup, y: { kind: 'agents', values: '1 4' } });
    if (!plan.ok) throw new Error(plan.error.accepted);
    expect(plan.points.map(({ x, y }) => [x, y])).toEqual([
      ['0', '1'],
      ['2', '1'],
      ['5', '1'],
      ['0', '4'],
      ['2', '4'],
      ['5', '4'],
    ]);
    expect(plan.points[5]?.scenario).toMatchObject({
      agents: { smtp: 4 },
      params: { smtp_delivery_slot_cost: 5 },
    });
  });

  test('names the first value that is refused, and what is accepted', () => {
    expect(planSweep({ ...setup, x: { kind: 'agents', values: '1, many' } })).toMatchObject({
      ok: false,
      axis: 'x',
      error: { field: 'agents', value: 'many', accepted: 'a whole number' },
    });
    expect(planSweep({ ...setup, x: { kind: 'delivery_slot_discount', values: '101' } })).toMatchObject({
      ok: false,
      axis: 'x',
    });
    expect(planSweep({ ...setup, x: { kind: 'agents', values: ' ' } })).toMatchObject({
      ok: false,
      axis: 'x',
    });
    expect(planSweep({ ...setup, seeds: 0 })).toMatchObject({ ok: false, axis: 'seeds' });
  });

  test('offers axes that accept their own suggestions', () => {
    for (const { id, suggested } of AXES) {
      expect([id, planSweep({ ...setup, x: { kind: id, values: suggested } }).ok]).toEqual([id, true]);
    }
  });
});

test('the address holds a sweep, and foreign text is ignored', () => {
  const draft = {
    scene: 'open',
    x: { kind: 'destination_concurrency_positive_feedback', values: '1, 1/concurrency' },
    y: { kind: 'agents', values: '2, 5' },
    seeds: '7',
  };
  expect(draftFromHash(draftToHash(draft))).toEqual(draft);
  expect(draftFromHash('#experiments')).toEqual(FIRST_DRAFT);
  expect(draftFromHash('#experiments&x=nothing:1&y=%00&n=')).toMatchObject({ x: FIRST_DRAFT.x, y: null });
});

test('computes quantiles by nearest rank', () => {
  expect(spreadOf([4, 1, 3, 2])).toEqual({ count: 4, mean: 2.5, p10: 1, p25: 1, p50: 2, p75: 3, p90: 4 });
  expect(spreadOf([])).toBeNull();
});

test('a file has one line per point and size class', () => {
  const figures = pointFigures([sweepRun(small), sweepRun(small)]);
  if (figures === null) throw new Error('no figures');
  expect(figures).toMatchObject({ runs: 2, throughput: { mean: 2.25 }, deferred: 0, unserved: 0 });
  const lines = sweepCsv({ x: 'cost', y: '' }, [{ x: '2', y: '', figures }])
    .trim()
    .split('\r\n');
  expect(lines[0]).toMatch(/^cost,runs,throughput_per_s,deferred_share,unserved,recipients_from,/);
  expect(lines[1]).toBe('2,2,2.25,0,0,1,,4,3.25,3,3,3,3.5,3.5');
  expect(lines.slice(1).map((line) => line.split(',').slice(5, 7))).toEqual([
    ['1', ''],
    ['1', '1'],
    ['2', '9'],
  ]);
});

describe('the sweeps of a page', () => {
  function page(cores: number) {
    const idle = createIdleTracker({ write: () => {}, afterPaint: (done) => done() });
    const { threads, start } = toldThreads();
    let clock = 0;
    const sweeps = createSweeps(idle, createJobs({ cores, start }), () => (clock += 300));
    return { sweeps, threads, idle };
  }
  const points = [
    { key: 'a ', scenario: { ...small, title: 'a' } },
    { key: 'b ', scenario: { ...small, title: 'b' } },
  ];

  test('run every point with every seed, and keep figures by point', () => {
    const { sweeps, threads, idle } = page(6);
    sweeps.start(points, 3);
    expect(threads.map(({ sent }) => sent)).toMatchObject([
      [{ title: 'a', seed: 1 }],
      [{ title: 'b', seed: 1 }],
      [{ title: 'a', seed: 2 }],
      [{ title: 'b', seed: 2 }],
      [{ title: 'a', seed: 3 }],
      [{ title: 'b', seed: 3 }],
    ]);
    expect(idle.idle).toBe(false);
    const figures = sweepRun(small);
    threads[0]?.fail('boom');
    for (const thread of threads.slice(1)) thread.done(figures);
    expect(sweeps.store.getState()).toMatchObject({ running: false, total: 6, ended: 6, fault: 'boom' });
    expect(sweeps.store.getState().figures.get('a ')).toEqual([figures, figures]);
    expect(sweeps.store.getState().figures.get('b ')).toEqual([figures, figures, figures]);
    expect(idle.idle).toBe(true);
  });

  test('can be cancelled, and keep what is finished', () => {
    const { sweeps, threads, idle } = page(1);
    sweeps.start(points, 1);
    threads[0]?.done(sweepRun(small));
    sweeps.cancel();
    expect(threads[0]?.alive).toBe(false);
    expect(sweeps.store.getState()).toMatchObject({ running: false, ended: 1 });
    expect(sweeps.store.getState().figures.get('a ')).toHaveLength(1);
    expect(idle.idle).toBe(true);
  });

  test('use a stream that is an ordinary scenario', () => {
    expect(parseScenario(mixedStream).ok).toBe(true);
  });
});
