/** Bytes of a link: base64url, raw deflate with a cap, a checksum. Uses what browsers and Node both have. */

/** A scenario of 10,000 commands is under 1 MB, one with all its branches a few; more than this is a bomb. */
export const INFLATED_MAX = 64 * 1024 * 1024;

const CHUNK = 0x8000;

/** Bytes as base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let i = 0; i < bytes.length; i += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(binary)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

/** Bytes of base64url text, or null when a character or the length is impossible. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Why a link is not unpacked; `most` in bytes. */
export function tooLarge(most: number): string {
  return `The link unpacks to more than ${most / 1024 / 1024} MB.`;
}

/** What a check number tells that does not fit: what has the end missing, and what was altered. */
export const CUT_OFF = 'The end of the link is missing: it was cut off on the way.';
export const CHANGED = 'The link was changed on the way: its check number does not fit.';

/** 32-bit FNV-1a over UTF-16 code units, as seven base-36 characters: catches slips, not malice. */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0');
}

/** Text compressed with raw deflate. The bytes differ between engines; what they hold does not. */
export async function deflate(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export interface Inflated {
  /** Everything that came out before the end or the fault. */
  text: string;
  /** `whole` = the data ended where it should; `broken` = it did not; `too-large` = more than the cap. */
  state: 'whole' | 'broken' | 'too-large';
}

/**
 * Undoes `deflate`, reading no further than about `max` bytes of output. Never throws. What comes before a fault is
 * only given for the pieces before it, so a small `piece` (bytes of input at a time) salvages more, slowly.
 */
export function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  max: number = INFLATED_MAX,
  piece: number = CHUNK,
): Promise<Inflated> {
  return textOf(pieces(bytes, piece).pipeThrough(new DecompressionStream('deflate-raw')), max);
}

/** The text of a file that is packed with gzip, under the same cap. Never throws. */
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

/** All of a file as text, with the byte order mark that `Blob.text()` leaves out: to some programs it is part of the first line. */
export async function textOfFile(file: Blob): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());
}

/**
 * A name that no other has: `bytes` random bytes as hex digits. `crypto.randomUUID` is missing on pages that came by plain http
 * from another machine; `getRandomValues` is there.
 */
export function randomId(bytes = 16): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((n) => n.toString(16).padStart(2, '0'))
    .join('');
}
