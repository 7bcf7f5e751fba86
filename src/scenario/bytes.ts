/** Bytes of a link: base64url, raw deflate with a size limit, and a checksum. Uses only APIs that browsers and Node share. */

/** Maximum unpacked size, against decompression bombs. 10,000 commands are under 1 MB, a run with all branches a few MB. */
export const INFLATED_MAX = 64 * 1024 * 1024;

const CHUNK = 0x8000;

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let i = 0; i < bytes.length; i += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(binary)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

/** Decodes base64url; null when a character or the length is invalid. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export function tooLarge(most: number): string {
  return `The link unpacks to more than ${most / 1024 / 1024} MB.`;
}

/** Errors for a link whose end, with the checksum, is missing, and for a link whose checksum does not match. */
export const CUT_OFF = 'The end of the link is missing. Copy the whole link again.';
export const CHANGED = 'The link was changed on the way: its checksum does not match.';

/** Hashes UTF-16 code units (32-bit FNV-1a) to seven base-36 characters. Detects copying errors, not deliberate changes. */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0');
}

/** Compresses with raw deflate. The bytes differ between engines; the unpacked text does not. */
export async function deflate(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export interface Inflated {
  /** The text that could be unpacked: all of it, or the part before the fault or limit. */
  text: string;
  /** `whole` = complete; `broken` = damaged or cut off; `too-large` = more than the limit. */
  state: 'whole' | 'broken' | 'too-large';
}

/**
 * Undoes `deflate`; stops at about `max` bytes of output. Never throws. The input is unpacked in pieces of `piece` bytes, and
 * everything before a damaged piece is returned: a smaller `piece` saves more text, but is slower.
 */
export function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  max: number = INFLATED_MAX,
  piece: number = CHUNK,
): Promise<Inflated> {
  return textOf(pieces(bytes, piece).pipeThrough(new DecompressionStream('deflate-raw')), max);
}

/** Unpacks a gzip file; stops at about `max` bytes of output. Never throws. */
export function inflateGzip(file: Blob, max: number = INFLATED_MAX): Promise<Inflated> {
  return textOf(file.stream().pipeThrough(new DecompressionStream('gzip')), max);
}

async function textOf(stream: ReadableStream<Uint8Array>, max: number): Promise<Inflated> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), state: 'whole' };
      size += value.byteLength;
      if (size > max) {
        await reader.cancel();
        return { text, state: 'too-large' };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return { text, state: 'broken' };
  }
}

function pieces(bytes: Uint8Array<ArrayBuffer>, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
    },
  });
}

/**
 * The whole file as text. Keeps the byte order mark, which `Blob.text()` drops: some programs read it as part of the first
 * line.
 */
export async function textOfFile(file: Blob): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());
}

/**
 * A unique name: `bytes` random bytes as hex digits. `crypto.randomUUID` is missing on pages that come by plain http from
 * another machine; `getRandomValues` is not.
 */
export function randomId(bytes = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((n) => n.toString(16).padStart(2, '0'))
    .join('');
}
