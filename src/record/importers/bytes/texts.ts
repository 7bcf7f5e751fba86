import { type Bytes, textOf } from './scan.ts';

/**
 * Byte strings in sequence, each identified by its offset; 0 is the empty string. For texts that rarely repeat (queue
 * ids, ids in replies, message-ids), where deduplication would only cost a table. At most 255 bytes each.
 */
export class Texts {
  bytes: Bytes = new Uint8Array(4096);
  used = 1;
  private readonly limit: number;

  constructor(limit = 512 * 1024 * 1024) {
    this.limit = limit;
  }

  /** Appends the bytes and returns their offset, or 0 if the buffer is full. */
  add(buf: Bytes, from: number, to: number): number {
    const length = Math.min(to - from, 255);
    if (length <= 0 || this.used + length + 1 > this.limit) return 0;
    if (this.used + length + 1 > this.bytes.length) this.grow(length + 1);
    const at = this.used;
    const { bytes } = this;
    bytes[at] = length;
    for (let i = 0; i < length; i++) bytes[at + 1 + i] = buf[from + i] ?? 0;
    this.used += length + 1;
    return at;
  }

  text(at: number): string {
    return at === 0 ? '' : textOf(this.bytes, at + 1, this.end(at));
  }

  /** Offset after the text's last byte. */
  end(at: number): number {
    return at + 1 + (this.bytes[at] ?? 0);
  }

  is(at: number, buf: Bytes, from: number, to: number): boolean {
    const { bytes } = this;
    const length = to - from;
    if (bytes[at] !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[at + 1 + i] !== buf[from + i]) return false;
    return true;
  }

  trim(): void {
    this.bytes = this.bytes.slice(0, this.used);
  }

  private grow(more: number): void {
    const { length } = this.bytes;
    const next = new Uint8Array(
      Math.max(this.used + more, length < 4_194_304 ? length * 2 : Math.ceil(length * 1.3)),
    );
    next.set(this.bytes);
    this.bytes = next;
  }
}
