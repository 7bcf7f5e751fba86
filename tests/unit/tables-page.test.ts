import { describe, expect, test } from 'vitest';
import { type ExperimentWorker, runExperiments } from '../../src/client/experiment-pool.ts';
import { plotPath, plotRange } from '../../src/panels/tables/plot.ts';
import type { ExperimentJob, ExperimentMessage, FirstPassFigures } from '../../src/protocol/experiments.ts';
import { completeScenario } from '../../src/scenario/defaults.ts';
import { createExperiments } from '../../src/store/experiments.ts';
import { createIdleTracker } from '../../src/store/idle.ts';

const FIGURES: FirstPassFigures = {
  recipients: 2,
  deferred: 0,
  timedOut: { connect: 0, greeting: 0 },
  ended: 0,
  windows: [],
  meanWindow: 0,
  sdWindow: 0,
};

const job = (key: string): ExperimentJob => ({ key, scenario: completeScenario({}) });
const done = (key: string): ExperimentMessage => ({ kind: 'done', key, figures: FIGURES });

/** Workers that do what the test says. */
function company() {
  const workers: {
    sent: string[];
    alive: boolean;
    say: (m: ExperimentMessage) => void;
    crash: () => void;
  }[] = [];
  const start = (): ExperimentWorker => {
    const sent: string[] = [];
    const worker = { sent, alive: true, say: (_: ExperimentMessage) => {}, crash: () => {} };
    workers.push(worker);
    return {
      send: ({ key }) => sent.push(key),
      onMessage(listener) {
        worker.say = listener;
      },
      onCrash(listener) {
        worker.crash = () => listener('out of memory');
      },
      terminate() {
        worker.alive = false;
      },
    };
  };
  return { workers, start };
}

describe('the workers of experiments', () => {
  const heard: ExperimentMessage[] = [];
  const pool = (keys: string[], cores: number) => {
    heard.length = 0;
    const { workers, start } = company();
    let over = 0;
    const cancel = runExperiments(
      keys.map((key) => job(key)),
      (message) => heard.push(message),
      () => over++,
      { cores, start },
    );
    return { workers, cancel, over: () => over };
  };

  test('are as many as cores, but not more than jobs; each takes the next job when it is done', () => {
    const { workers, over } = pool(['a', 'b', 'c'], 2);
    workers[1]?.say(done('b'));
    expect(workers.map(({ sent }) => sent)).toEqual([['a'], ['b', 'c']]);
    workers[0]?.say(done('a'));
    expect([workers[0]?.alive, over()]).toEqual([false, 0]);
    workers[1]?.say(done('c'));
    expect([workers[1]?.alive, over()]).toEqual([false, 1]);
    expect(pool(['a'], 8).workers.length).toBe(1);
  });

  test('are replaced when they crash, and the job fails', () => {
    const { workers, over } = pool(['a', 'b'], 1);
    workers[0]?.crash();
    expect(heard).toEqual([{ kind: 'failed', key: 'a', reason: 'out of memory' }]);
    expect(workers.map(({ sent, alive }) => [sent, alive])).toEqual([
      [['a'], false],
      [['b'], true],
    ]);
    workers[1]?.crash();
    expect([over(), workers.length]).toEqual([1, 2]);
  });

  test('end at once when cancelled, and are not heard any more', () => {
    const { workers, cancel, over } = pool(['a', 'b', 'c'], 2);
    cancel();
    workers[0]?.say(done('a'));
    expect(workers.map(({ alive }) => alive)).toEqual([false, false]);
    expect([heard.length, over()]).toEqual([0, 0]);
  });
});

describe('experiments of a page', () => {
  test('keep what is finished, run only what is missing, and hold the page busy meanwhile', () => {
    const { workers, start } = company();
    const idle = createIdleTracker({ write: () => {}, afterPaint: (callback) => callback() });
    idle.frameIngested();
    const experiments = createExperiments(idle, (jobs, heard, over) =>
      runExperiments(jobs, heard, over, { cores: 1, start }),
    );
    const { store } = experiments;
    experiments.start([job('a'), job('b')]);
    expect([idle.idle, store.getState().running]).toEqual([false, true]);
    workers[0]?.say({ kind: 'progress', key: 'a', share: 0.5 });
    expect(store.getState().shares).toEqual({ a: 0.5 });
    workers[0]?.say(done('a'));
    experiments.cancel();
    expect([idle.idle, store.getState().running, store.getState().ended]).toEqual([true, false, 1]);
    experiments.start([job('a'), job('b')]);
    expect(workers[1]?.sent).toEqual(['b']);
    workers[1]?.say({ kind: 'failed', key: 'b', reason: 'broken' });
    expect(store.getState()).toMatchObject({ running: false, fault: 'broken', figures: { a: FIGURES } });
    expect(idle.idle).toBe(true);
    experiments.start([job('a')]);
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

  test('has the range of all runs, with air around it', () => {
    expect(plotRange([[5, 6], [4], []])).toEqual({ low: 3.5, high: 6.5 });
    expect(plotRange([])).toEqual({ low: 0, high: 1 });
  });
});
