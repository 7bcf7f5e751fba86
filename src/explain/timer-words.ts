/** Section headings of the Purgatory Redesign Proposal. */
export const LISTS = 'Doubly Linked List for Buckets in Timing Wheels';
export const CLOCK = 'Driving Clock using DelayQueue';
export const WATCHERS = 'WeakReference based Watcher List';

export const NOTHING_ARMED = 'Nothing is armed. The clock sleeps until the next insert.';

export const TIME_RAN_OUT = 'its time ran out';

export const NO_WHEEL = 'The wheel starts with the run.';
