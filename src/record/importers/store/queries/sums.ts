/** Rows between two stored totals. */
const SUM_STEP = 64;

/** Counts rows by kind in a stretch of an order from stored totals, without visiting every row. Kinds from `kinds` upward are ignored. */
export class KindCounts {
  readonly kinds: number;
  private readonly rows: Uint32Array;
  private readonly kindOf: Uint8Array;
  private readonly step: number;
  private readonly totals: Uint32Array;

  /** @param kindOf Kind of each row of the table. */
  constructor(rows: Uint32Array, kindOf: Uint8Array, kinds: number) {
    this.rows = rows;
    this.kindOf = kindOf;
    this.kinds = kinds;
    // A step has at least four rows per kind, so that the totals need no more memory than the rows.
    this.step = Math.max(SUM_STEP, kinds * 4);
    const blocks = Math.floor(rows.length / this.step) + 1;
    this.totals = new Uint32Array(blocks * kinds);
    const running = new Uint32Array(kinds);
    for (let block = 0; block < blocks; block++) {
      this.totals.set(running, block * kinds);
      this.walk(block * this.step, Math.min(rows.length, (block + 1) * this.step), running, 0, 1);
    }
  }

  /** Adds the counts of places `from … to − 1` to `into`, starting at index `at`. */
  add(from: number, to: number, into: Uint32Array, at = 0): void {
    if (to - from <= this.step) {
      this.walk(from, to, into, at, 1);
      return;
    }
    this.upTo(to, into, at, 1);
    this.upTo(from, into, at, -1);
  }

  private upTo(place: number, into: Uint32Array, at: number, sign: 1 | -1): void {
    const block = Math.floor(place / this.step);
    const { kinds, totals } = this;
    for (let kind = 0; kind < kinds; kind++)
      into[at + kind] = (into[at + kind] ?? 0) + sign * (totals[block * kinds + kind] ?? 0);
    this.walk(block * this.step, place, into, at, sign);
  }

  private walk(from: number, to: number, into: Uint32Array, at: number, sign: 1 | -1): void {
    const { rows, kindOf, kinds } = this;
    for (let place = from; place < to; place++) {
      const kind = kindOf[rows[place] ?? 0] ?? 255;
      if (kind < kinds) into[at + kind] = (into[at + kind] ?? 0) + sign;
    }
  }
}

/** Sums a column over a stretch of an order from stored totals. */
export class ColumnSum {
  private readonly rows: Uint32Array;
  private readonly values: Float32Array;
  private readonly totals: Float64Array;

  constructor(rows: Uint32Array, values: Float32Array) {
    this.rows = rows;
    this.values = values;
    this.totals = new Float64Array(Math.floor(rows.length / SUM_STEP) + 1);
    let sum = 0;
    for (const [place, row] of rows.entries()) {
      if (place % SUM_STEP === 0) this.totals[place / SUM_STEP] = sum;
      sum += values[row] ?? 0;
    }
    if (rows.length % SUM_STEP === 0) this.totals[rows.length / SUM_STEP] = sum;
  }

  /** Sum over places `from … to − 1`. */
  between(from: number, to: number): number {
    return to - from <= SUM_STEP ? this.walk(from, to) : this.upTo(to) - this.upTo(from);
  }

  private upTo(place: number): number {
    const block = Math.floor(place / SUM_STEP);
    return (this.totals[block] ?? 0) + this.walk(block * SUM_STEP, place);
  }

  private walk(from: number, to: number): number {
    let sum = 0;
    for (let place = from; place < to; place++) sum += this.values[this.rows[place] ?? 0] ?? 0;
    return sum;
  }
}
