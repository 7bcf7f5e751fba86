import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdThread } from '../../src/client/job-thread.ts';
import { createJobs } from '../../src/client/jobs.ts';
import { firstPassAdvance, firstPassBegin, firstPassFigures } from '../../src/core/experiments/first-pass.ts';
import { RESULT_TABLES } from '../../src/scenes/tables/tables.ts';
import type { JobOutcome } from '../../src/protocol/jobs.ts';
import { createIdleTracker } from '../../src/store/idle.ts';
import { createBatch } from '../../src/store/jobs.ts';
import type { Works } from '../../src/protocol/serve-jobs.ts';
import { POOL_WORKS } from '../../src/worker/hosts/works.ts';
import { toldThreads, workingThread } from '../fixtures/job-threads.ts';

/** Makes a pool for jobs of kind `policies`, each with one word as input. `heard` collects the results. */
function pool(cores: number) {
  const { threads, start } = toldThreads();
  const jobs = createJobs({ cores, start });
  const heard: string[] = [];
  const ask = (word: string, soon = false): (() => void) =>
    jobs.run(
      'policies',
      word,
      { ended: (outcome) => heard.push(`${word} ${outcome.ok ? 'done' : outcome.why}`) },
      soon,
    );
  return { threads, heard, ask };
}

describe('the pool', () => {
  test('has a thread per core, at most one per job, each taking the next job when done', () => {
    const { threads, heard, ask } = pool(2);
    for (const word of ['a', 'b', 'c']) ask(word);
    expect(threads.map(({ sent }) => sent)).toEqual([['a'], ['b']]);
    threads[1]?.done({});
    expect(threads.map(({ sent }) => sent)).toEqual([['a'], ['b', 'c']]);
    threads[0]?.done({});
    threads[1]?.done({});
    expect(heard).toEqual(['b done', 'a done', 'c done']);
    // One thread is kept for the next job; the second thread has ended.
    expect(threads.map(({ alive }) => alive)).toEqual([true, false]);
    ask('d');
    expect(threads[0]?.sent).toEqual(['a', 'd']);
  });

  test('does jobs in the order of asking, except those wanted soon', () => {
    const { threads, ask } = pool(1);
    for (const word of ['a', 'b', 'c']) ask(word);
    ask('now', true);
    for (let i = 0; i < 4; i++) threads[0]?.done({});
    expect(threads[0]?.sent).toEqual(['a', 'now', 'b', 'c']);
  });

  test('answers for a crashed thread and continues with another', () => {
    const { threads, heard, ask } = pool(1);
    ask('a');
    ask('b');
    threads[0]?.say({});
    threads[0]?.crash();
    expect(heard).toEqual(['a crashed']);
    expect(threads.map(({ sent, alive }) => [sent, alive])).toEqual([
      [['a'], false],
      [['b'], true],
    ]);
  });

  test('retries once, and only once, when a new thread crashes before its first message', () => {
    const { threads, heard, ask } = pool(1);
    ask('a');
    threads[0]?.crash();
    expect(heard).toEqual([]);
    expect(threads.map(({ sent, alive }) => [sent, alive])).toEqual([
      [['a'], false],
      [['a'], true],
    ]);
    threads[1]?.crash();
    expect(heard).toEqual(['a crashed']);
    // The thread has done a job before, so it could be loaded, and this job must have caused the crash.
    ask('b');
    threads[2]?.done({});
    ask('c');
    threads[2]?.crash();
    expect(heard).toEqual(['a crashed', 'b done', 'c crashed']);
  });

  test('answers so when it can start no thread', () => {
    const jobs = createJobs({
      cores: 1,
      start: () => {
        throw new Error('workers are forbidden here');
      },
    });
    const heard: JobOutcome<'policies'>[] = [];
    jobs.run('policies', 'a', { ended: (outcome) => heard.push(outcome) });
    expect(heard).toEqual([{ ok: false, why: 'crashed', reason: 'workers are forbidden here' }]);
  });

  test('ignores a cancelled job, ends its thread and begins the next', () => {
    const { threads, heard, ask } = pool(1);
    const cancels = ['a', 'b', 'c'].map((word) => ask(word));
    cancels[1]?.();
    cancels[0]?.();
    threads[0]?.done({});
    expect(heard).toEqual([]);
    expect(threads.map(({ sent, alive }) => [sent, alive])).toEqual([
      [['a'], false],
      [['c'], true],
    ]);
    cancels[0]?.();
    expect(threads[1]?.alive).toBe(true);
  });

  test('never runs more jobs than cores, and answers every kept job once, in order', () => {
    const deed = fc.constantFrom('ask', 'soon', 'done', 'fail', 'crash', 'cancel');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.tuple(deed, fc.nat(20)), { maxLength: 60 }),
        (cores, deeds) => {
          const { threads, start } = toldThreads();
          const jobs = createJobs({ cores, start });
          const queue: number[] = [];
          const running = new Map<number, (typeof threads)[number]>();
          const answered: number[] = [];
          const heard: [number[], number][] = [];
          const cancels = new Map<number, () => void>();
          const atWork = (job: number) => threads.find(({ alive, sent }) => alive && sent.at(-1) === job);
          const begun = (): void => {
            while (running.size < cores && queue.length > 0) {
              const job = queue.shift()!;
              const thread = atWork(job);
              expect(thread, `job ${job} is next`).toBeDefined();
              running.set(job, thread!);
            }
          };
          for (const [i, [what, which]] of deeds.entries()) {
            if (what === 'ask' || what === 'soon') {
              if (what === 'ask') queue.push(i);
              else queue.unshift(i);
              cancels.set(i, jobs.run('policies', i, { ended: () => answered.push(i) }, what === 'soon'));
            } else if (what === 'cancel') {
              const job = [...queue, ...running.keys()][which];
              if (job === undefined) continue;
              if (queue.includes(job)) queue.splice(queue.indexOf(job), 1);
              running.delete(job);
              cancels.get(job)?.();
            } else {
              const [job, thread] = [...running][which % cores] ?? [];
              if (job === undefined || thread === undefined) continue;
              running.delete(job);
              const before = answered.length;
              // Let the thread answer first, because a crash before its first message would only restart it.
              if (what === 'crash') thread.say('words');
              thread[what]('words');
              heard.push([answered.slice(before), job]);
            }
            begun();
            expect(threads.filter(({ alive }) => alive).length).toBeLessThanOrEqual(cores + 1);
          }
          expect(heard.map(([said]) => said)).toEqual(heard.map(([, job]) => [job]));
          expect(new Set(answered).size).toBe(answered.length);
        },
      ),
    );
  });
});

describe('a batch', () => {
  const page = (cores: number) => {
    const { threads, start } = toldThreads();
    const idle = createIdleTracker({ write: () => {}, afterPaint: (callback) => callback() });
    idle.frameIngested();
    return { threads, idle, batch: createBatch(idle, createJobs({ cores, start })) };
  };

  test('is over when all have ended; the page is busy until then', () => {
    const { threads, idle, batch } = page(1);
    const heard: unknown[] = [];
    batch.start('policies', ['a', 'b'], {
      ended: (place, { ok }) => void heard.push([place, ok]),
      over: () => heard.push('over'),
    });
    expect(idle.idle).toBe(false);
    threads[0]?.done({});
    threads[0]?.fail('no such policy');
    expect(heard).toEqual([[0, true], [1, false], 'over']);
    expect(idle.idle).toBe(true);
  });

  test('ends when cancelled, when a job says so, and when another replaces it', () => {
    const { threads, idle, batch } = page(2);
    const heard: string[] = [];
    const listener = { ended: () => true, over: () => heard.push('over') };
    batch.start('policies', ['a', 'b', 'c', 'd'], listener);
    batch.cancel();
    batch.cancel();
    expect([heard, threads.map(({ alive }) => alive)]).toEqual([['over'], [false, false]]);
    batch.start('policies', ['e', 'f', 'g'], listener);
    threads[2]?.done({});
    expect(heard).toEqual(['over', 'over']);
    batch.start('policies', ['h'], listener);
    batch.start('policies', ['i'], listener);
    expect(heard).toEqual(['over', 'over', 'over']);
    expect(new Set(threads.flatMap(({ sent }) => sent))).toEqual(new Set('abefhi'));
    expect(idle.idle).toBe(false);
    batch.cancel();
    expect(idle.idle).toBe(true);
  });
});

describe('real work', () => {
  const scenario = RESULT_TABLES[0]!.rows[0]!.scenario(1);
  const pooled = (works: Works = POOL_WORKS) => createJobs({ cores: 1, start: () => workingThread(works) });

  test('reports progress from 0 to 1, never backwards, and gives the engine’s answer', async () => {
    const shares: number[] = [];
    const outcome = await new Promise((resolve) =>
      pooled().run('first-pass', scenario, { said: (share) => shares.push(share), ended: resolve }),
    );
    const pass = firstPassBegin(scenario);
    while (!firstPassAdvance(pass, 1_000_000));
    expect(outcome).toEqual({ ok: true, value: firstPassFigures(pass) });
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([shares[0]! >= 0, shares.at(-1)! <= 1]).toEqual([true, true]);
  });

  test('of timer costs raises its share, and reports every point before the end', async () => {
    const shares: number[] = [];
    const points: unknown[] = [];
    const outcome = await new Promise((resolve) =>
      pooled().run(
        'timer-cost',
        { pendings: [100, 1000], repeats: 2, tick: 1, size: 20 },
        {
          said: (said) => ('point' in said ? points.push(said.point) : shares.push(said.share)),
          ended: resolve,
        },
      ),
    );
    expect(outcome).toEqual({ ok: true, value: 4 });
    expect(points).toMatchObject([
      { structure: 'wheel', pending: 100 },
      { structure: 'heap', pending: 100 },
      { structure: 'wheel', pending: 1000 },
      { structure: 'heap', pending: 1000 },
    ]);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  test('answers refused input with its field, and a failure with its sentence', async () => {
    const bad = await new Promise((resolve) =>
      pooled().run('policy-figures', { workload: 7, policy: 0 }, { ended: resolve }),
    );
    expect(bad).toMatchObject({ ok: true, value: { ok: false } });
    const held = pooled().hold();
    expect(await held.run('attempt', 'maxproc smtp=20')).toEqual({
      ok: false,
      why: 'failed',
      reason: 'No record has been studied yet.',
    });
    expect(await held.run('follow-record', null)).toMatchObject({
      ok: false,
      reason: 'this thread does no job named follow-record',
    });
    expect(await held.run('check-settings', [{ name: (() => 1) as never, text: '' }])).toMatchObject({
      ok: false,
      why: 'failed',
    });
  });

  test('keeps the data of its jobs in a reserved thread', async () => {
    const held = pooled().hold();
    const report = await held.run('check-settings', [
      { name: 'main.cf', text: 'default_destination_concurrency_limit = 5000\n' },
    ]);
    expect(report).toMatchObject({ ok: true });
    expect(await held.run('settings-scene', 99)).toEqual({ ok: true, value: null });
  });

  test('returns partial results when stopped, and when a thread ends or crashes', async () => {
    const follow: Works['follow-record'] =
      () =>
      async (_, { say, stopped }) => {
        let compared = 0;
        while (!stopped()) {
          say({ compared: ++compared } as never);
          // oxlint-disable-next-line no-await-in-loop
          await new Promise((resolve) => setTimeout(resolve, 0));
        }
        return { compared } as never;
      };
    const held = pooled({ 'follow-record': follow }).hold();
    let said = 0;
    const outcome = await held.run('follow-record', null, () => {
      said += 1;
      if (said === 3) held.stop('follow-record');
    });
    expect(outcome).toEqual({ ok: true, value: { compared: 3 } });
    const endless = held.run('follow-record', null);
    held.end();
    expect(await endless).toMatchObject({ ok: false, why: 'ended' });

    const { threads, start } = toldThreads();
    const told = holdThread(start());
    const answers = [told.run('attempt', 'a'), told.run('attempt', 'b')];
    threads[0]?.crash('out of memory');
    const crashed = { ok: false, why: 'crashed', reason: 'out of memory' };
    expect(await Promise.all([...answers, told.run('attempt', 'c')])).toEqual([crashed, crashed, crashed]);
  });
});
