import { YOUR_TURN_AT } from '../../../scenes/first-letter.ts';

/** The part of the first run that a step shows, in microseconds. Its text is in `learn/words`. */
export interface FirstStep {
  from: number;
  to: number;
  /**
   * A second run that the step also shows: without preemption, or with a server that breaks at `from`. Absent = none.
   */
  differs?: 'no preemption' | 'server breaks';
}

/** Instant in µs just before the small message gets the free agent. The film stops here and asks. */
const BEFORE_LETTER = 1_951_000;
/** Instant in µs after the last delivery, with and without preemption. */
export const ALL_DELIVERED = 9_000_000;
/** Instant in µs at which the newsletter's destination is dead. Its server refuses from `YOUR_TURN_AT` on. */
const DEAD_AT = 3_419_268;

export const STEPS: readonly FirstStep[] = [
  // Starts at 1 µs, so that the first picture shows the newsletter.
  { from: 1, to: 450_000 },
  { from: 450_000, to: 1_490_000 },
  { from: 1_490_000, to: BEFORE_LETTER },
  { from: BEFORE_LETTER, to: BEFORE_LETTER },
  { from: ALL_DELIVERED, to: ALL_DELIVERED, differs: 'no preemption' },
  { from: YOUR_TURN_AT, to: YOUR_TURN_AT },
  { from: YOUR_TURN_AT, to: DEAD_AT, differs: 'server breaks' },
];

/** Messages and faults that the reader can try at the end. */
export const DROPS = ['one', 'ten', 'break'] as const;

export type Drop = (typeof DROPS)[number];
