export interface BenchRow {
  bench: string;
  case: string;
  value: number;
  unit: string;
  /**
   * `value` relative to the yardstick of the same run, to compare different machines: nanoseconds in rounds of the yardstick,
   * milliseconds in yardstick-milliseconds (`yardstickMs`), or as the bench describes. 0 = no yardstick applies.
   */
  yardstickRatio: number;
  /** The figure to compare with, in the same unit; null when there is none. */
  reference: number | null;
}
