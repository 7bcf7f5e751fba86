import { type Bytes, textOf } from './scan.ts';

/**
 * Byte strings one after the other, each named by where it begins: for what hardly ever comes twice (queue ids, ids in
 * replies, message-ids), where keeping each once would only cost a table. 0 is the empty string; at most 255 bytes each.
 */
export class Texts {
  bytes: Bytes = new Uint8Array(4096);
  used = 1;
  private readonly limit: number;

  constructor(limit = 512 * 1024 * 1024) {
    this.limit = limit;
  }

  /** Where it is from now on; 0 when there is no room any more. */
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

  /** The text at a place; '' at 0. */
  text(at: number): string {
    return at === 0 ? '' : textOf(this.bytes, at + 1, this.end(at));
  }

  /** Where it ends: the first byte behind it. */
  end(at: number): number {
    return at + 1 + (this.bytes[at] ?? 0);
  }

  /** True when this is the text. */
  is(at: number, buf: Bytes, from: number, to: number): boolean {
    const { bytes } = this;
    const length = to - from;
    if (bytes[at] !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[at + 1 + i] !== buf[from + i]) return false;
    return true;
  }

  /** Gives back the room that nothing will be written to any more. */
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
