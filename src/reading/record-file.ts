import { inflateGzip } from '../scenario/bytes.ts';
import { type BundlePart, isBundle, splitBundle } from '../scenario/record/bundle.ts';

/** Returns the parts of a shared record, plain or gzipped; null when it is not one or unpacks to more than the limit. */
export async function readRecordFile(input: unknown): Promise<BundlePart[] | null> {
  if (!(input instanceof Blob)) throw new TypeError('what is read must be a file');
  const [first, second] = new Uint8Array(await input.slice(0, 2).arrayBuffer());
  const packed = first === 0x1f && second === 0x8b;
  if (!packed) return isBundle(await input.slice(0, HEAD).text()) ? splitBundle(await input.text()) : null;
  const { text, state } = await inflateGzip(input);
  return state === 'whole' ? splitBundle(text) : null;
}

/** Number of leading bytes that show whether a file is a record. */
const HEAD = 64;
