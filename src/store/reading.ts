import type { Reader } from '../client/reader.ts';
import type { ImportedLibrary } from '../protocol/library.ts';
import type { BundlePart } from '../scenario/record/bundle.ts';
import type { DecodedLink } from '../scenario/link.ts';

export type { Reader };

/** Decodes the run in an address. `again` allows more time than the first attempt. */
export async function readLink(reader: Reader, hash: string, again = false): Promise<DecodedLink> {
  const read = await reader.read(again ? 'link-again' : 'link', hash);
  if (read.ok) return read.value as DecodedLink;
  const { reason, detail } = read;
  return { ok: false, reason: reason === 'too-slow' ? 'too-slow' : 'unread', detail };
}

/** Reads the shared record in an address: its parts, or a sentence that says why it cannot be opened. */
export async function readRecord(reader: Reader, hash: string): Promise<BundlePart[] | string> {
  const read = await reader.read('record', hash);
  return read.ok ? (read.value as BundlePart[] | string) : read.detail;
}

/** Reads a shared record from a file; null if it is not one. */
export async function readRecordFile(reader: Reader, file: Blob): Promise<BundlePart[] | null> {
  const read = await reader.read('record-file', file);
  return read.ok ? (read.value as BundlePart[] | null) : null;
}

/** Reads a file's text (scenario, saved run, lesson) or a scenario value. Returns the equivalent link. */
export async function readFile(
  reader: Reader,
  input: { text: string } | { scenario: unknown },
): Promise<{ ok: true; hash: string } | { ok: false; detail: string }> {
  const read =
    'text' in input ? await reader.read('file', input.text) : await reader.read('scenario', input.scenario);
  return read.ok ? (read.value as Awaited<ReturnType<typeof readFile>>) : read;
}

/** Reads a library file. Runs whose links do not open are left out; the result names them. */
export async function readLibrary(reader: Reader, text: string): Promise<ImportedLibrary> {
  const read = await reader.read('library', text);
  return read.ok ? (read.value as ImportedLibrary) : read;
}
