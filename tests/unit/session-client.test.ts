import { expect, test } from 'vitest';
import { createSessionClient } from '../../src/client/session-client.ts';
import type { WorkerHandle } from '../../src/client/worker-handle.ts';
import type { Frame } from '../../src/protocol/frame.ts';
import type { SessionApi } from '../../src/protocol/session-api.ts';
import { createSession } from '../../src/worker/session/session.ts';
import { collected } from '../fixtures/collect.ts';
import { fakeEngine } from '../fixtures/fake-simulation.ts';
import { fakeEnv, inject, twoMessages } from '../fixtures/session-harness.ts';

/** Workers in this thread that crash on demand. A crashed worker never answers again. */
function workers() {
  const crashes: ((reason: string) => void)[] = [];
  const ended: number[] = [];
  const asked: unknown[][] = [];
  const dead = new Set<number>();
  const refusing = new Set<number>();
  const start = (): WorkerHandle => {
    const id = crashes.length;
    const session = createSession(fakeEngine, fakeEnv());
    const api = new Proxy(session, {
      get(target, name: keyof SessionApi) {
        return (...args: never[]) => {
          asked.push([name, ...args]);
          if (name === 'open' && refusing.delete(id)) return Promise.resolve({ ok: false, errors: [] });
          return dead.has(id)
            ? new Promise(() => {})
            : (target[name] as (...given: never[]) => unknown)(...args);
        };
      },
    });
    crashes.push(() => {});
    return {
      api,
      onCrash: (listener) => {
        crashes[id] = listener;
      },
      terminate: () => void ended.push(id),
    };
  };
  return {
    start,
    ended,
    asked,
    freeze: (id: number) => dead.add(id),
    refuseOpen: (id: number) => refusing.add(id),
    crash: (id: number, reason: string) => crashes[id]?.(reason),
    started: () => crashes.length,
  };
}

async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
}

async function setup() {
  const pool = workers();
  const client = createSessionClient(pool.start);
  const frames: Frame[] = [];
  await client.subscribe(
    { transport: 'smtp', selected: 0, deliveries: 50 },
    (frame) => void frames.push(frame),
  );
  await client.open(twoMessages());
  return { pool, client, frames };
}

test('a crashed worker is replaced at the same place, with its live commands', async () => {
  const { pool, client, frames } = await setup();
  await client.seek({ step: 7 });
  await client.command(inject(3));
  await client.step('event', 1);
  const before = frames.at(-1);
  const hash = await client.ask('hash');
  pool.crash(0, 'out of memory');
  await settled();
  expect(pool.ended).toEqual([0]);
  expect(frames.at(-1)).toMatchObject({
    base: null,
    run: 2,
    cursor: before?.cursor,
    notice: { kind: 'crashed', text: 'The simulation crashed and was restarted here (out of memory).' },
  });
  expect(await client.ask('hash')).toBe(hash);
  await client.step('event', 1);
  expect(frames.at(-1)?.notice).toBeUndefined();
});

test('releases answers that are not kept while the worker lives', async () => {
  const { client } = await setup();
  const answers: WeakRef<object>[] = [];
  for (let i = 0; i < 10; i++) answers.push(new WeakRef(await client.ask('timeline', 0, 1_000_000, 4)));
  await collected();
  // The engine may still hold the last answer, but no earlier answer.
  expect(answers.filter((answer) => answer.deref() !== undefined).length).toBeLessThan(2);
});

test('restores the clock between two steps, too', async () => {
  const { pool, client, frames } = await setup();
  const { at } = await client.seek({ step: 7 });
  const { step } = await client.seek({ at: at + 1 });
  expect(frames.at(-1)?.cursor).toMatchObject({ step, at: at + 1 });
  pool.crash(0, 'out of memory');
  await settled();
  expect(frames.at(-1)).toMatchObject({ run: 2, cursor: { step, at: at + 1 } });
});

test('answers calls that waited for the crashed worker', async () => {
  const { pool, client } = await setup();
  await client.seek({ step: 5 });
  pool.freeze(0);
  const step = client.step('event', 1);
  const command = client.command(inject(1));
  const timeline = client.ask('timeline', 0, 10, 2);
  pool.crash(0, 'hung');
  expect((await step).step).toBe(5);
  expect(await command).toMatchObject({ ok: false, errors: [{ field: 'worker' }] });
  expect(await timeline).toEqual({ from: 0, to: 10, counts: [], marks: [], branches: [] });
});

test('a scenario crosses to the page once, and its changes every time', async () => {
  const { pool, client } = await setup();
  await client.command(inject(3));
  const answers = pool.asked.filter(([name]) => name === 'edits');
  expect(answers).toEqual([
    ['edits', 0],
    ['edits', 1],
  ]);
  expect(pool.asked.some(([name]) => name === 'save')).toBe(false);
  pool.crash(0, 'hung');
  await settled();
  expect((await client.save()).live).toHaveLength(1);
  await client.command(inject(4));
  expect(pool.asked.at(-1)).toEqual(['edits', 1]);
  expect((await client.save()).live).toHaveLength(2);
});

test('brings back the scenario opened last after the first one could not be opened', async () => {
  const { pool, client } = await setup();
  pool.refuseOpen(1);
  pool.crash(0, 'hung');
  await settled();
  await client.open({ ...twoMessages(), title: 'another' });
  pool.crash(1, 'hung');
  await settled();
  expect((await client.save()).scenario.title).toBe('another');
});

test('a question reaches the session with all its arguments', async () => {
  const { pool, client } = await setup();
  await client.ask('timeline', 0, 10, 2, true);
  expect(pool.asked.at(-1)).toEqual(['ask', 'timeline', 0, 10, 2, true]);
});

test('gives up a worker that keeps crashing, and still answers every call', async () => {
  const { pool, client } = await setup();
  let fatal = '';
  client.onFatal((text) => {
    fatal = text;
  });
  for (let i = 0; i < 4; i++) {
    pool.crash(i, 'no script');
    await settled();
  }
  expect(pool.started()).toBe(4);
  expect(fatal).toBe('The simulation crashed 4 times and was stopped (no script).');
  expect((await client.step('event', 1)).step).toBe(0);
  expect((await client.open(twoMessages())).ok).toBe(false);
});

test('shows nothing that a replaced worker still sends', async () => {
  const { pool, client, frames } = await setup();
  pool.crash(0, 'late');
  await settled();
  const count = frames.length;
  await client.step('event', 1);
  expect(frames.length).toBe(count + 1);
  expect(frames.every((frame) => frame.run <= 2)).toBe(true);
});
