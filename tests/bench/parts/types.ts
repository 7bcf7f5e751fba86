/** One measured figure. */
export interface BenchRow {
  bench: string;
  case: string;
  value: number;
  unit: string;
  /**
   * `value` beside the yardstick of the same run, so that figures of different machines compare: nanoseconds in rounds of it,
   * milliseconds in yardstick-milliseconds (`yardstickMs`), or what the bench says of its own. 0: what no yardstick fits.
   */
  yardstickRatio: number;
  /** The same figure of the thing compared with, in the same unit; null when there is none. */
  reference: number | null;
}
