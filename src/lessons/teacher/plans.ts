/** What a class does in 45 and in 90 minutes, step by step. */
import { type Reference, scenes, stops } from './reference.ts';

interface PlanStep {
  minutes: number;
  /** What the class does. */
  does: string;
  refs: readonly Reference[];
}

export interface Plan {
  id: string;
  title: string;
  /** Which part of a course it is for. */
  course: string;
  minutes: 45 | 90;
  steps: readonly PlanStep[];
  /** What the class can do afterwards: clauses of `able:` of a lesson, counted from 1. */
  outcomes: readonly { lesson: string; clauses: readonly number[] }[];
  /** Id of the homework that goes with it. */
  homework: string;
}

const VOTE = 'Each stop with a question: everybody answers alone, neighbours argue, the class answers again.';
const CLOSE: PlanStep = {
  minutes: 4,
  does: 'Read the outcomes together; each says one that is not clear yet. Hand out the homework.',
  refs: [],
};
const BREAK: PlanStep = { minutes: 5, does: 'Break.', refs: [] };
const FIRST_MINUTE: Reference = { kind: 'page', hash: '#first', title: 'The first minute' };

const WHOSE_TURN: Plan = {
  id: 'whose-turn',
  title: 'Whose turn is it?',
  course: 'Operating systems: scheduling, priorities, preemption',
  minutes: 45,
  steps: [
    {
      minutes: 5,
      does: 'Before anything is explained, the class says who is next. Nobody is told yet why.',
      refs: [FIRST_MINUTE],
    },
    {
      minutes: 6,
      does: 'Name what the picture shows: message, job, entry, delivery slot.',
      refs: [stops('what-is-a-job', 1, 3)],
    },
    { minutes: 8, does: `What a delivery slot costs. ${VOTE}`, refs: [stops('earning', 1, 3)] },
    {
      minutes: 9,
      does: 'Compute one score on the board together. Then the class chooses the best candidate itself.',
      refs: [stops('best-candidate', 1, 4)],
    },
    {
      minutes: 8,
      does: 'First without preemption: who waits for whom? Then set the cost to 2, inject again, and compare.',
      refs: scenes('fifo'),
    },
    {
      minutes: 5,
      does: 'Everybody writes down the order of deliveries before the run is played, then checks it.',
      refs: scenes('ten-two-two'),
    },
    CLOSE,
  ],
  outcomes: [
    { lesson: 'what-is-a-job', clauses: [1, 2] },
    { lesson: 'best-candidate', clauses: [1, 2] },
  ],
  homework: 'priorities',
};

const HOW_MANY: Plan = {
  id: 'how-many-at-once',
  title: 'How many at once?',
  course: 'Networks: feedback, AIMD, congestion windows',
  minutes: 45,
  steps: [
    {
      minutes: 5,
      does: 'Look at the charts of two feedbacks. The class describes both curves, without a rule yet.',
      refs: scenes('three-feedbacks'),
    },
    { minutes: 10, does: `How success moves the window. ${VOTE}`, refs: [stops('windows', 1, 5)] },
    {
      minutes: 10,
      does: 'How failure moves it. Before each answer one pupil computes the new window on the board.',
      refs: [stops('failure', 1, 4)],
    },
    {
      minutes: 8,
      does: 'A server that answers nobody. The class counts the failures until the destination is dead.',
      refs: [stops('failure', 5, 7)],
    },
    {
      minutes: 8,
      does: 'Groups of three say where the window will settle under each feedback, then play the run.',
      refs: scenes('load-balancer'),
    },
    CLOSE,
  ],
  outcomes: [
    { lesson: 'windows', clauses: [1, 2] },
    { lesson: 'failure', clauses: [1, 2] },
  ],
  homework: 'windows',
};

/** Timing wheels from the question to the cascade, 25 minutes. */
const WHEELS: readonly PlanStep[] = [
  {
    minutes: 5,
    does: 'How would you keep the timeouts of ten thousand requests? Collect designs, then look at three.',
    refs: scenes('timer-lab'),
  },
  { minutes: 10, does: `The bucket of a timer. ${VOTE}`, refs: [stops('wheel', 1, 7)] },
  { minutes: 10, does: `Timers that are too far away. ${VOTE}`, refs: [stops('cascade', 1, 6)] },
];
const CLOCK: PlanStep = {
  minutes: 10,
  does: 'When the clock wakes, and what a cancelled timer costs. The class counts wake-ups.',
  refs: [stops('clock', 1, 4)],
};

const TIMERS: Plan = {
  id: 'timers',
  title: 'Timeouts without number',
  course: 'Data structures: timing wheels beside heaps and lists',
  minutes: 45,
  steps: [
    ...WHEELS,
    {
      minutes: 6,
      does: 'Step by wake-ups. Before each one somebody says where timer 1 goes.',
      refs: scenes('wheel-far-and-home'),
    },
    CLOCK,
    CLOSE,
  ],
  outcomes: [
    { lesson: 'wheel', clauses: [1, 2] },
    { lesson: 'cascade', clauses: [1, 2] },
    { lesson: 'clock', clauses: [1, 2] },
  ],
  homework: 'timers',
};

const THREADS: Plan = {
  id: 'threads',
  title: 'How many may run?',
  course: 'Operating systems: thread pools, wake-ups, herds',
  minutes: 45,
  steps: [
    {
      minutes: 5,
      does: 'The class finds the gate, the threads that count, and those that wait. Each says what will happen next.',
      refs: scenes('one-over-the-limit'),
    },
    { minutes: 10, does: `What a group counts. ${VOTE}`, refs: [stops('groups', 1, 7)] },
    { minutes: 10, does: `Who is woken, and why the newest. ${VOTE}`, refs: [stops('who-wakes', 1, 6)] },
    {
      minutes: 8,
      does: 'Timeouts, signals, page faults: for each the class says first whether the count changes.',
      refs: [stops('around-the-gate', 1, 4)],
    },
    {
      minutes: 8,
      does: 'Forty waits end at once. How long until the count is down?',
      refs: [stops('pools', 1, 3)],
    },
    CLOSE,
  ],
  outcomes: [
    { lesson: 'groups', clauses: [1, 2, 3] },
    { lesson: 'who-wakes', clauses: [1, 2] },
    { lesson: 'pools', clauses: [1] },
  ],
  homework: 'threads',
};

const MAIL_QUEUE: Plan = {
  id: 'mail-queue',
  title: 'A mail queue, from its first message to an outage',
  course: 'Operating systems and networks: scheduling, feedback, failures',
  minutes: 90,
  steps: [
    {
      minutes: 6,
      does: 'Before anything is explained, the class says who is next. Nobody is told yet why.',
      refs: [FIRST_MINUTE],
    },
    {
      minutes: 7,
      does: 'Name what the picture shows: message, job, entry, delivery slot.',
      refs: [stops('what-is-a-job', 1, 3)],
    },
    { minutes: 10, does: `Cost, discount and loan. ${VOTE}`, refs: [stops('earning', 1, 5)] },
    {
      minutes: 12,
      does: 'Compute one score on the board together. Then the class chooses, and reads a stack of jobs.',
      refs: [stops('best-candidate', 1, 6)],
    },
    { minutes: 10, does: `Destinations without room. ${VOTE}`, refs: [stops('blockers', 1, 7)] },
    BREAK,
    { minutes: 8, does: `How success moves the window. ${VOTE}`, refs: [stops('windows', 1, 5)] },
    {
      minutes: 12,
      does: 'How failure moves it, until the destination is dead. One pupil computes each step on the board.',
      refs: [stops('failure', 1, 7)],
    },
    {
      minutes: 10,
      does: 'The server is back: flush, or wait? Two halves of the class each defend one, then both runs are played.',
      refs: scenes('outage-natural', 'outage-flush'),
    },
    {
      minutes: 6,
      does: 'One run with everything in it: the class names each turn of the window as it happens.',
      refs: scenes('dead-and-back'),
    },
    CLOSE,
  ],
  outcomes: [
    { lesson: 'what-is-a-job', clauses: [1, 2] },
    { lesson: 'earning', clauses: [1] },
    { lesson: 'best-candidate', clauses: [1, 2, 3] },
    { lesson: 'blockers', clauses: [1, 2, 3] },
    { lesson: 'windows', clauses: [1, 2] },
    { lesson: 'failure', clauses: [1, 2] },
  ],
  homework: 'windows',
};

const SERVER: Plan = {
  id: 'inside-a-server',
  title: 'Inside a server: timeouts and threads',
  course: 'Systems programming: timers, waiting, thread pools',
  minutes: 90,
  steps: [
    ...WHEELS,
    CLOCK,
    {
      minutes: 8,
      does: 'Waiting for an answer or for time to run out. The class says what stays on which list.',
      refs: [stops('purgatory', 1, 6)],
    },
    BREAK,
    { minutes: 12, does: `What a group counts. ${VOTE}`, refs: [stops('groups', 1, 7)] },
    { minutes: 10, does: `Who is woken, and why the newest. ${VOTE}`, refs: [stops('who-wakes', 1, 6)] },
    {
      minutes: 8,
      does: 'Herds and growing pools: before each answer the class says what the count will be.',
      refs: [stops('pools', 1, 6)],
    },
    {
      minutes: 8,
      does: 'Groups choose a policy for one load and say why. Then all are run side by side.',
      refs: [{ kind: 'page', hash: '#policies', title: 'Policy laboratory' }],
    },
    CLOSE,
  ],
  outcomes: [
    { lesson: 'wheel', clauses: [1, 2] },
    { lesson: 'cascade', clauses: [1, 2] },
    { lesson: 'clock', clauses: [1, 2] },
    { lesson: 'purgatory', clauses: [1, 2] },
    { lesson: 'groups', clauses: [1, 2, 3] },
    { lesson: 'who-wakes', clauses: [1, 2] },
    { lesson: 'pools', clauses: [1, 2] },
  ],
  homework: 'threads',
};

export const PLANS: readonly Plan[] = [WHOSE_TURN, HOW_MANY, TIMERS, THREADS, MAIL_QUEUE, SERVER];
