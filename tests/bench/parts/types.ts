/** One measured figure. */
export interface BenchRow {
  bench: string;
  case: string;
  value: number;
  unit: string;
  /**
   * `value` relative to the yardstick of the same run, so that figures of different machines can be compared: nanoseconds in rounds
   * of it, milliseconds in yardstick-milliseconds (`yardstickMs`), or as the bench describes. 0 = no yardstick fits.
   */
  yardstickRatio: number;
  /** The figure to compare with, in the same unit. Null when there is none. */
  reference: number | null;
}
