/**
 * Delivery slots of each scene of the gallery, as the simulation gives them: the pictures of the cards. Written by
 * `UPDATE=1 npx vitest run tests/unit/gallery-strips.test.ts`; the test fails when a scene no longer runs like this.
 */
export interface StoredStrip {
  /** Message numbers in the order of selection. */
  slots: readonly number[];
  /** Places in `slots` at which somebody had just preempted. */
  preemptions: readonly number[];
  /** Slots given before the instant at which the scene opens. */
  opens: number;
}

export const STRIPS: Readonly<Record<string, StoredStrip>> = {};
