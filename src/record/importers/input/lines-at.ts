import type { LineNumber } from '../../../protocol/ids.ts';
import { bytesOf, isGzip, type RecordSource } from './source.ts';

/** Lines to read around the requested one, because a user usually scrolls on from there. */
const KEPT = 4_000;
/** Longer lines are cut after this many characters. */
const LINE_MAX = 2_000;

/** Random access to the lines of one file. The file is read again on demand, because the whole text is not held in memory. */
export interface LinesOfFile {
  /** Lines `from` to `to`, counted from 1. Fewer at the end of the file. */
  lines(from: LineNumber, to: LineNumber): Promise<string[]>;
}

/** Gives access to the lines of a source. It caches the part that was read last. */
export function linesOfSource(source: RecordSource): LinesOfFile {
  let kept: { first: LineNumber; lines: string[] } = { first: 1, lines: [] };
  let whole = false;
  const has = (from: LineNumber, to: LineNumber): boolean =>
    from >= kept.first && (to < kept.first + kept.lines.length || whole);
  return {
    async lines(from, to) {
      if (!has(from, to)) {
        const first = Math.max(1, from - KEPT / 2);
        const read = await readLines(source, first, Math.max(to, first + KEPT));
        kept = { first, lines: read.lines };
        ({ whole } = read);
      }
      return kept.lines.slice(from - kept.first, to - kept.first + 1);
    },
  };
}

async function readLines(
  source: RecordSource,
  first: LineNumber,
  last: LineNumber,
): Promise<{ lines: string[]; whole: boolean }> {
  const gzip = isGzip(await headOf(source));
  const reader = bytesOf(source, gzip, () => undefined).getReader();
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let number = 1;
  let rest = '';
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read();
    const parts = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n');
    rest = done ? '' : (parts.pop() ?? '');
    for (const part of parts) {
      if (number >= first) lines.push(part.slice(0, LINE_MAX).replace(/\r$/, ''));
      if (number++ >= last) {
        // oxlint-disable-next-line no-await-in-loop
        await reader.cancel();
        return { lines, whole: false };
      }
    }
    if (done) return { lines, whole: true };
  }
}

async function headOf(source: RecordSource): Promise<Uint8Array<ArrayBufferLike>> {
  const reader = source.open().getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value ?? new Uint8Array();
}
