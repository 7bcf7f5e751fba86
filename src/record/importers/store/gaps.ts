import type { FilePlace, LineNumber } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_MINUTE } from '../../../protocol/units.ts';

export interface Gap {
  from: EpochMicros;
  to: EpochMicros;
  file: FilePlace;
  line: LineNumber;
}

/** Shortest gap in microseconds. A gap must also be this many times longer than a usual pause. */
const GAP_MIN = MICROS_PER_MINUTE;
const USUAL_TIMES = 10;
/** Fewest pauses that show a usual length. With fewer pauses no gap is reported. */
const PAUSES_MIN = 20;
const PAUSE = 500_000;
const KEPT = 10_000;

/**
 * Finds gaps while a log is read: silences ten times longer than 99 % of the pauses between bursts. Lines come in
 * bursts of milliseconds; if pauses within bursts counted, every quiet minute would be a gap.
 */
export class Gaps {
  /** Number of pauses by length, with four bins per doubling of the length. */
  private readonly histogram = new Uint32Array(160);
  private pauses = 0;
  private readonly long: Gap[] = [];

  /** Restores gaps that were found earlier. */
  static of(gaps: readonly Gap[]): Gaps {
    const known = new Gaps();
    known.pauses = PAUSES_MIN;
    known.long.push(...gaps);
    return known;
  }

  /** Adds the pause between two lines, with the place of the second. Pauses shorter than PAUSE do not count. */
  add(from: EpochMicros, to: EpochMicros, file: FilePlace, line: LineNumber): void {
    const pause = to - from;
    if (pause < PAUSE) return;
    this.pauses++;
    const step = Math.min(159, Math.floor(Math.log2(pause) * 4));
    this.histogram[step] = (this.histogram[step] ?? 0) + 1;
    if (pause >= GAP_MIN && this.long.length < KEPT) this.long.push({ from, to, file, line });
  }

  /** The usual pause in microseconds (99th percentile). */
  get usual(): number {
    let left = this.pauses * 0.99;
    for (const [step, count] of this.histogram.entries()) {
      left -= count;
      if (left <= 0) return 2 ** ((step + 1) / 4);
    }
    return 0;
  }

  /** Lists the pauses far longer than usual. The list is empty if too few pauses show what is usual. */
  list(): Gap[] {
    if (this.pauses < PAUSES_MIN) return [];
    const least = Math.max(GAP_MIN, this.usual * USUAL_TIMES);
    return this.long.filter(({ from, to }) => to - from >= least);
  }
}
