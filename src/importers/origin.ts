/**
 * Where a quantity is from:
 * `logged`: it stands in a line; `derived`: it follows from lines and settings by a rule; `assumed`: a default or a guess.
 */
export type Origin = 'logged' | 'derived' | 'assumed';

/** A quantity with its origin; `why` is the rule, or what was assumed and what would settle it. */
export interface Sourced<Value> {
  value: Value;
  origin: Origin;
  why: string;
}
