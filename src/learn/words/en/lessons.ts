/** The list of the lessons, and practice without end. */
import { formatCounted } from '../../../explain/format.ts';
import { WHAT_NEXT } from '../../../explain/labels.ts';

/** The list of the lessons. */
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
  lead: 'Each lesson is a few stops in a run. You say what happens next, and the engine answers. Nothing leaves this machine.',
  startHere: 'Start here',
  goOnHere: 'Go on here',
  facts: (here: string, place: number, minutes: number, assumes: string): string =>
    `${here}, lesson ${place}, ${minutes} min, assumes ${assumes}`,
  start: (place: number): string => `Start lesson ${place}`,
  goOn: (place: number): string => `Go on with lesson ${place}`,
  write: 'Write a lesson',
  first: 'The first minute',
  practise: 'Practise without end',
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
  /** Behind a lesson that is not there in the language that is wanted; "" in the language of most. */
  inOther: '',
};

/** Practice without end. */
export const practice = {
  topics: { scheduler: 'Whose turn', concurrency: 'Windows', timers: 'Timers', threads: 'Threads' },
  levels: { 1: 'easy', 2: 'medium', 3: 'hard' },
  topic: 'Topic',
  difficulty: 'Difficulty',
  tally: (seed: number, right: number, asked: number): string =>
    `Question ${seed}, ${right} of ${asked} right at the first choice`,
  title: WHAT_NEXT,
  open: 'Open this run',
  next: 'Next question',
};
