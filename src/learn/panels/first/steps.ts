import { YOUR_TURN_AT } from '../../../scenes/first-letter.ts';

/** The steps of the first minute: which part of the first run each shows; what is said is in `words/`. Instants are microseconds. */

export interface FirstStep {
  /** The run goes from here to there. */
  from: number;
  to: number;
  /** Something is different in this run: a second one without preemption beside it, or a server that breaks at `from`. */
  differs?: 'no preemption' | 'server breaks';
}

/** Just before the agent is given out for which the small message goes first: the film stops here and asks. */
const BEFORE_LETTER = 1_951_000;
/** Everything is delivered, with preemption and without. */
export const ALL_DELIVERED = 9_000_000;
/** The server of the newsletter refuses since `YOUR_TURN_AT`: here it is given up. */
const DEAD_AT = 3_419_268;

export const STEPS: readonly FirstStep[] = [
  // Not from 0: the first picture has the newsletter on it.
  { from: 1, to: 450_000 },
  { from: 450_000, to: 1_490_000 },
  { from: 1_490_000, to: BEFORE_LETTER },
  { from: BEFORE_LETTER, to: BEFORE_LETTER },
  { from: ALL_DELIVERED, to: ALL_DELIVERED, differs: 'no preemption' },
  { from: YOUR_TURN_AT, to: YOUR_TURN_AT },
  { from: YOUR_TURN_AT, to: DEAD_AT, differs: 'server breaks' },
];

/** What the reader can do at the end. */
export const DROPS = ['one', 'ten', 'break'] as const;

export type Drop = (typeof DROPS)[number];
