/** The last bytes of something endless, each by its place from the beginning: readers that were away go on where they were. */
export class Kept {
  /** Place behind the last byte. */
  end = 0;
  private readonly max: number;
  private readonly chunks: { from: number; bytes: Uint8Array }[] = [];

  /** @param max bytes that are kept at least, once there were so many. */
  constructor(max: number) {
    this.max = max;
  }

  /** Place of the first byte that is still here. */
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

  /** Bytes from a place on, at most `most` unless one chunk has more; empty at the end. */
  from(place: number, most: number): Uint8Array {
    // Chunks that a reader has not had yet are the last ones.
    let i = this.chunks.length;
    while (i > 0 && (this.chunks[i - 1]?.from ?? 0) > place) i--;
    const parts: Uint8Array[] = [];
    let length = 0;
    for (i = Math.max(0, i - 1); i < this.chunks.length && length < most; i++) {
      const { from, bytes } = this.chunks[i] ?? { from: 0, bytes: new Uint8Array(0) };
      const part = bytes.subarray(Math.max(0, place - from), Math.max(0, place - from) + most - length);
      if (part.length > 0) parts.push(part);
      length += part.length;
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  }
}
