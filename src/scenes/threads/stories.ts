/** Stories of a few threads, each about one rule of concurrency groups. */
import type { StoryThread } from '../../protocol/cmgroup.ts';
import type { GalleryItem } from '../item.ts';
import {
  block,
  blocked,
  fetch,
  limit,
  oneGroup,
  post,
  running,
  threadScene,
  unblock,
  waiter,
} from './story.ts';

/** The story that the document itself tells. Its threads TD, TE and TF do not change the count. */
export const overshoot: GalleryItem = threadScene(
  {
    id: 'one-over-the-limit',
    title: 'One over the limit',
    about:
      'TA waits while two others compute and CV is 2. TB blocks, so TA is admitted; then the reply for TB comes, and three are runnable. No thread is stopped. The excess is corrected at the next fetch: TA is held, and TC takes the next event without a switch.',
    opensAt: 4,
  },
  oneGroup(2, 2, [
    waiter('TE'),
    waiter('TD'),
    running('TB'),
    running('TC'),
    waiter('TA'),
    blocked('TF', 'greeting'),
  ]),
  [
    [1, post('e1')],
    [2, block('TB', 'connect')],
    [3, unblock('TB')],
    [4, post('e2')],
    [5, fetch('TA')],
    [6, fetch('TC')],
    [7, fetch('TC')],
  ],
);

export const callerFirst: GalleryItem = threadScene(
  {
    id: 'caller-first',
    title: 'The caller comes first',
    about:
      'One CPU, CV 1, two waiters. T1 comes back from its event and asks for the next: it is served before the waiters, again and again, without a single switch. Only when nothing is left does it wait, on top of the stack, and e4 wakes the one that began to wait last.',
  },
  oneGroup(1, 1, [waiter('T2'), waiter('T3'), running('T1')]),
  [
    [1, post('e1', 'e2', 'e3')],
    [2, fetch('T1')],
    [3, fetch('T1')],
    [4, fetch('T1')],
    [5, fetch('T1')],
    [6, post('e4')],
    [7, fetch('T1')],
  ],
);

export const timeouts: GalleryItem = threadScene(
  {
    id: 'timeouts',
    title: 'Zero and finite timeouts',
    about:
      'CV is 1 and T1 computes. T2 asks with a timeout of 0 and gets e1 although the group is full: such a call never waits, so it is never held. T3 asks with 3 ms, is held at the gate, and is released when its time is up, over the limit again.',
    differs:
      'The document leaves finite timeouts unspecified on purpose; its implementation honours them, and so does this model.',
  },
  oneGroup(4, 1, [running('T1'), { name: 'T2', state: 'running' }, { name: 'T3', state: 'running' }]),
  [
    [1, post('e1')],
    [2, fetch('T2', 0)],
    [3, fetch('T2')],
    [4, post('e2')],
    [5, fetch('T3', 3_000)],
    [9, fetch('T3')],
  ],
);

export const signals: GalleryItem = threadScene(
  {
    id: 'signals',
    title: 'A signal bypasses the gate',
    about:
      'The group is full. A signal ends the fetch of T2 with EINTR, and two are runnable where one may be. A masked signal to T3 has no effect. When T2 fetches again, it is held like any other thread.',
  },
  oneGroup(4, 1, [running('T1'), waiter('T2'), waiter('T3')]),
  [
    [1, { kind: 'cmg.signal', thread: 'T2' }],
    [2, { kind: 'cmg.signal', thread: 'T3', masked: true }],
    [3, post('e1')],
    [4, fetch('T2')],
    [5, fetch('T1')],
  ],
);

export const changingLimit: GalleryItem = threadScene(
  {
    id: 'raising-and-lowering-cv',
    title: 'CV up and down',
    about:
      'Three events are pending and CV is 1. Raising it to 3 wakes one waiter by W2, whose fetch wakes the next by W3, until the group is full. Lowering it to 1 stops no thread: two are too many, and each is held at its next fetch. Raising it to 2 while still over the limit releases none.',
    opensAt: 0.5,
  },
  oneGroup(4, 1, [waiter('T2'), waiter('T3'), waiter('T4'), running('T1')]),
  [
    [0.5, post('e1', 'e2', 'e3')],
    [1, limit(3)],
    [2, post('e4', 'e5')],
    [3, limit(1)],
    [4, limit(2)],
    [5, fetch('T4')],
    [6, fetch('T3')],
    [7, fetch('T1')],
  ],
);

export const faultAndStop: GalleryItem = threadScene(
  {
    id: 'page-fault-and-stop',
    title: 'Page fault and stop',
    about:
      'A minor fault of T1 changes nothing. A major one waits for the disk: the count falls and T2 is admitted. When the page arrives, the group is over its limit by one. In the same way SIGSTOP removes T2 from the count, and SIGCONT counts it again without checking the limit.',
    differs: 'A real SIGSTOP stops the whole process; here one thread, so that the effect can be seen.',
  },
  oneGroup(2, 1, [running('T1'), waiter('T3'), waiter('T2')]),
  [
    [0.5, post('e1', 'e2', 'e3')],
    [1, { kind: 'cmg.fault', thread: 'T1', minor: true }],
    [2, { kind: 'cmg.fault', thread: 'T1' }],
    [3, { kind: 'cmg.fault-done', thread: 'T1' }],
    [4, fetch('T1')],
    [5, { kind: 'cmg.stop', thread: 'T2' }],
    [6, { kind: 'cmg.continue', thread: 'T2' }],
    [7, fetch('T2')],
  ],
);

export const growingPool: GalleryItem = threadScene(
  {
    id: 'growing-the-pool',
    title: 'The pool grows',
    about:
      'The program counts its threads inside the fetch. When a fetch returns and the count falls to 0, no thread is on standby: it creates one more, up to four. The new thread fetches immediately and becomes the next standby. The document has no rule for shrinking, so the pool never shrinks.',
  },
  oneGroup(8, 3, [waiter('T2'), waiter('T3')], {
    pool: { source: 'E', max: 4, growBy: 1, prefix: 'P' },
  }),
  [
    [1, post('e1')],
    [2, post('e2')],
    [3, post('e3')],
    [4, post('e4')],
    [5, block('T2', 'connect')],
    [6, fetch('T3')],
    [7, unblock('T2')],
  ],
);

const HERD = Array.from({ length: 40 }, (_, i) => `T${String(i + 1).padStart(2, '0')}`);
/** Work of each thread of the herd, in milliseconds. Four threads run at a time. */
const HERD_WORK = 0.3;

export const restartHerd: GalleryItem = threadScene(
  {
    id: 'restart-herd',
    title: 'A server comes back',
    about:
      'Forty agents wait for the greeting of one server; CV is 4. It comes back, and all forty are runnable together: 36 over the limit, because a thread whose wait ends does not pass the gate. Each has a little work and is then held at its next fetch. The count drains to 4 in 3 ms without stopping any thread.',
    opensAt: 2,
  },
  oneGroup(
    4,
    4,
    HERD.map((name) => blocked(name, 'greeting')),
  ),
  [
    [1, post('e1', 'e2', 'e3', 'e4', 'e5', 'e6')],
    [2, { kind: 'cmg.answer', why: 'greeting' }],
    ...HERD.map((name, i) => [2 + HERD_WORK * (1 + Math.floor(i / 4)), fetch(name)] as const),
  ],
);

const SIX = [1, 2, 3, 4, 5, 6];

function group(letter: string): StoryThread[] {
  return SIX.map((n) => ({
    name: `${letter}${n}`,
    state: 'blocked-in-fetch',
    source: letter === 'A' ? 'ring' : 'poll',
    group: letter === 'A' ? 'aio' : 'epoll',
  }));
}

export const aioHerd: GalleryItem = threadScene(
  {
    id: 'aio-herd',
    title: 'AIO wakes the herd',
    about:
      'Six threads wait at an AIO ring, six at an epoll; each group has CV 2. One completion wakes all six at the ring: one takes it, five were woken in vain, and the count jumps over its limit. The same event at the epoll wakes one. Choose the group above the picture.',
    differs:
      'The document describes one behaviour for both. A footnote says that io_getevents does not have it yet; this scene shows what the kernel did.',
    opensAt: 1,
  },
  {
    kind: 'story',
    cpus: 4,
    groups: [
      { name: 'aio', cv: 2 },
      { name: 'epoll', cv: 2 },
    ],
    sources: [
      { name: 'ring', kind: 'aio', group: 'aio' },
      { name: 'poll', kind: 'epoll', group: 'epoll' },
    ],
    threads: [...group('A'), ...group('E')],
    cpu: { switch: 5, rewarm: 25 },
  },
  [
    [1, { kind: 'cmg.post', source: 'ring', events: ['c1'] }],
    [1, { kind: 'cmg.post', source: 'poll', events: ['c1'] }],
    [2, { kind: 'cmg.post', source: 'ring', events: ['c2'] }],
    [2, { kind: 'cmg.post', source: 'poll', events: ['c2'] }],
  ],
);
