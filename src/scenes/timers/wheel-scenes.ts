import type { GalleryItem } from '../item.ts';
import { add, addMixed, labScene } from './lab.ts';

const lab = { kind: 'wheel' } as const;
const COUNTED =
  'Levels are counted from 1 here; the code counts them from 0, so its level 3 is level 4 here.';

/** One wheel to play with: some timers, some cancelled, all of them in reach. */
export const wheelLab: GalleryItem = labScene({
  id: 'wheel-lab',
  title: 'One timing wheel, by hand',
  about:
    'One wheel, exactly as Kafka’s: 1 ms × 20 buckets, and a level more when a timer needs it. Add timers, cancel them, let the clock jump; each step can be taken back.',
  differs: '',
  lab,
  steps: [
    [0, addMixed(5, 7000, 40, 'short')],
    [30, { kind: 'lab.cancel-share', percent: 20 }],
  ],
  opensAt: 50,
});

export const wrapAround: GalleryItem = labScene({
  id: 'wheel-wrap-around',
  title: 'Round and round: a bucket is used again',
  about:
    'The wheel stands at 8 ms. A timer due at 22 ms goes into bucket 2, behind the hand, and one due at 25 ms into bucket 5, which was emptied at 5 ms: an index is the instant modulo 20, so a bucket serves the next round as soon as it has opened.',
  differs: '',
  lab,
  steps: [
    [0, add(5)],
    [0, add(8)],
    [10, add(12)],
    [10, add(15)],
  ],
  opensAt: 10,
});

export const boundary: GalleryItem = labScene({
  id: 'wheel-boundary',
  title: 'The boundary n × u',
  about:
    '19 ms is the last delay that level 1 can hold, 20 ms is the first that it cannot: the range is half open. The same at 399 and 400 ms. Each delay that does not fit makes the next level, which is never removed.',
  differs: COUNTED,
  lab,
  steps: [
    [0, add(19)],
    [0, add(20)],
    [0, add(399)],
    [0, add(400)],
  ],
  opensAt: 1,
});

export const farAndHome: GalleryItem = labScene({
  id: 'wheel-far-and-home',
  title: 'Out to level 4, and the way home',
  about:
    'Timer 1 is due at 8 123 ms, beyond three levels. It waits in level 4 until 8 000 ms, falls past level 3 into level 2, at 8 120 ms into level 1, and runs at 8 123 ms: two moves in eight seconds. Follow it and step by wake-ups.',
  differs: COUNTED,
  lab,
  steps: [
    [0, add(8123)],
    [0, add(450)],
    [0, add(60)],
  ],
  opensAt: 1,
});

export const sparse: GalleryItem = labScene({
  id: 'wheel-sparse',
  title: 'A sparse clock: nothing ticks',
  about:
    'Three timers in a minute and a half. A clock with a tick of 1 ms would wake 90 000 times; this one sleeps on a queue of armed buckets and wakes a handful of times: once for each bucket, never for a tick. Step by wake-ups and count.',
  differs: '',
  lab,
  steps: [
    [0, add(3)],
    [0, add(150)],
    [0, add(90_000)],
  ],
  opensAt: 1,
});

export const cancelled: GalleryItem = labScene({
  id: 'wheel-cancel',
  title: 'A cancel leaves an armed bucket',
  about:
    'Timers 1 and 2 share bucket 7. Both are cancelled: two unlinks, whatever else is pending. The bucket stays in the delay queue, because taking it out would cost what the cancel saved, and at 7 ms it wakes the clock for nothing.',
  differs: '',
  lab,
  steps: [
    [0, add(7, 2)],
    [0, add(12)],
    [2, { kind: 'lab.cancel', timer: 1 }],
    [3, { kind: 'lab.cancel', timer: 2 }],
  ],
  opensAt: 3,
});

export const ties: GalleryItem = labScene({
  id: 'wheel-ties',
  title: 'Ties: two levels due at the same instant',
  about:
    'Timer 2 was put into level 2, timer 3 into level 1, and both buckets open at 20 ms. The delay queue compares instants only, so which opens first is decided by the moves of its heap, and timers due in one millisecond may run in another order than they were added.',
  differs: 'The heap here makes the moves of java.util.PriorityQueue: the order is that of the real wheel.',
  lab,
  steps: [
    [0, add(1)],
    [0, add(20)],
    [2, add(18)],
    [2, add(19)],
  ],
  opensAt: 2,
});

export const early: GalleryItem = labScene({
  id: 'wheel-early',
  title: 'A coarse tick fires early; a lazy reaper lags',
  about:
    'Ticks of 10 ms. Timer 1 is due at 15 ms and runs at 10: an instant is rounded down to its bucket. Then the clock is not polled for 400 ms: the wheel still stands where it was, and a delay of 180 ms, which level 1 could hold by the clock, overflows into level 2.',
  differs: 'The mail in qmgrscope runs a timer at its own instant within the tick, so it never runs early.',
  lab,
  wheel: { tickMs: 10, size: 20 },
  steps: [
    [0, add(15)],
    [0, add(5)],
    [40, { kind: 'lab.lag', ms: 400 }],
    [440, add(180)],
  ],
  opensAt: 1,
});
