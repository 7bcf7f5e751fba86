const NEWLINE = 10;

/** The last bytes of an endless log, each by its place from the beginning: readers that were away go on where they were. */
export class RecentBytes {
  /** Place behind the last byte. */
  end = 0;
  private readonly max: number;
  private readonly chunks: { from: number; bytes: Uint8Array }[] = [];

  /** @param max bytes that are kept at least, once that many came. */
  constructor(max: number) {
    this.max = max;
  }

  /** Place of the first byte that is still kept: the start of a line. */
  get start(): number {
    return this.chunks[0]?.from ?? this.end;
  }

  /** Takes whole lines. */
  add(bytes: Uint8Array): void {
    this.chunks.push({ from: this.end, bytes });
    this.end += bytes.length;
    while (this.chunks.length > 1 && this.end - (this.chunks[1]?.from ?? this.end) >= this.max)
      this.chunks.shift();
  }

  /**
   * Bytes from a kept place on to the end of a line, about `most` of them: more where one line is longer. Empty at the end.
   */
  from(place: number, most: number): Uint8Array {
    // Chunks that a reader has not had yet are the last ones.
    let i = this.chunks.length;
    while (i > 0 && (this.chunks[i - 1]?.from ?? 0) > place) i--;
    const parts: Uint8Array[] = [];
    let length = 0;
    for (i = Math.max(0, i - 1); i < this.chunks.length && length < most; i++) {
      const { from, bytes } = this.chunks[i] ?? { from: 0, bytes: new Uint8Array(0) };
      const rest = bytes.subarray(Math.max(0, place - from));
      // A reader stands between lines, so that what it may miss later are whole lines.
      const end = lineEnd(rest, most - length);
      if (length > 0 && length + end > most) break;
      parts.push(rest.subarray(0, end));
      length += end;
      if (end < rest.length) break;
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  }
}

/** Length of the whole lines at the beginning of `bytes`, at most `most` unless the first line is longer. */
function lineEnd(bytes: Uint8Array, most: number): number {
  const last = bytes.lastIndexOf(NEWLINE, most - 1) + 1;
  if (last > 0) return last;
  const first = bytes.indexOf(NEWLINE) + 1;
  return first > 0 ? first : bytes.length;
}
