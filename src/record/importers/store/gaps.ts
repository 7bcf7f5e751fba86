import type { FilePlace, LineNumber } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_MINUTE } from '../../../protocol/units.ts';

/** A time without a line. */
export interface Gap {
  from: EpochMicros;
  to: EpochMicros;
  file: FilePlace;
  line: LineNumber;
}

/** Shorter silences are never called a gap (microseconds), and this many times the usual one is. */
const GAP_MIN = MICROS_PER_MINUTE;
const USUAL_TIMES = 10;
/** With fewer pauses than this it cannot be said what is usual. */
const PAUSES_MIN = 20;
const PAUSE = 500_000;
const KEPT = 10_000;

/**
 * Finds the gaps of a log while it is read: silences ten times as long as 99 of 100 pauses between bursts of lines. Lines
 * come in bursts of milliseconds; with those counted, every quiet minute would be a gap.
 */
export class Gaps {
  /** Pauses by size, four steps a doubling. */
  private readonly histogram = new Uint32Array(160);
  private pauses = 0;
  private readonly long: Gap[] = [];

  /** Gaps that are known. */
  static of(gaps: readonly Gap[]): Gaps {
    const known = new Gaps();
    known.pauses = PAUSES_MIN;
    known.long.push(...gaps);
    return known;
  }

  /** A pause between two lines, with the place of the second one; short ones do not count. */
  add(from: EpochMicros, to: EpochMicros, file: FilePlace, line: LineNumber): void {
    const pause = to - from;
    if (pause < PAUSE) return;
    this.pauses++;
    const step = Math.min(159, Math.floor(Math.log2(pause) * 4));
    this.histogram[step] = (this.histogram[step] ?? 0) + 1;
    if (pause >= GAP_MIN && this.long.length < KEPT) this.long.push({ from, to, file, line });
  }

  /** The usual pause in microseconds: 99 of 100 are not longer. */
  get usual(): number {
    let left = this.pauses * 0.99;
    for (const [step, count] of this.histogram.entries()) {
      left -= count;
      if (left <= 0) return 2 ** ((step + 1) / 4);
    }
    return 0;
  }

  /** Pauses far longer than this log's usual ones; none when there were too few to tell. */
  list(): Gap[] {
    if (this.pauses < PAUSES_MIN) return [];
    const least = Math.max(GAP_MIN, this.usual * USUAL_TIMES);
    return this.long.filter(({ from, to }) => to - from >= least);
  }
}
