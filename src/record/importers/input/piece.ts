import { type Bytes, NEWLINE } from '../bytes/scan.ts';
import { decodeEntities } from '../lines/entities.ts';
import { readExport } from '../lines/export.ts';
import { readHeader } from '../lines/header.ts';
import { Entry, jsonStart, readJson } from '../lines/json.ts';
import { emptyLine, type Line } from '../lines/line.ts';
import { type Calendar, StampReader } from '../lines/stamp.ts';

/** Result of reading one line: a log line, another line, more bytes needed, or the end. */
export type Step = 'line' | 'other' | 'wait' | 'end';

/** Bytes read of one line. The rest of a longer line is skipped. */
const LINE_MAX = 65_536;

/** Splits one file into lines as chunks of bytes arrive. */
export class Piece {
  readonly line: Line = emptyLine();
  readonly stamps: StampReader;
  /** Number of the current line, or of the current entry of a journal export, from 1. */
  lineNumber = 0;
  /** Position of the current line's bytes, even if it is not a log line. */
  rawFrom = 0;
  rawTo = 0;
  /** True if the current line was longer than LINE_MAX. */
  cut = false;
  buf: Bytes = new Uint8Array(LINE_MAX * 2);
  private at = 0;
  private filled = 0;
  private ended = false;
  /** True while bytes up to the next newline belong to a line that was too long. */
  private skipping = false;
  private readonly entry: Entry;
  private readonly entries: boolean;
  /** Position of the next `&`; −1 = to be searched, Infinity = none. */
  private ampersand = -1;

  /** @param entries True for a journal export, which has entries instead of lines. */
  constructor(calendar: Calendar, entries: boolean) {
    this.stamps = new StampReader(calendar);
    this.entries = entries;
    this.entry = new Entry(this.line);
  }

  /** Appends a chunk after the unread bytes. */
  fill(chunk: Bytes): void {
    const rest = this.filled - this.at;
    const needed = rest + chunk.length;
    if (needed > this.buf.length) {
      const next = new Uint8Array(Math.max(needed, this.buf.length));
      next.set(this.buf.subarray(this.at, this.filled));
      this.buf = next;
    } else if (this.at > 0) this.buf.copyWithin(0, this.at, this.filled);
    this.buf.set(chunk, rest);
    this.ampersand = -1;
    this.at = 0;
    this.filled = needed;
  }

  /** Marks the end of input: unread bytes are the last line. */
  end(): void {
    this.ended = true;
  }

  /** Reads the next line or journal entry. `wait` = its rest has not arrived yet. */
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
    if (this.hasAmpersand(from, to)) to = decodeEntities(buf, from, to);
    this.rawFrom = from;
    this.rawTo = to;
    return this.readLine(from, to) ? 'line' : 'other';
  }

  private readLine(from: number, to: number): boolean {
    const { buf, stamps, line, entry } = this;
    if (buf[from] === 123) return readJson(buf, from, to, stamps, entry);
    if (readHeader(buf, from, to, stamps, line)) return true;
    const json = jsonStart(buf, from, to);
    return json >= 0 && readJson(buf, json, to, stamps, entry);
  }

  /** True if a range has an `&`. The position of the next one is remembered, so that a file without `&` is searched once. */
  private hasAmpersand(from: number, to: number): boolean {
    if (this.ampersand < from) {
      const found = this.buf.subarray(0, this.filled).indexOf(38, from);
      this.ampersand = found < 0 ? Infinity : found;
    }
    return this.ampersand < to;
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
