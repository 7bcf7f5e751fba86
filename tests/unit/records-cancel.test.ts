import { expect, it } from 'vitest';
import { readRecord } from '../../src/record/importers/input/read.ts';
import { textSource } from '../../src/record/importers/input/source.ts';
import { viewOf } from '../../src/record/importers/view.ts';
import { finish } from '../../src/record/importers/store/finish.ts';

const CHUNKS = 100;

const removed = (id: number): string =>
  `2026-11-21T01:46:${String(id % 60).padStart(2, '0')}+00:00 vm postfix/qmgr[621]: 9DC8922${String(id).padStart(4, '0')}: removed\n`;

/** Makes a source that returns one chunk per request and counts the requests. */
function chunked(chunk: (place: number) => string) {
  const handed = { chunks: 0 };
  const source = {
    ...textSource('mail.log', Array.from({ length: CHUNKS }, (_, i) => chunk(i)).join('')),
    open: () => {
      let place = 0;
      return new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (place === CHUNKS) return controller.close();
            handed.chunks = Math.max(handed.chunks, place + 1);
            controller.enqueue(new TextEncoder().encode(chunk(place++)));
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
  return { source, handed };
}

const WIDE = 70_000;

it.each([
  ['lines of a log', (place: number) => removed(place) + removed(place + 200).padStart(WIDE)],
  [
    'one line of a log, then junk without end',
    (place: number) => (place === 0 ? removed(0).padEnd(WIDE, '\n') : 'x\n'.repeat(WIDE / 2)),
  ],
])('cancel stops reading %s within two chunks', async (_, chunk) => {
  const { source, handed } = chunked(chunk);
  let asked = 0;
  const result = await readRecord([source], { zone: 'UTC', now: 0, cancelled: () => ++asked === 5 });
  expect(result.cancelled).toBe(true);
  expect(handed.chunks).toBeGreaterThan(3);
  expect(handed.chunks).toBeLessThan(10);
  finish(result.builder.members.map(({ instance }) => instance));
  const view = viewOf(result, new Map(), 'UTC');
  expect(view.cancelled).toBe(true);
  expect(view.files[0]?.bytesRead).toBeGreaterThan(3 * WIDE);
  expect(view.files[0]?.bytesRead).toBeLessThan(10 * WIDE + 1000);
  expect(view.instances[0]?.lines).toBeGreaterThan(0);
});
