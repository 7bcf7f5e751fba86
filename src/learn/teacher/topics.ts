/** Where each course topic is covered; `words/` has the titles. */
import type { Topic } from '../questions/practice.ts';
import { type Reference, scenes, type StopsRef, stops } from './reference.ts';

export interface CourseTopic {
  id: string;
  stops: readonly StopsRef[];
  scenes: readonly Reference[];
  /** Topic of endless practice; absent = none. */
  practice?: Topic;
}

export const COURSE_TOPICS: readonly CourseTopic[] = [
  {
    id: 'priorities',
    stops: [
      stops('orders', 1, 6),
      stops('earning', 1, 3),
      stops('best-candidate', 1, 4),
      stops('adopted', 1, 5),
    ],
    scenes: scenes('fifo', 'ten-two-two', 'recursive', 'whole-picture'),
    practice: 'scheduler',
  },
  {
    id: 'shares',
    stops: [stops('orders', 4, 6), stops('blockers', 1, 5), stops('earning', 4, 6)],
    scenes: scenes('list-and-resets', 'list-apart', 'slow-neighbour'),
    practice: 'scheduler',
  },
  {
    id: 'aimd',
    stops: [stops('windows', 1, 5), stops('windows', 8, 8), stops('failure', 1, 4)],
    scenes: scenes('three-feedbacks', 'load-balancer'),
    practice: 'concurrency',
  },
  {
    id: 'timers',
    stops: [stops('wheel', 1, 7), stops('cascade', 1, 7), stops('clock', 1, 7)],
    scenes: scenes('wheel-lab', 'wheel-far-and-home', 'wheel-cancel', 'timer-lab'),
    practice: 'timers',
  },
  {
    id: 'pools',
    stops: [
      stops('groups', 1, 7),
      stops('who-wakes', 1, 7),
      stops('around-the-gate', 1, 7),
      stops('pools', 1, 7),
    ],
    scenes: scenes('one-over-the-limit', 'lifo-keeps-threads-warm', 'growing-the-pool', 'restart-herd'),
    practice: 'threads',
  },
  {
    id: 'memory',
    stops: [stops('memory', 1, 8), stops('purgatory', 5, 7)],
    scenes: scenes('sponsors', 'extra-slots', 'active-full', 'purge-storm', 'left-on-other-key'),
  },
  {
    id: 'failures',
    stops: [stops('failure', 5, 9), stops('purgatory', 1, 4)],
    scenes: scenes('dead-and-back', 'cohort-limit', 'outage-natural', 'outage-flush'),
    practice: 'concurrency',
  },
];
