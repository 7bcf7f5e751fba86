import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { EpochMillis } from '../../../src/protocol/units.ts';

/** The log of an afternoon, from the fixtures: RFC 3339 stamps, short queue ids. */
const FIXTURE = new URL('../../fixtures/records/logs/f1-afternoon/maillog.gz', import.meta.url);
/** Milliseconds from the start of one copy of the afternoon to the start of the next. */
const PERIOD = 400_000;

/**
 * Writes a log of about this many bytes. It repeats an afternoon; queue ids, process numbers, recipient names and times
 * differ in each copy.
 *
 * @returns lines and bytes written.
 */
export function writeMadeLog(path: string, bytes: number): { lines: number; bytes: number } {
  const lines = gunzipSync(readFileSync(FIXTURE)).toString('latin1').trimEnd().split('\n');
  const parts = lines.map((line) => ({
    start: Date.parse(`${line.slice(0, 19)}Z`),
    // Queue ids, process numbers and local parts of addresses change. All other text stays.
    rest: line
      .slice(19)
      .split(/(?<![0-9A-Za-z])([0-9A-F]{11})(?![0-9A-Za-z])|(?<=\[)(\d+)(?=\]:)|(?<=to=<)([a-z0-9]+)(?=@)/),
  }));
  writeFileSync(path, '');
  let written = 0;
  let copies = 0;
  for (; written < bytes; copies++) {
    const text = parts
      .map(({ start, rest }) => `${stamp(start + copies * PERIOD)}${other(rest, copies)}\n`)
      .join('');
    appendFileSync(path, text, 'latin1');
    written += text.length;
  }
  return { lines: copies * lines.length, bytes: written };
}

function stamp(ms: EpochMillis): string {
  return new Date(ms).toISOString().slice(0, 19);
}

/** Replaces names in a line that was split at names: each text is followed by three groups, of which at most one is set. */
function other(rest: readonly (string | undefined)[], copy: number): string {
  let text = '';
  for (let i = 0; i < rest.length; i += 4) {
    text += rest[i] ?? '';
    const [id, pid, user] = rest.slice(i + 1, i + 4);
    if (id !== undefined) text += otherId(id, copy);
    else if (pid !== undefined) text += String(Number(pid) + copy * 7);
    else if (user !== undefined) text += `${user}.${copy}`;
  }
  return text;
}

/** Makes another queue id with the same microseconds and different inode digits, as on a machine with many files. */
function otherId(id: string, copy: number): string {
  return (
    id.slice(0, 5) +
    ((Number.parseInt(id.slice(5), 16) + copy * 4099) % 0x1000000).toString(16).toUpperCase().padStart(6, '0')
  );
}
