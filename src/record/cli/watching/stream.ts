import type { Readable } from 'node:stream';
import type { Following, Listener } from './follow.ts';
import { LineCutter } from './line-cutter.ts';

/** Follows what comes out of a stream: standard input, or another program. */
export function followStream(stream: Readable, to: Listener, name: string): Following {
  const cutter = new LineCutter((lines) => to.lines(lines, Date.now()));
  stream.on('data', (chunk: Buffer) => cutter.take(chunk));
  stream.on('end', () => {
    cutter.flush();
    to.ended(`${name} has ended`);
  });
  stream.on('error', (error) => to.ended(`${name}: ${error.message}`));
  return { stop: () => void stream.destroy() };
}
