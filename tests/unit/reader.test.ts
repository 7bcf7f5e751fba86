import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobThread } from '../../src/client/job-thread.ts';
import { readingWorks } from '../../src/reading/read.ts';
import { createReader } from '../../src/client/reader.ts';
import { encodeLink } from '../../src/scenario/link.ts';
import { firstLetter } from '../../src/scenes/first-letter.ts';
import { readFile, readLink } from '../../src/store/reading.ts';
import { readLesson } from '../../src/learn/store/reading-lesson.ts';
import { type ToldThread, toldThreads } from '../fixtures/job-threads.ts';
import { sameThreadReader } from '../fixtures/reader.ts';

let threads: ToldThread[];
let start: () => JobThread;

beforeEach(() => {
  ({ threads, start } = toldThreads());
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('refuses a link not read within half a second, and ends its worker', async () => {
  const reader = createReader(start);
  const link = readLink(reader, '#s=AAAA');
  await vi.dynamicImportSettled();
  // The time limit has not begun: a minute on a slow network is not a fault of the link.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads[0]?.alive).toBe(true);
  threads[0]?.say('begun');
  await vi.advanceTimersByTimeAsync(499);
  expect(threads[0]?.alive).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(await link).toEqual({
    ok: false,
    reason: 'too-slow',
    detail: 'Reading was stopped after 0.5 s.',
  });
  expect(threads[0]?.alive).toBe(false);
  const again = readLink(reader, '#s=AAAA', true);
  await vi.dynamicImportSettled();
  threads[1]?.say('begun');
  await vi.advanceTimersByTimeAsync(4_000);
  threads[1]?.done({ ok: false, reason: 'foreign', detail: 'x' });
  expect(await again).toMatchObject({ reason: 'foreign' });
  // The first worker has answered, so the next job uses it.
  void reader.read('link', '#s=B');
  await vi.dynamicImportSettled();
  expect(threads).toHaveLength(2);
});

test('gives a lesson in an address more time when half a second was too little', async () => {
  const reader = createReader(start);
  const lesson = readLesson(reader, 'AAAA');
  await vi.dynamicImportSettled();
  threads[0]?.say('begun');
  await vi.advanceTimersByTimeAsync(500);
  await vi.dynamicImportSettled();
  expect(threads[0]?.alive).toBe(false);
  threads[1]?.say('begun');
  await vi.advanceTimersByTimeAsync(4_000);
  threads[1]?.done(['no lesson']);
  expect(await lesson).toEqual({ ok: true, value: ['no lesson'] });
});

test('loads what reading a lesson needs before its time begins', async () => {
  const said: string[] = [];
  const works = readingWorks(() => {
    said.push('fetched');
    return import('../../src/learn/reading/lesson.ts');
  });
  const desk = {
    say: (word: unknown) => said.push(String(word)),
    stopped: () => false,
    handOver: () => undefined,
  };
  await (await works.lesson?.())?.('AAAA', desk);
  expect(said.slice(0, 2)).toEqual(['fetched', 'begun']);
});

test('a file reports its progress and can be cancelled', async () => {
  const reader = createReader(start);
  const shares: (number | undefined)[] = [];
  reader.subscribe(() => shares.push(reader.now?.share));
  const file = readFile(reader, { text: '{}' });
  await vi.dynamicImportSettled();
  threads[0]?.say('begun');
  threads[0]?.say(0.3);
  expect(shares).toEqual([0, 0.3]);
  reader.now?.cancel();
  expect(await file).toMatchObject({ ok: false, detail: 'Reading was cancelled.' });
  expect([threads[0]?.alive, reader.now]).toEqual([false, null]);
  // A message from a worker that was ended is ignored.
  threads[0]?.done({ ok: true, hash: '#' });
  expect(shares.at(-1)).toBeUndefined();
});

test('gives an answer when a worker fails, cannot start or cannot take the request', async () => {
  const failing = createReader(start);
  const link = readLink(failing, '#s=A');
  await vi.dynamicImportSettled();
  threads[0]?.crash('no file');
  expect(await link).toEqual({ ok: false, reason: 'unread', detail: 'It could not be read (no file).' });
  const none = createReader(() => {
    throw new Error('no workers here');
  });
  expect(await readLink(none, '#s=A')).toMatchObject({ reason: 'unread' });
  const deaf = createReader(() => ({
    ...start(),
    post() {
      throw new DOMException('could not be cloned', 'DataCloneError');
    },
  }));
  expect(await readFile(deaf, { scenario: () => 1 })).toMatchObject({
    ok: false,
    detail: expect.stringContaining('could not be cloned'),
  });
});

test('refuses by name what a page may not read as a scenario', async () => {
  vi.useRealTimers();
  const reader = sameThreadReader();
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  for (const scenario of [cycle, { seed: 1n }, undefined]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await readFile(reader, { scenario })).toEqual({
      ok: false,
      detail: 'This scenario cannot be written as JSON.',
    });
  }
  const opened = await readFile(reader, { scenario: firstLetter.scenario });
  if (!opened.ok) throw new Error(opened.detail);
  const cursor = { at: 0, step: 0, event: 0, decision: 0 };
  expect(opened.hash).toBe(await encodeLink({ scenario: firstLetter.scenario, live: [], cursor, branch: 1 }));
  expect(await readLink(reader, opened.hash)).toMatchObject({ ok: true, scenario: firstLetter.scenario });
});
