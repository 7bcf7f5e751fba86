import { describe, expect, test } from 'vitest';
import { createJobs } from '../../src/client/jobs.ts';
import { plotPath, plotRange } from '../../src/panels/tables/TablesPage.tsx';
import type { FirstPassFigures } from '../../src/protocol/experiments.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { createExperiments, type ExperimentRun } from '../../src/store/experiments.ts';
import { createIdleTracker } from '../../src/store/idle.ts';
import { toldThreads } from '../fixtures/job-threads.ts';

const FIGURES: FirstPassFigures = {
  recipients: 2,
  deferred: 0,
  timedOut: { connect: 0, greeting: 0 },
  ended: 0,
  windows: [],
  meanWindow: 0,
  sdWindow: 0,
};

const run = (key: string): ExperimentRun => ({ key, scenario: completeScenario({ title: key }) });

describe('experiments of a page', () => {
  test('keep what is finished, run only what is missing, and keep the page busy', () => {
    const { threads, start } = toldThreads();
    const idle = createIdleTracker({ write: () => {}, afterPaint: (callback) => callback() });
    idle.frameIngested();
    const experiments = createExperiments(idle, createJobs({ cores: 1, start }));
    const { store } = experiments;
    experiments.start([run('a'), run('b')]);
    expect([idle.idle, store.getState().running]).toEqual([false, true]);
    threads[0]?.say(0.5);
    expect(store.getState().shares).toEqual({ a: 0.5 });
    threads[0]?.done(FIGURES);
    experiments.cancel();
    expect([idle.idle, store.getState().running, store.getState().ended]).toEqual([true, false, 1]);
    experiments.start([run('a'), run('b')]);
    expect(threads[1]?.sent).toMatchObject([{ title: 'b' }]);
    threads[1]?.fail('broken');
    expect(store.getState()).toMatchObject({ running: false, fault: 'broken', figures: { a: FIGURES } });
    expect(idle.idle).toBe(true);
    experiments.start([run('a')]);
    expect(store.getState().running).toBe(false);
  });
});

describe('the plot of a window', () => {
  const box = { width: 4, height: 10, low: 4.5, high: 6.5 };

  test('steps from event to event', () => {
    expect(plotPath([5, 6, 5], box)).toBe('M0.0 7.5V7.5H1.3V2.5V2.5H2.7V7.5V7.5H4.0');
    expect(plotPath([], box)).toBe('');
  });

  test('loses no dip when events share a column', () => {
    const path = plotPath([6, 6, 6, 6, 5, 6, 6, 6], box);
    expect(path).toContain('7.5');
    expect(path.match(/H/g)).toHaveLength(4);
  });

  test('spans the range of all runs, with a margin', () => {
    expect(plotRange([[5, 6], [4], []])).toEqual({ low: 3.5, high: 6.5 });
    expect(plotRange([])).toEqual({ low: 0, high: 1 });
  });
});
