/** Texts of the list of lessons, and of endless practice. */
import { formatCounted } from '../../../explain/format.ts';
import { WHAT_NEXT } from '../../../explain/labels.ts';

export const lessons = {
  groups: {
    scheduler: {
      title: 'The scheduler',
      about: 'SCHEDULER_README: jobs, delivery slots, preemption, windows',
    },
    timers: { title: 'Timers', about: 'The purgatory redesign: timing wheels, the clock, watch lists' },
    threads: { title: 'Threads', about: 'Concurrency groups: who wakes, and how many may run' },
  },
  title: 'Learn it by predicting it',
  lead: 'Each lesson stops a run a few times. You predict what happens next, and the engine answers. Nothing leaves this machine.',
  startHere: 'Start here',
  goOnHere: 'Continue here',
  facts: (here: string, place: number, minutes: number, assumes: string): string =>
    `${here}, lesson ${place}, ${minutes} min, assumes ${assumes}`,
  start: (place: number): string => `Start lesson ${place}`,
  goOn: (place: number): string => `Continue lesson ${place}`,
  write: 'Write a lesson',
  first: 'The first minute',
  practise: 'Endless practice',
  askClass: 'Ask a class',
  teachers: 'For teachers',
  openFile: 'Open a lesson file',
  file: 'lesson file',
  forget: 'Forget my progress',
  minutes: (n: number): string => `${n} min`,
  ableThen: (clauses: string): string => `You can then ${clauses}.`,
  assumes: (assumes: string, questions: number): string =>
    `assumes ${assumes}, ${formatCounted(questions, 'question')}`,
  atStop: (stop: number): string => `, you are at stop ${stop}`,
  best: (right: number, questions: number): string => `, best ${right} of ${questions}`,
  /** Shown after a lesson that is not available in the chosen language; "" for English. */
  inOther: '',
};

export const practice = {
  topics: { scheduler: 'Whose turn', concurrency: 'Windows', timers: 'Timers', threads: 'Threads' },
  levels: { 1: 'easy', 2: 'medium', 3: 'hard' },
  topic: 'Topic',
  difficulty: 'Difficulty',
  tally: (seed: number, right: number, asked: number): string =>
    `Question ${seed}, ${right} of ${asked} right on the first try`,
  title: WHAT_NEXT,
  open: 'Open this run',
  next: 'Next question',
};
