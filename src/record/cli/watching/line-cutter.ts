const NEWLINE = 10;
/** Bytes of a line; what is longer is handed over in parts of about this size. */
const LINE_MAX = 1_048_576;

/** Cuts bytes into whole lines, and keeps the beginning of a line until its end comes. */
export class LineCutter {
  private readonly give: (lines: Uint8Array) => void;
  /** A line without its end. */
  private parts: Uint8Array[] = [];
  private length = 0;

  constructor(give: (lines: Uint8Array) => void) {
    this.give = give;
  }

  /** The bytes may be overwritten afterwards. */
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
