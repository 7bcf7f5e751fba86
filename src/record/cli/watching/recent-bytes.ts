const NEWLINE = 10;

/**
 * The last bytes of an endless log. Positions count from its beginning, so that a reader can reconnect and continue.
 */
export class RecentBytes {
  /** Position after the last byte. */
  end = 0;
  private readonly max: number;
  private readonly chunks: { from: number; bytes: Uint8Array }[] = [];

  /** @param max bytes to keep at least, once that many have come. */
  constructor(max: number) {
    this.max = max;
  }

  /** Position of the first byte still kept: the start of a line. */
  get start(): number {
    return this.chunks[0]?.from ?? this.end;
  }

  /** Takes whole lines only. */
  add(bytes: Uint8Array): void {
    this.chunks.push({ from: this.end, bytes });
    this.end += bytes.length;
    while (this.chunks.length > 1 && this.end - (this.chunks[1]?.from ?? this.end) >= this.max)
      this.chunks.shift();
  }

  /** About `most` bytes from a position to the end of a line; more when a single line is longer. Empty at the end. */
  from(place: number, most: number): Uint8Array {
    // A reader usually needs only the last chunks, so the search begins at the last chunk.
    let i = this.chunks.length;
    while (i > 0 && (this.chunks[i - 1]?.from ?? 0) > place) i--;
    const parts: Uint8Array[] = [];
    let length = 0;
    for (i = Math.max(0, i - 1); i < this.chunks.length && length < most; i++) {
      const { from, bytes } = this.chunks[i] ?? { from: 0, bytes: new Uint8Array(0) };
      const rest = bytes.subarray(Math.max(0, place - from));
      // The part ends at the end of a line, so that a reader that stops here has only whole lines.
      const end = lineEnd(rest, most - length);
      if (length > 0 && length + end > most) break;
      parts.push(rest.subarray(0, end));
      length += end;
      if (end < rest.length) break;
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  }
}

/** Length of the whole lines at the beginning of `bytes`: at most `most`, unless the first line is longer. */
function lineEnd(bytes: Uint8Array, most: number): number {
  const last = bytes.lastIndexOf(NEWLINE, most - 1) + 1;
  if (last > 0) return last;
  const first = bytes.indexOf(NEWLINE) + 1;
  return first > 0 ? first : bytes.length;
}
