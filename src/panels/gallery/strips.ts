/**
 * Delivery slots of each scene of the gallery, as the simulation gives them: the pictures of the cards. Written by
 * `UPDATE=1 npx vitest run tests/unit/gallery-strips.test.ts`; the test fails when a scene no longer runs like this.
 */
export interface StoredStrip {
  /** Message numbers in the order of selection. */
  deliverySlots: readonly number[];
  /** Places in `deliverySlots` at which somebody had just preempted. */
  preemptions: readonly number[];
  /** Slots given before the instant at which the scene opens. */
  opens: number;
}

export const STRIPS: Readonly<Record<string, StoredStrip>> = {
  'first-letter': {
    deliverySlots: strip('1 1 1 1 1 1 1 1 2 2 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'),
    preemptions: [8],
    opens: 0,
  },
  fifo: {
    deliverySlots: strip('1 1 1 1 1 1 1 1 1 1 2 3'),
    preemptions: [],
    opens: 6,
  },
  'ten-two-two': {
    deliverySlots: strip('1 1 1 1 2 2 1 1 1 1 3 3 1 1'),
    preemptions: [4, 10],
    opens: 5,
  },
  'ten-two-two-half-price': {
    deliverySlots: strip('1 1 2 2 1 1 1 1 3 3 1 1 1 1'),
    preemptions: [2, 8],
    opens: 3,
  },
  'four-then-ones': {
    deliverySlots: strip('1 1 2 1 1 3 4 5'),
    preemptions: [2],
    opens: 3,
  },
  recursive: {
    deliverySlots: strip(
      '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    ),
    preemptions: [200, 240],
    opens: 244,
  },
  'whole-picture': {
    deliverySlots: strip(
      '1 1 1 4 4 4 4 7 4 4 4 4 8 4 4 4 4 4 4 1 2 3 3 3 3 6 7 3 8 3 3 3 5 1 3 2 3 3 3 5 1 3 2 3 6 3 5 1 3 2 3 3 6 5 1 3 2 3 3 6 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 2 5 1 5 1 5 1 1 1 1 1 1 1',
    ),
    preemptions: [3, 7, 12, 25, 26, 36, 93],
    opens: 26,
  },
};

function strip(text: string): number[] {
  return text.split(' ').map(Number);
}
