import type { EpochMillis } from '../../../protocol/units.ts';
import type { Bytes } from '../bytes/scan.ts';

/** A file, a pasted text, standard input: bytes with a name. */
export interface RecordSource {
  name: string;
  /** Its size in bytes as stored; null when it is not known. */
  size: number | null;
  /** When it was written last, milliseconds since 1970; null when it is not known. */
  modified: EpochMillis | null;
  /** Its bytes from the beginning. Asked for twice, except where `once` is set: to see what it is, and to read it. */
  open(): ReadableStream<Bytes>;
  /** It can be opened a single time (standard input). */
  once?: boolean;
}

/** A text as a source: what was pasted, and tests. */
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

/** What of a file is asked for at once. */
const PART = 8 * 1_048_576;

/** A file of the browser as a source. */
export function fileSource(file: File, name: string = file.name): RecordSource {
  return { name, size: file.size, modified: file.lastModified, open: () => inParts(file) };
}

/** A file's bytes. WebKit gives all of a blob as one chunk: nothing would be told or heard before its end. */
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
        // oxlint-disable-next-line no-await-in-loop -- one chunk behind the other
        const { done, value } = await part.read();
        if (!done) return controller.enqueue(value);
        part = null;
      }
    },
    cancel: (reason) => part?.cancel(reason),
  });
}

/** A source's bytes, unpacked; `counted` hears of the bytes as stored, which are what progress can be measured by. */
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

/** Whether a file begins as gzip does (RFC 1952: 1f 8b). */
export function isGzip(head: Bytes): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}
