import { DESIGN_STOPS, TIMER_STOPS } from '../../../explain/stops.ts';
import type { KindStops } from '../kind-stops.ts';

/** Words that each line about a timer has. */
export const TIMER_WORDS: KindStops['words'] = [
  ['timer.cascaded', 'timer cascades falls'],
  ['timer.expired', 'timer expires'],
  ['timer.added', 'timer added'],
  ['timer.cancelled', 'timer cancelled'],
];

/** In the laboratory there is neither a job nor a destination. */
export const WHEEL_RUN: KindStops = {
  modes: ['expression', 'event', 'timer'],
  first: 'timer',
  example: 'timers > 10',
  guard: 'timers > 3',
  usual: 'timer.cascaded',
  names: ['now', 'event', 'timers', 'cascades'],
  nouns: ['timer', 'bucket', 'wheel', 'lab', 'command'],
  common: TIMER_STOPS,
  timers: TIMER_STOPS,
  groups: [
    { word: 'added', kinds: ['timer.added'] },
    { word: 'cancelled', kinds: ['timer.cancelled'] },
    { word: 'cascade', kinds: ['timer.cascaded'] },
    { word: 'due', kinds: ['timer.expired'] },
    { word: 'bucket', kinds: ['bucket.opened'] },
    { word: 'level', kinds: ['wheel.overflowed'] },
    { word: 'by hand', kinds: ['lab.added', 'lab.cancelled', 'lab.jumped'] },
  ],
  words: [
    ...TIMER_WORDS,
    ['bucket.opened', 'bucket opens for nothing its timers were cancelled due falls'],
    ['wheel.overflowed', 'the wheel gets a level'],
    ['lab.added', 'timers are added due in'],
    ['lab.cancelled', 'timers are cancelled unlink stay armed'],
    ['lab.jumped', 'the clock jumps pass'],
  ],
};

export const DESIGN_RUN: KindStops = {
  ...WHEEL_RUN,
  names: ['now', 'event', 'timers'],
  usual: 'lab.purged',
  nouns: ['lab', 'command'],
  common: DESIGN_STOPS,
  timers: DESIGN_STOPS,
  groups: [
    { word: 'requests', kinds: ['lab.passed'] },
    { word: 'purge', kinds: ['lab.purged'] },
    { word: 'collection', kinds: ['lab.collected'] },
    { word: 'by hand', kinds: ['lab.requested', 'lab.cancelled', 'lab.checked'] },
  ],
  words: [
    ['lab.passed', 'requests arrive answered timed out'],
    ['lab.purged', 'purges nodes heap entries visited freed still pending'],
    ['lab.collected', 'the garbage collector runs completed requests are cleared'],
    ['lab.requested', 'request waits under keys'],
    ['lab.cancelled', 'timers are cancelled'],
    ['lab.checked', 'key is checked completed'],
  ],
};
