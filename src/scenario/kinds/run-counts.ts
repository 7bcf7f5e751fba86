import type { RealMillis } from '../../protocol/units.ts';

/** About how much happens in a run. */
export interface Counts {
  events: number;
  /** Milliseconds and bytes beyond what so many events of mail take. */
  ms?: RealMillis;
  bytes?: number;
}
