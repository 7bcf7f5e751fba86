/** The scenes of the timer laboratory. `TIMER_SCENES` has them in display order. */
import type { GalleryItem } from '../item.ts';
import type { LabCommand, LabSetup } from '../../protocol/lab.ts';
import type { Millis } from '../../protocol/units.ts';
import { timerScenario } from '../../scenario/defaults.ts';

/** Three designs get the same requests. The laboratory opens with this scene. */
const timerLab: GalleryItem = labScene({
  id: 'timer-lab',
  title: 'Timer laboratory: three designs',
  about:
    '16 000 requests, each waiting under three keys until it is answered or its two seconds are over. The same stream goes through the old purgatory, the proposed one and today’s: compare how much work each has to do.',
  differs: '',
  lab: { kind: 'designs' },
  steps: [],
  opensAt: 6400,
});

const purgeStorm: GalleryItem = labScene({
  id: 'purge-storm',
  title: 'A purge storm in the old design',
  about:
    'Answers are slow, so more than 1 000 requests are pending, and the old test for a purge counts those too. From the first timeouts on, every expiry scans every list and the whole heap and frees next to nothing. Today’s design counts completed requests and stays quiet.',
  differs:
    'The real code searched the heap again for each removal, which made the storm quadratic; this model scans it once.',
  lab: {
    kind: 'designs',
    stream: { requests: 9000, perSecond: 1000, timeout: 3000, keySpace: 500, p50: 2000, p75: 2900 },
  },
  steps: [],
  opensAt: 4500,
});

const leftOnOtherKey: GalleryItem = labScene({
  id: 'left-on-other-key',
  title: 'Completed, and still on its other key',
  about:
    'Two requests wait under keys 1 and 2. A check of key 1 completes them: they leave that list and the wheel, but on the list of key 2 they stay, drawn hollow, with everything they hold, until key 2 is checked (step forward) or the lists are purged.',
  differs: '',
  lab: { kind: 'designs', stream: { requests: 0 }, params: { collectEvery: 2000 } },
  steps: [
    [0, { kind: 'lab.request', timeout: 5000, keys: [1, 2] }],
    [100, { kind: 'lab.request', timeout: 5000, keys: [1, 2] }],
    [200, { kind: 'lab.request', timeout: 5000, keys: [2, 3] }],
    [500, { kind: 'lab.cancel', timer: 1 }],
    [600, { kind: 'lab.cancel', timer: 2 }],
    [3500, { kind: 'lab.check', key: 2 }],
  ],
  opensAt: 900,
});

const lateReferences: GalleryItem = labScene({
  id: 'weak-references-late',
  title: 'Weak references, cleared late',
  about:
    'The proposal leaves the cleaning to the garbage collector. When that runs only every four seconds, completed requests accumulate in between. With 20 000 keys no list ever reaches its threshold, so the cleared entries stay for good. The requests are bounded, the entries are not.',
  differs:
    'The proposal was never built with weak references: today’s design subtracts two counters instead.',
  lab: {
    kind: 'designs',
    stream: { requests: 14_000, perSecond: 1600, keySpace: 20_000 },
    params: { collectEvery: 4000 },
  },
  steps: [],
  opensAt: 7600,
});

const lab = { kind: 'wheel' } as const;
const COUNTED =
  'Levels are counted from 1 here; the code counts them from 0, so its level 3 is level 4 here.';

/** A wheel for the reader to try out. It has some timers, and a few of them are cancelled. */
const wheelLab: GalleryItem = labScene({
  id: 'wheel-lab',
  title: 'One timing wheel, by hand',
  about:
    'One wheel, exactly as Kafka’s: 1 ms × 20 buckets, and another level when a timer needs it. Add timers, cancel them, let the clock jump. You can take back each step.',
  differs: '',
  lab,
  steps: [
    [0, addMixed(5, 7000, 40, 'short')],
    [30, { kind: 'lab.cancel-share', percent: 20 }],
  ],
  opensAt: 50,
});

const wrapAround: GalleryItem = labScene({
  id: 'wheel-wrap-around',
  title: 'The next round: a bucket is used again',
  about:
    'The wheel is at 8 ms. A timer due at 22 ms goes into bucket 2, behind the hand, and one due at 25 ms into bucket 5, which was emptied at 5 ms: an index is the instant modulo 20, so a bucket serves the next round as soon as it has opened.',
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

const boundary: GalleryItem = labScene({
  id: 'wheel-boundary',
  title: 'The boundary n × u',
  about:
    '19 ms is the last delay that level 1 can hold, 20 ms is the first that it cannot: the range is half open. The same at 399 and 400 ms. Each delay that does not fit adds the next level, which is never removed.',
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

const farAndHome: GalleryItem = labScene({
  id: 'wheel-far-and-home',
  title: 'Out to level 4 and back',
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

const sparse: GalleryItem = labScene({
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

const cancelled: GalleryItem = labScene({
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

const ties: GalleryItem = labScene({
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

const early: GalleryItem = labScene({
  id: 'wheel-early',
  title: 'A coarse tick fires early; a lazy reaper lags',
  about:
    'Ticks are 10 ms long. Timer 1 is due at 15 ms but runs at 10 ms, because due times are rounded down to a bucket. Then the clock is not polled for 400 ms. The wheel stays at its old position, so a delay of 180 ms overflows into level 2, although level 1 could hold it if the wheel were up to date.',
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

export const TIMER_SCENES: readonly GalleryItem[] = [
  timerLab,
  wheelLab,
  wrapAround,
  boundary,
  farAndHome,
  sparse,
  cancelled,
  ties,
  early,
  purgeStorm,
  leftOnOtherKey,
  lateReferences,
];

type LabStep = readonly [at: Millis, command: LabCommand];

interface LabSceneParts extends Pick<GalleryItem, 'id' | 'title' | 'about' | 'differs'> {
  lab: LabSetup;
  steps: readonly LabStep[];
  /** Tick in milliseconds, and number of buckets. */
  wheel?: { tickMs: Millis; size: number };
  /** Instant at which the page opens the scene, in milliseconds. */
  opensAt?: Millis;
  seed?: number;
}

/** A scene from its parts. The default is Kafka's wheel, 1 ms × 20. */
function labScene(parts: LabSceneParts): GalleryItem {
  const { id, title, about, differs, lab, steps, wheel = { tickMs: 1, size: 20 }, opensAt = 0 } = parts;
  const script = steps.map(([at, command]) => ({ at: at * 1000, command }));
  const seed = parts.seed ?? 1;
  return {
    id,
    title,
    about,
    differs,
    opensAt: opensAt * 1000,
    scenario: timerScenario({ title, about, seed, wheel, lab, script }),
  };
}

/** Adds `count` timers that expire after `delay` milliseconds. */
function add(delay: Millis, count = 1): LabCommand {
  return { kind: 'lab.add', delay, count };
}

/** Adds `count` timers with random delays from `delay` to `upTo` milliseconds: uniform or, with `mix` 'short', mostly short. */
function addMixed(delay: Millis, upTo: Millis, count: number, mix?: 'short'): LabCommand {
  return { kind: 'lab.add', delay, count, upTo, ...(mix === undefined ? {} : { mix }) };
}
