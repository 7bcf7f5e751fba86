import { expect, test } from 'vitest';
import { fileSource } from '../../src/record/importers/input/source.ts';

const MEGABYTE = 1_048_576;

/** A File whose stream returns the whole content as one chunk, as in WebKit. */
class WholeFile extends File {
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return inOneChunk(this);
  }

  override slice(from?: number, to?: number): Blob {
    const part = super.slice(from, to);
    part.stream = () => inOneChunk(part);
    return part;
  }
}

function inOneChunk(blob: Blob): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(await blob.arrayBuffer()));
      controller.close();
    },
  });
}

test('a large file comes in parts of any size and is complete', async () => {
  const bytes = new Uint8Array(20 * MEGABYTE + 7).map((_, at) => at % 251);
  const reader = fileSource(new WholeFile([bytes], 'mail.log'))
    .open()
    .getReader();
  const chunks: Uint8Array[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(8 * MEGABYTE);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test('an empty file has no part', async () => {
  const reader = fileSource(new WholeFile([], 'mail.log')).open().getReader();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});
