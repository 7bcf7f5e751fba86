import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import type { Readable } from 'node:stream';

export interface Listener {
  /** Whole lines in the order written. `read` = wall clock in milliseconds. */
  lines(bytes: Uint8Array, read: number): void;
  /**
   * Called when another file took the log's place, or when the log was truncated, is gone or unreadable, or is back.
   */
  changed(what: Change): void;
  ended(reason: string): void;
}

export type Change = 'renamed' | 'truncated' | 'gone' | 'back';

export interface Following {
  stop(): void;
}

const LOOK_MS = 100;
const CHUNK = 262_144;
/** Number of chunks read from each file in one turn. Other work of the process runs between turns. */
const CHUNKS_PER_TURN = 16;
/** After a rotation both files are read for this many milliseconds: a daemon writes to the old one until it reopens its log. */
const OLD_MS = 60_000;
/** This many first bytes of a file are compared. If they change, the file was truncated and has grown past its old length. */
const HEAD = 64;
const NEWLINE = 10;

/**
 * Checks a path without opening it: when a reader leaves a named pipe, its writer gets an error.
 *
 * @throws when the path does not exist, is not readable, or is neither a file nor a named pipe.
 */
export function checkLog(path: string): void {
  checkKind(path, statSync(path));
  accessSync(path, constants.R_OK);
}

function checkKind(path: string, stats: Stats): void {
  if (stats.isFile() || stats.isFIFO()) return;
  const kind = stats.isDirectory() ? 'a folder' : stats.isSocket() ? 'a socket' : 'a device';
  throw new Error(`${path} is ${kind}; accepted: a file, a named pipe or -`);
}

/**
 * Follows a path across renaming and truncation, as `tail -F` does, and still reads what is written to the old file. Begins `backlog` bytes
 * before the end, at the start of a line. A named pipe is read while it exists: one writer may follow another.
 *
 * @throws as `checkLog`.
 */
export function followFile(path: string, backlog: number, to: Listener): Following {
  const first = openTail(path, to);
  const { size } = fstatSync(first.fd);
  first.at = Math.max(0, size - backlog);
  first.cut = first.at > 0;
  return new FollowedFile(path, first, to);
}

interface Tail {
  fd: number;
  id: string;
  /** True for a named pipe, which has no positions and no end. */
  pipe: boolean;
  /** Number of bytes read from the file so far. */
  at: number;
  /** True if reading began in the middle of the file: the bytes before the first newline are then not a whole line. */
  cut: boolean;
  head: Uint8Array;
  lines: LineCutter;
  /** When this file was replaced by a newer one, in milliseconds; 0 = it is the current file. */
  left: number;
  /** True if the last attempt to read the file failed. */
  failed: boolean;
}

function openTail(path: string, to: Listener): Tail {
  checkKind(path, statSync(path));
  // Without O_NONBLOCK, opening a named pipe blocks the process until a writer opens the pipe.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stats = fstatSync(fd);
  return {
    fd,
    id: idOf(stats),
    pipe: stats.isFIFO(),
    at: 0,
    cut: false,
    head: new Uint8Array(0),
    lines: new LineCutter((bytes) => to.lines(bytes, Date.now())),
    left: 0,
    failed: false,
  };
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
    for (const tail of this.tails) more = this.tryToRead(tail) || more;
    if (!more) {
      this.forgetOld();
      this.compare();
    }
    if (!this.stopped) this.timer = setTimeout(() => this.look(), more ? 0 : LOOK_MS);
  }

  /** Reads from a file. Returns true when it may have more bytes. A failed read (disk or network) is repeated later. */
  private tryToRead(tail: Tail): boolean {
    try {
      tail.failed = false;
      return tail.pipe ? this.readPipe(tail) : this.readFile(tail);
    } catch {
      tail.failed = true;
      return false;
    }
  }

  private readPipe(tail: Tail): boolean {
    for (let i = 0; i < CHUNKS_PER_TURN; i++) {
      const length = readNow(tail.fd, this.buffer);
      // The last writer has closed the pipe.
      if (length === 0) tail.lines.flush();
      if (length === 0 || length === null) return false;
      tail.lines.take(this.buffer.subarray(0, length));
    }
    return true;
  }

  private readFile(tail: Tail): boolean {
    if (this.wasCut(tail)) {
      tail.at = 0;
      tail.cut = false;
      tail.head = new Uint8Array(0);
      tail.lines.flush();
      this.to.changed('truncated');
    }
    for (let i = 0; i < CHUNKS_PER_TURN; i++) {
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

  private take(tail: Tail, bytes: Uint8Array): void {
    const from = tail.cut ? bytes.indexOf(NEWLINE) + 1 : 0;
    if (tail.cut && from === 0) return;
    tail.cut = false;
    tail.lines.take(bytes.subarray(from));
  }

  private forgetOld(): void {
    const now = Date.now();
    const old = this.tails.filter(({ left, failed }) => left !== 0 && (failed || now - left >= OLD_MS));
    for (const tail of old) {
      tail.lines.flush();
      closeSync(tail.fd);
    }
    this.tails = this.tails.filter((tail) => !old.includes(tail));
  }

  /** Checks whether the path still leads to the file that is read. */
  private compare(): void {
    const last = this.tails.at(-1);
    try {
      const found = statSync(this.path);
      if (last !== undefined && idOf(found) === last.id) return this.setGone(last.failed);
      const next = openTail(this.path, this.to);
      for (const tail of this.tails) if (tail.left === 0) tail.left = Date.now();
      this.tails.push(next);
      this.gone = false;
      return this.to.changed('renamed');
    } catch {
      // The log is gone or not readable yet: rotation creates the new file first and makes it readable afterwards.
      return this.setGone(true);
    }
  }

  private setGone(gone: boolean): void {
    if (gone !== this.gone) this.to.changed(gone ? 'gone' : 'back');
    this.gone = gone;
  }
}

/** Reads from a pipe. Returns the number of bytes; 0 = it has no writer, null = its writers have written nothing new. */
function readNow(fd: number, buffer: Uint8Array): number | null {
  try {
    return readSync(fd, buffer, 0, buffer.length, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}

/** A longer line is handed over in parts of about this many bytes. */
const LINE_MAX = 1_048_576;

/** Cuts bytes into whole lines. Keeps the start of a line until the end of the line arrives. */
class LineCutter {
  private readonly give: (lines: Uint8Array) => void;
  /** The start of a line whose end has not arrived yet. */
  private parts: Uint8Array[] = [];
  private length = 0;

  constructor(give: (lines: Uint8Array) => void) {
    this.give = give;
  }

  /** Takes bytes and copies what it keeps, so the caller may overwrite them afterwards. */
  take(bytes: Uint8Array): void {
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) this.end(bytes.subarray(0, end));
    if (end === bytes.length) return;
    this.parts.push(bytes.slice(end));
    this.length += bytes.length - end;
    if (this.length > LINE_MAX) this.flush();
  }

  /** Hands over a line whose end will not come. */
  flush(): void {
    if (this.length > 0) this.end(Uint8Array.of(NEWLINE));
  }

  private end(bytes: Uint8Array): void {
    const lines = Buffer.concat([...this.parts, bytes]);
    this.parts = [];
    this.length = 0;
    this.give(lines);
  }
}

export function followStream(stream: Readable, to: Listener, name: string): Following {
  const cutter = new LineCutter((lines) => to.lines(lines, Date.now()));
  stream.on('data', (chunk: Buffer) => cutter.take(chunk));
  stream.on('end', () => {
    cutter.flush();
    to.ended(`${name} has ended`);
  });
  stream.on('error', (error) => to.ended(`${name}: ${error.message}`));
  return { stop: () => void stream.destroy() };
}
