/** Lists the stops and scenes of the lesson plans for 45 and 90 minutes. `words/` has the instructions. */
import { type Reference, scenes, stops } from './reference.ts';

interface PlanStep {
  minutes: number;
  refs: readonly Reference[];
}

export interface Plan {
  id: string;
  minutes: 45 | 90;
  steps: readonly PlanStep[];
  /** Outcomes of the plan: numbers of clauses of a lesson's `able:`, from 1. */
  outcomes: readonly { lesson: string; clauses: readonly number[] }[];
  /** Id of the homework to give after the lesson. */
  homework: string;
}

const CLOSE: PlanStep = {
  minutes: 4,
  refs: [],
};
const BREAK: PlanStep = { minutes: 5, refs: [] };
const FIRST_MINUTE: Reference = { kind: 'page', hash: '#first' };

const WHOSE_TURN: Plan = {
  id: 'whose-turn',
  minutes: 45,
  steps: [
    {
      minutes: 5,
      refs: [FIRST_MINUTE],
    },
    {
      minutes: 6,
      refs: [stops('what-is-a-job', 1, 3)],
    },
    { minutes: 8, refs: [stops('earning', 1, 3)] },
    {
      minutes: 9,
      refs: [stops('best-candidate', 1, 4)],
    },
    {
      minutes: 8,
      refs: scenes('fifo'),
    },
    {
      minutes: 5,
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
  minutes: 45,
  steps: [
    {
      minutes: 5,
      refs: scenes('three-feedbacks'),
    },
    { minutes: 10, refs: [stops('windows', 1, 5)] },
    {
      minutes: 10,
      refs: [stops('failure', 1, 4)],
    },
    {
      minutes: 8,
      refs: [stops('failure', 5, 7)],
    },
    {
      minutes: 8,
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

/** Plan of 25 minutes about timing wheels, from the question to the cascade. */
const WHEELS: readonly PlanStep[] = [
  {
    minutes: 5,
    refs: scenes('timer-lab'),
  },
  { minutes: 10, refs: [stops('wheel', 1, 7)] },
  { minutes: 10, refs: [stops('cascade', 1, 6)] },
];
const CLOCK: PlanStep = {
  minutes: 10,
  refs: [stops('clock', 1, 4)],
};

const TIMERS: Plan = {
  id: 'timers',
  minutes: 45,
  steps: [
    ...WHEELS,
    {
      minutes: 6,
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
  minutes: 45,
  steps: [
    {
      minutes: 5,
      refs: scenes('one-over-the-limit'),
    },
    { minutes: 10, refs: [stops('groups', 1, 7)] },
    { minutes: 10, refs: [stops('who-wakes', 1, 6)] },
    {
      minutes: 8,
      refs: [stops('around-the-gate', 1, 4)],
    },
    {
      minutes: 8,
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
  minutes: 90,
  steps: [
    {
      minutes: 6,
      refs: [FIRST_MINUTE],
    },
    {
      minutes: 7,
      refs: [stops('what-is-a-job', 1, 3)],
    },
    { minutes: 10, refs: [stops('earning', 1, 5)] },
    {
      minutes: 12,
      refs: [stops('best-candidate', 1, 6)],
    },
    { minutes: 10, refs: [stops('blockers', 1, 7)] },
    BREAK,
    { minutes: 8, refs: [stops('windows', 1, 5)] },
    {
      minutes: 12,
      refs: [stops('failure', 1, 7)],
    },
    {
      minutes: 10,
      refs: scenes('outage-natural', 'outage-flush'),
    },
    {
      minutes: 6,
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
  minutes: 90,
  steps: [
    ...WHEELS,
    CLOCK,
    {
      minutes: 8,
      refs: [stops('purgatory', 1, 6)],
    },
    BREAK,
    { minutes: 12, refs: [stops('groups', 1, 7)] },
    { minutes: 10, refs: [stops('who-wakes', 1, 6)] },
    {
      minutes: 8,
      refs: [stops('pools', 1, 6)],
    },
    {
      minutes: 8,
      refs: [{ kind: 'page', hash: '#policies' }],
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
