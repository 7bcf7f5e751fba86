import type { FilePlace, ProcessId } from '../../../protocol/ids.ts';
import {
  type EpochMicros,
  type EpochSeconds,
  MICROS_PER_SECOND,
  type Micros,
} from '../../../protocol/units.ts';
import { type Bytes } from '../bytes/scan.ts';

const SIZE_MAX = 1 << 20;
const SIZE_MIN = 1 << 12;
/** A line of a log has seldom fewer bytes. */
const LINE = 100;

/**
 * Remembers the last million lines by a hash of stamp, process and text, to see which are read a second time: pieces of a
 * rotated log overlap, daemons write a stretch again after a restart, one log is given in two forms. The host is not
 * part of it: it may be written short in one file and in full in another.
 *
 * A line whose stamp has whole seconds is compared with all of that second, since the other form may have microseconds.
 */
export class Recent {
  private readonly exact: Marks;
  private readonly bySecond: Marks | null;
  private repeating = false;

  /**
   * @param several there are several files, which may be forms of one log.
   * @param bytes how much will be read, about: small texts need no large tables.
   */
  constructor(several: boolean, bytes: number) {
    const size = Math.min(SIZE_MAX, Math.max(SIZE_MIN, 2 ** Math.ceil(Math.log2(bytes / LINE + 1))));
    this.exact = new Marks(size);
    this.bySecond = several ? new Marks(size) : null;
  }

  /**
   * True when the line was read before: in another file, or in this one when its stamps have gone back (`high` is the
   * latest so far). Two lines of one second that are alike are two lines.
   */
  repeated(time: EpochMicros, resolution: Micros, high: EpochMicros, file: FilePlace, hash: number): boolean {
    const whole = resolution >= MICROS_PER_SECOND;
    const seconds = mix(hash, Math.floor(time / MICROS_PER_SECOND), 0);
    const key = whole ? seconds : mix(hash, Math.floor(time / MICROS_PER_SECOND), time % MICROS_PER_SECOND);
    const marks = whole && this.bySecond !== null ? this.bySecond : this.exact;
    const before = marks.file(key);
    const back = this.repeating ? time <= high : time < (whole ? high - MICROS_PER_SECOND : high);
    this.repeating = before >= 0 && (before !== file || back);
    if (this.repeating) return true;
    marks.put(key, file);
    if (!whole) this.bySecond?.put(seconds, file);
    return false;
  }
}

/** Hashes, each with the file where it was seen last; old ones are overwritten. */
class Marks {
  private readonly hashes: Uint32Array;
  private readonly files: Uint16Array;

  constructor(size: number) {
    this.hashes = new Uint32Array(size);
    this.files = new Uint16Array(size);
  }

  file(hash: number): number {
    const slot = hash & (this.hashes.length - 1);
    return this.hashes[slot] === hash ? (this.files[slot] ?? 0) : -1;
  }

  put(hash: number, file: FilePlace): void {
    const slot = hash & (this.hashes.length - 1);
    this.hashes[slot] = hash;
    this.files[slot] = file;
  }
}

function mix(hash: number, second: EpochSeconds, micros: Micros): number {
  let mixed = hash ^ Math.imul(second | 0, 0x9e3779b1) ^ Math.imul(micros + 1, 0x85ebca6b);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** The beginning, the end and the length tell lines apart as well as all of it, in a third of the time. */
export function lineHash(pid: ProcessId, buf: Bytes, from: number, to: number): number {
  let hash = Math.imul(pid, 0x85ebca6b) ^ (to - from);
  const middle = Math.min(to, from + 44);
  for (let at = from; at < middle; at++) hash = Math.imul(hash ^ (buf[at] ?? 0), 0x01000193);
  for (let at = Math.max(middle, to - 28); at < to; at++) hash = Math.imul(hash ^ (buf[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}
