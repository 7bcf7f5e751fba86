import { type Bytes, NEWLINE } from '../bytes/scan.ts';
import { readExport } from '../lines/export.ts';
import { readHeader } from '../lines/header.ts';
import { Entry, readJson } from '../lines/json.ts';
import { emptyLine, type Line } from '../lines/line.ts';
import { type Calendar, StampReader } from '../lines/stamp.ts';

/** What comes next in a piece: a line of a log; something else; nothing until more bytes are here; the end. */
export type Step = 'line' | 'other' | 'wait' | 'end';

/** Lines are read so far; the rest of a longer one is passed over. */
const LINE_MAX = 65_536;

/** One file's lines, one after the other, from chunks of bytes as they come. */
export class Piece {
  readonly line: Line = emptyLine();
  readonly stamps: StampReader;
  /** The number of the present line, from 1 on; of an entry, where the file is a journal export. */
  lineNumber = 0;
  /** The present line's bytes, whatever it is. */
  rawFrom = 0;
  rawTo = 0;
  /** The present line was longer than what is read of a line. */
  cut = false;
  buf: Bytes = new Uint8Array(LINE_MAX * 2);
  private at = 0;
  private filled = 0;
  private ended = false;
  /** What comes up to the next newline belongs to a line that was too long. */
  private skipping = false;
  private readonly entry: Entry;
  private readonly entries: boolean;

  /** @param entries the file is a journal export: entries instead of lines. */
  constructor(calendar: Calendar, entries: boolean) {
    this.stamps = new StampReader(calendar);
    this.entries = entries;
    this.entry = new Entry(this.line);
  }

  /** Adds bytes behind those that wait. */
  fill(chunk: Bytes): void {
    const rest = this.filled - this.at;
    const needed = rest + chunk.length;
    if (needed > this.buf.length) {
      const next = new Uint8Array(Math.max(needed, this.buf.length));
      next.set(this.buf.subarray(this.at, this.filled));
      this.buf = next;
    } else if (this.at > 0) this.buf.copyWithin(0, this.at, this.filled);
    this.buf.set(chunk, rest);
    this.at = 0;
    this.filled = needed;
  }

  /** No more bytes come: what is left is the last line. */
  end(): void {
    this.ended = true;
  }

  /** Reads the next line, or entry of a journal: `wait` = the rest of it has not come, `end` = there is none. */
  next(): Step {
    return this.entries ? this.nextEntry() : this.nextLine();
  }

  private nextLine(): Step {
    const { buf } = this;
    for (;;) {
      if (this.at >= this.filled) return this.ended ? 'end' : 'wait';
      const found = buf.indexOf(NEWLINE, this.at);
      const newline = found < 0 || found >= this.filled ? this.filled : found;
      const whole = newline < this.filled || this.ended;
      if (!whole && newline - this.at < LINE_MAX) return 'wait';
      const from = this.at;
      this.at = Math.min(newline + 1, this.filled);
      const skipped = this.skipping;
      this.skipping = !whole;
      if (skipped) continue;
      return this.read(from, newline);
    }
  }

  private read(from: number, newline: number): Step {
    const { buf } = this;
    let to = newline;
    this.lineNumber++;
    this.cut = to - from > LINE_MAX;
    if (this.cut) to = from + LINE_MAX;
    else if (to > from && buf[to - 1] === 13) to--;
    this.rawFrom = from;
    this.rawTo = to;
    const known =
      buf[from] === 123
        ? readJson(buf, from, to, this.stamps, this.entry)
        : readHeader(buf, from, to, this.stamps, this.line);
    return known ? 'line' : 'other';
  }

  private nextEntry(): Step {
    const { buf } = this;
    while (this.at < this.filled && buf[this.at] === NEWLINE) this.at++;
    if (this.at >= this.filled) return this.ended ? 'end' : 'wait';
    const from = this.at;
    const end = readExport(buf, from, this.filled, this.ended, this.entry);
    if (end === -1) return 'wait';
    this.at = end < 0 ? this.filled : end;
    this.lineNumber++;
    this.cut = end < 0;
    this.rawFrom = from;
    this.rawTo = Math.min(this.at, from + LINE_MAX);
    return this.entry.line(this.stamps) ? 'line' : 'other';
  }
}
