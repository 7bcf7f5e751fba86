import { expect, test } from 'vitest';
import { createSeekQueue } from '../../src/panels/timeline/seek-queue.ts';

function session() {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const events: string[] = [];
  const queue = createSeekQueue(
    (at) =>
      new Promise((resolve, reject) => {
        asked.push(at);
        answers.push(at < 0 ? () => reject(new Error('gone')) : () => resolve(at));
      }),
    () => void events.push('idle'),
  );
  queue.begin();
  const answer = async (): Promise<void> => {
    answers.shift()?.();
    for (let i = 0; i < 4; i++) await Promise.resolve();
  };
  return { queue, asked, answer, events };
}

test('keeps only the newest pending position while a seek is unanswered', async () => {
  const { queue, asked, answer, events } = session();
  for (const at of [1, 2, 3]) queue.seek(at);
  expect(asked).toEqual([1]);
  queue.end();
  await answer();
  expect(asked).toEqual([1, 3]);
  expect(events).toEqual([]);
  await answer();
  expect(events).toEqual(['idle']);
});

test('sends the next seek when a frame arrives, with at most two unanswered', async () => {
  const { queue, asked, answer, events } = session();
  queue.seek(1);
  queue.seek(2);
  queue.frameArrived();
  expect(asked).toEqual([1, 2]);
  queue.seek(3);
  // The first seek is answered now; the second one is still pending.
  await answer();
  expect(asked).toEqual([1, 2]);
  queue.frameArrived();
  expect(asked).toEqual([1, 2, 3]);
  queue.seek(4);
  queue.frameArrived();
  expect(asked).toEqual([1, 2, 3]);
  await answer();
  expect(asked).toEqual([1, 2, 3, 4]);
  await answer();
  await answer();
  // All seeks are answered, but the pointer is still down, so nothing is reported.
  expect(events).toEqual([]);
  queue.end();
  expect(events).toEqual(['idle']);
});

test('sends the pending position after a seek has failed', async () => {
  const { queue, asked, answer, events } = session();
  queue.seek(-1);
  queue.seek(5);
  queue.end();
  await answer();
  expect(asked).toEqual([-1, 5]);
  await answer();
  expect(events).toEqual(['idle']);
});
