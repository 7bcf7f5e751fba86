import type { Readable } from 'node:stream';
import type { Following, Listener } from './follow.ts';

const NEWLINE = 10;

/** Follows what comes out of a stream: standard input, or another program. */
export function followStream(stream: Readable, to: Listener, name: string): Following {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    rest = bytes.subarray(end);
    if (end > 0) to.lines(bytes.subarray(0, end), Date.now());
  });
  stream.on('end', () => {
    if (rest.length > 0) to.lines(Buffer.concat([rest, Buffer.from('\n')]), Date.now());
    to.ended(`${name} has ended`);
  });
  stream.on('error', (error) => to.ended(`${name}: ${error.message}`));
  return { stop: () => void stream.destroy() };
}
