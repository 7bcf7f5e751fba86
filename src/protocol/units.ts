/** Simulated time in whole microseconds since the start of the scenario. */
export type Micros = number;
/** Whole seconds, the unit in which the queue manager decides. */
export type Seconds = number;

export const MICROS_PER_SECOND = 1_000_000;

/** The queue manager's second at an instant (architecture §4). */
export function schedulerSeconds(now: Micros): Seconds {
  return Math.floor(now / MICROS_PER_SECOND);
}
