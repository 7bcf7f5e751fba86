import type { ReadingJob, ReadingMessage } from '../protocol/reading.ts';
import { createReading } from './read.ts';

/** Serves the page from inside the worker: one job at a time. To cancel one is to end the worker. */
const read = createReading();
const say = (message: ReadingMessage): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ReadingJob>) => {
  say({ state: 'begun' });
  read(data.kind, data.input, (share) => say({ state: 'progress', share })).then(
    (value) => say({ state: 'read', value }),
    (error: unknown) =>
      say({ state: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
