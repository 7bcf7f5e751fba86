/** One measured figure. */
export interface BenchRow {
  bench: string;
  case: string;
  value: number;
  unit: string;
  /** `value` as a multiple of the yardstick of the same run, so that figures of different machines compare. */
  yardstickRatio: number;
  /** The same figure of the thing compared with, in the same unit; null when there is none. */
  reference: number | null;
}
