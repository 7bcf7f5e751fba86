import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** What is told of a log that is followed. */
export interface Listener {
  /** Whole lines, in the order in which they were written; `read` = wall clock, milliseconds. */
  lines(bytes: Uint8Array, read: number): void;
  /** Another file took its place, its content was cut off, it is not there (any more), or it cannot be read. */
  changed(what: Change): void;
  /** Nothing more will come. */
  ended(reason: string): void;
}

export type Change = 'renamed' | 'truncated' | 'gone' | 'back';

/** Something that is followed until it is told to stop. */
export interface Following {
  stop(): void;
}

const LOOK_MS = 100;
const CHUNK = 262_144;
/** Of each file so much at once: what is followed must not keep the process from answering. */
const AT_ONCE = 16;
/** A daemon that writes keeps the old file open until it is told of the new one: both are read for so long. */
const OLD_MS = 60_000;
/** A file that was cut off and has grown beyond where it was is told by its first bytes. */
const HEAD = 64;
/** A line that is longer is handed over in parts. */
const REST_MAX = 1_048_576;
const NEWLINE = 10;

/**
 * Follows a file by its path, across renaming and truncation, as `tail -F` does, and without losing what is still written
 * to the old file. Begins `backlog` bytes before its end, at the start of a line.
 *
 * @throws when the file is not there, is a folder, or cannot be read.
 */
export function followFile(path: string, backlog: number, to: Listener): Following {
  const first = openTail(path);
  const { size } = fstatSync(first.fd);
  first.at = Math.max(0, size - backlog);
  first.cut = first.at > 0;
  return new FollowedFile(path, first, to);
}

interface Tail {
  fd: number;
  id: string;
  /** Bytes that were read of it. */
  at: number;
  /** It was begun in the middle: what comes before the first newline is no line. */
  cut: boolean;
  head: Uint8Array;
  /** A line without its end. */
  rest: Uint8Array;
  /** Since when it is an old one; 0 = it is the present one. */
  left: number;
}

function openTail(path: string): Tail {
  if (statSync(path).isDirectory()) throw new Error(`${path} is a folder; accepted: a file, or -`);
  const fd = openSync(path, 'r');
  const none = new Uint8Array(0);
  return { fd, id: idOf(fstatSync(fd)), at: 0, cut: false, head: none, rest: none, left: 0 };
}

const idOf = ({ dev, ino }: Stats): string => `${dev} ${ino}`;

class FollowedFile implements Following {
  private readonly path: string;
  private readonly to: Listener;
  private tails: Tail[];
  private gone = false;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private readonly buffer = new Uint8Array(CHUNK);

  constructor(path: string, first: Tail, to: Listener) {
    this.path = path;
    this.to = to;
    this.tails = [first];
    this.timer = setTimeout(() => this.look(), 0);
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const { fd } of this.tails) closeSync(fd);
    this.tails = [];
  }

  private look(): void {
    if (this.stopped) return;
    let more = false;
    for (const tail of this.tails) more = this.read(tail) || more;
    if (!more) {
      this.forgetOld();
      this.compare();
    }
    if (!this.stopped) this.timer = setTimeout(() => this.look(), more ? 0 : LOOK_MS);
  }

  /** True when there may be more. */
  private read(tail: Tail): boolean {
    if (this.wasCut(tail)) {
      tail.at = 0;
      tail.cut = false;
      tail.head = new Uint8Array(0);
      this.flush(tail);
      this.to.changed('truncated');
    }
    for (let i = 0; i < AT_ONCE; i++) {
      const length = readSync(tail.fd, this.buffer, 0, CHUNK, tail.at);
      if (length === 0) return false;
      if (tail.at < HEAD) this.keepHead(tail, length);
      tail.at += length;
      this.take(tail, this.buffer.subarray(0, length));
    }
    return true;
  }

  private keepHead(tail: Tail, length: number): void {
    const head = new Uint8Array(Math.min(HEAD, tail.at + length));
    head.set(tail.head.subarray(0, tail.at));
    head.set(this.buffer.subarray(0, head.length - tail.at), tail.at);
    tail.head = head;
  }

  private wasCut(tail: Tail): boolean {
    const { size } = fstatSync(tail.fd);
    if (size < tail.at) return true;
    if (size === tail.at || tail.head.length === 0) return false;
    const head = new Uint8Array(tail.head.length);
    readSync(tail.fd, head, 0, head.length, 0);
    return head.some((byte, i) => byte !== tail.head[i]);
  }

  /** Hands over whole lines and keeps the beginning of the next one. */
  private take(tail: Tail, bytes: Uint8Array): void {
    let from = 0;
    if (tail.cut) {
      from = bytes.indexOf(NEWLINE) + 1;
      if (from === 0) return;
      tail.cut = false;
    }
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    const whole = end > from ? joined(tail.rest, bytes.subarray(from, end)) : null;
    const rest = bytes.subarray(Math.max(from, end));
    tail.rest = whole === null ? joined(tail.rest, rest) : rest.slice();
    if (whole !== null) this.to.lines(whole, Date.now());
    if (tail.rest.length > REST_MAX) this.flush(tail);
  }

  /** A line that will never be ended. */
  private flush(tail: Tail): void {
    if (tail.rest.length > 0) this.to.lines(joined(tail.rest, Uint8Array.of(NEWLINE)), Date.now());
    tail.rest = new Uint8Array(0);
  }

  private forgetOld(): void {
    const now = Date.now();
    for (const tail of this.tails) {
      if (tail.left === 0 || now - tail.left < OLD_MS) continue;
      this.flush(tail);
      closeSync(tail.fd);
      tail.fd = -1;
    }
    this.tails = this.tails.filter(({ fd }) => fd >= 0);
  }

  /** Whether the path still leads to the file that is read. */
  private compare(): void {
    const found = statSync(this.path, { throwIfNoEntry: false });
    const last = this.tails.at(-1);
    if (found === undefined || found.isDirectory()) {
      if (!this.gone) this.to.changed('gone');
      this.gone = true;
      return;
    }
    if (last !== undefined && idOf(found) === last.id) {
      if (this.gone) this.to.changed('back');
      this.gone = false;
      return;
    }
    try {
      const next = openTail(this.path);
      for (const tail of this.tails) if (tail.left === 0) tail.left = Date.now();
      this.tails.push(next);
      this.gone = false;
      this.to.changed('renamed');
    } catch {
      // Between the two looks it went away, or it may not be read yet: logs are made first and given to their reader then.
      if (!this.gone) this.to.changed('gone');
      this.gone = true;
    }
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
