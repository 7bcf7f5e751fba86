import type { EpochMillis } from '../../../protocol/units.ts';
import type { Bytes } from '../bytes/scan.ts';

/** Named bytes: a file, pasted text or standard input. */
export interface RecordSource {
  name: string;
  /** Stored size in bytes. Null if unknown. */
  size: number | null;
  /** Last modification, milliseconds since 1970. Null if unknown. */
  modified: EpochMillis | null;
  /** Its bytes from the beginning. Called twice unless `once` is set: to identify the file, and to read it. */
  open(): ReadableStream<Bytes>;
  /** True if the source can be opened only once (standard input). */
  once?: boolean;
}

/** A text as a source, for pasted text and tests. */
export function textSource(
  name: string,
  text: string | Bytes,
  modified: EpochMillis | null = null,
): RecordSource {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return {
    name,
    size: bytes.length,
    modified,
    open: () =>
      new ReadableStream<Bytes>({
        start(controller) {
          controller.enqueue(bytes);
          controller.close();
        },
      }),
  };
}

/** Most bytes held in memory of a source that can be opened only once. */
const HELD_MAX = 64 * 1_048_576;

/**
 * Lets a source that can be opened only once (standard input) be opened again, while everything read from it is held in
 * memory.
 */
export function reopened(source: RecordSource): RecordSource & { isHeld: () => boolean } {
  if (source.once !== true) return { ...source, isHeld: () => true };
  const chunks: (Bytes | undefined)[] = [];
  let bytes = 0;
  let ended = false;
  let reader: ReadableStreamDefaultReader<Bytes> | null = null;
  /** The chunk that is being read. A cancelled stream may still wait for it, and a new stream then waits for the same chunk. */
  let pending: Promise<void> | null = null;
  const isHeld = (): boolean => bytes <= HELD_MAX;
  const readNext = async (): Promise<void> => {
    reader ??= source.open().getReader();
    const { done, value } = await reader.read();
    ended = done;
    if (value === undefined) return;
    bytes += value.length;
    chunks.push(value);
  };
  const open = (): ReadableStream<Bytes> => {
    let at = 0;
    return new ReadableStream<Bytes>({
      async pull(controller) {
        while (at >= chunks.length && !ended) {
          pending ??= readNext().finally(() => (pending = null));
          // oxlint-disable-next-line no-await-in-loop -- chunks must be read in order
          await pending;
        }
        const chunk = chunks[at];
        if (chunk === undefined) return controller.close();
        controller.enqueue(chunk);
        if (!isHeld()) chunks[at] = undefined;
        at++;
      },
    });
  };
  return { ...source, isHeld, open };
}

/** Bytes requested at a time. */
const PART = 8 * 1_048_576;

export function fileSource(file: File, name: string = file.name): RecordSource {
  return { name, size: file.size, modified: file.lastModified, open: () => inParts(file) };
}

/** Reads a file in parts. WebKit returns a whole blob as one chunk, so there would be no progress and no way to cancel before its end. */
function inParts(file: Blob): ReadableStream<Bytes> {
  let at = 0;
  let part: ReadableStreamDefaultReader<Bytes> | null = null;
  return new ReadableStream<Bytes>({
    async pull(controller) {
      for (;;) {
        if (part === null && at >= file.size) return controller.close();
        if (part === null) {
          part = file
            .slice(at, at + PART)
            .stream()
            .getReader();
          at += PART;
        }
        // oxlint-disable-next-line no-await-in-loop -- chunks must be read in order
        const { done, value } = await part.read();
        if (!done) return controller.enqueue(value);
        part = null;
      }
    },
    cancel: (reason) => part?.cancel(reason),
  });
}

/** A source's bytes, unpacked. `counted` receives the number of stored bytes read, which measures progress. */
export function bytesOf(
  source: RecordSource,
  gzip: boolean,
  counted: (bytes: number) => void,
): ReadableStream<Bytes> {
  const count = new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      counted(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const stream = source.open().pipeThrough(count);
  if (!gzip) return stream;
  return stream.pipeThrough(new DecompressionStream('gzip') as unknown as TransformStream<Bytes, Bytes>);
}

/** Checks for the gzip signature (RFC 1952: 1f 8b). */
export function isGzip(head: Bytes): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}
