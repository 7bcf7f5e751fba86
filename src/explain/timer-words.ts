/** Sections of the proposal, by their headings. */
export const LISTS = 'Doubly Linked List for Buckets in Timing Wheels';
export const CLOCK = 'Driving Clock using DelayQueue';
export const WATCHERS = 'WeakReference based Watcher List';

/** What the clock does when no bucket is armed. */
export const NOTHING_ARMED = 'Nothing is armed. The clock sleeps until the next insert.';

/** Why an operation is over that nothing completed. */
export const TIME_RAN_OUT = 'its time ran out';

/** Instead of a wheel. */
export const NO_WHEEL = 'The wheel starts with the run.';
