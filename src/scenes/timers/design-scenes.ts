import type { GalleryItem } from '../item.ts';
import { labScene } from './lab.ts';

/** Three designs on one stream: what the laboratory opens with. */
export const timerLab: GalleryItem = labScene({
  id: 'timer-lab',
  title: 'Timer laboratory: three designs',
  about:
    '16 000 requests, each waiting under three keys until it is answered or its two seconds are over. The same stream goes through the old purgatory, the proposed one and today’s: compare what each has to touch.',
  differs: '',
  lab: { kind: 'designs' },
  steps: [],
  opensAt: 6400,
});

export const purgeStorm: GalleryItem = labScene({
  id: 'purge-storm',
  title: 'A purge storm in the old design',
  about:
    'Answers are slow, so more than 1 000 requests are pending, and the old test for a purge counts those too. From the first timeouts on, every expiry scans every list and the whole heap and frees next to nothing. Today’s design counts what is completed, and stays quiet.',
  differs:
    'The real heap searched itself again for each removal, which made the storm quadratic; this model scans it once.',
  lab: {
    kind: 'designs',
    stream: { requests: 9000, perSecond: 1000, timeout: 3000, keySpace: 500, p50: 2000, p75: 2900 },
  },
  steps: [],
  opensAt: 4500,
});

export const leftOnOtherKey: GalleryItem = labScene({
  id: 'left-on-other-key',
  title: 'Completed, and still on its other key',
  about:
    'Two requests wait under keys 1 and 2. A check of key 1 completes them: they leave that list and the wheel, but on the list of key 2 they stay, drawn hollow, with all that they hold, until key 2 is checked (step on) or a purge comes.',
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

export const lateReferences: GalleryItem = labScene({
  id: 'weak-references-late',
  title: 'Weak references, cleared late',
  about:
    'The proposal leaves the cleaning to the garbage collector. When that runs only every four seconds, completed requests pile up in between; and with 20 000 keys no list ever reaches its threshold, so the cleared entries stay for good. The requests are bounded, the entries are not.',
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
