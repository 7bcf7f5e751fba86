import { expect, test } from 'vitest';
import { createFlight } from '../../src/panels/timeline/flight.ts';

/** A session that answers when told to. */
function session() {
  const asked: number[] = [];
  const answers: (() => void)[] = [];
  const events: string[] = [];
  const flight = createFlight(
    (at) =>
      new Promise((resolve, reject) => {
        asked.push(at);
        answers.push(at < 0 ? () => reject(new Error('gone')) : () => resolve(at));
      }),
    () => void events.push('rest'),
  );
  flight.begin();
  const answer = async (): Promise<void> => {
    answers.shift()?.();
    for (let i = 0; i < 4; i++) await Promise.resolve();
  };
  return { flight, asked, answer, events };
}

test('of the places asked for while one is gone to, only the newest is gone to, and the last one always', async () => {
  const { flight, asked, answer, events } = session();
  for (const at of [1, 2, 3]) flight.to(at);
  expect(asked).toEqual([1]);
  flight.end();
  await answer();
  expect(asked).toEqual([1, 3]);
  expect(events).toEqual([]);
  await answer();
  expect(events).toEqual(['rest']);
});

test('the next place is asked for when a picture has come, before its answer; a third one waits', async () => {
  const { flight, asked, answer, events } = session();
  flight.to(1);
  flight.to(2);
  flight.pictureCame();
  expect(asked).toEqual([1, 2]);
  flight.to(3);
  // The answer to the first does not free the session of the second.
  await answer();
  expect(asked).toEqual([1, 2]);
  flight.pictureCame();
  expect(asked).toEqual([1, 2, 3]);
  flight.to(4);
  flight.pictureCame();
  expect(asked).toEqual([1, 2, 3]);
  await answer();
  expect(asked).toEqual([1, 2, 3, 4]);
  await answer();
  await answer();
  // The hand rests, but it has not let go.
  expect(events).toEqual([]);
  flight.end();
  expect(events).toEqual(['rest']);
});

test('a request that failed is not the last', async () => {
  const { flight, asked, answer, events } = session();
  flight.to(-1);
  flight.to(5);
  flight.end();
  await answer();
  expect(asked).toEqual([-1, 5]);
  await answer();
  expect(events).toEqual(['rest']);
});
