/** What a course calls it, and where it is here. */
import type { Topic } from '../questions/practice.ts';
import { type Reference, scenes, type StopsRef, stops } from './reference.ts';

export interface CourseTopic {
  id: string;
  title: string;
  /** How it is here, and where that differs from the textbook. */
  here: string;
  stops: readonly StopsRef[];
  scenes: readonly Reference[];
  /** Exercises without end; absent = there are none. */
  practice?: Topic;
}

export const COURSE_TOPICS: readonly CourseTopic[] = [
  {
    id: 'priorities',
    title: 'Priorities and preemption',
    here: 'No message carries a priority. A small one is let in before a large one, and is paid for with what the large one has earned.',
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
    title: 'Round robin, lottery, shares',
    here: 'Destinations of a message take turns, and so do transports. Nothing is drawn by lot: where a lottery gives a share by chance, delivery slots give it by counting.',
    stops: [stops('orders', 4, 6), stops('blockers', 1, 5), stops('earning', 4, 6)],
    scenes: scenes('list-and-resets', 'list-apart', 'slow-neighbour'),
    practice: 'scheduler',
  },
  {
    id: 'aimd',
    title: 'AIMD and feedback',
    here: 'A window of deliveries grows by success and shrinks by failure. Both add and subtract an amount that can be chosen; nothing is halved as in TCP.',
    stops: [stops('windows', 1, 5), stops('windows', 8, 8), stops('failure', 1, 4)],
    scenes: scenes('three-feedbacks', 'load-balancer'),
    practice: 'concurrency',
  },
  {
    id: 'timers',
    title: 'Timers',
    here: 'Hierarchical timing wheels as in Kafka, beside the designs that they replaced.',
    stops: [stops('wheel', 1, 7), stops('cascade', 1, 7), stops('clock', 1, 7)],
    scenes: scenes('wheel-lab', 'wheel-far-and-home', 'wheel-cancel', 'timer-lab'),
    practice: 'timers',
  },
  {
    id: 'pools',
    title: 'Thread pools',
    here: 'Concurrency groups: how many threads may run, who wakes, and what happens when many waits end at once.',
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
    title: 'Memory limits',
    here: 'Recipients in core are limited and lent out; what waits on lists is bounded by purges.',
    stops: [stops('memory', 1, 8), stops('purgatory', 5, 7)],
    scenes: scenes('sponsors', 'extra-slots', 'active-full', 'purge-storm', 'left-on-other-key'),
  },
  {
    id: 'failures',
    title: 'Failures and recovery',
    here: 'When a destination is taken for dead, how long its mail waits, and what a flush does after an outage.',
    stops: [stops('failure', 5, 9), stops('purgatory', 1, 4)],
    scenes: scenes('dead-and-back', 'cohort-limit', 'outage-natural', 'outage-flush'),
    practice: 'concurrency',
  },
];
