/** Texts of the list of lessons, and of endless practice. */
import { formatCounted } from '../../../explain/format.ts';
import { WHAT_NEXT } from '../../../explain/labels.ts';

export const lessons = {
  groups: { scheduler: 'The scheduler', timers: 'Timers', threads: 'Threads' },
  title: 'Learn it by predicting it',
  lead: 'You say what happens next, the engine answers.',
  done: (done: number, all: number): string => `${done} of ${all} done`,
  count: (lessons: number): string => formatCounted(lessons, 'lesson'),
  nextAt: (place: number, stop: number, stops: number): string => `Lesson ${place}, stop ${stop} of ${stops}`,
  nextNew: (place: number, minutes: number): string => `Lesson ${place}, ${minutes} min`,
  start: 'Start',
  goOn: 'Go on',
  again: 'Do it again',
  first: 'The first minute',
  firstAbout: 'what this is, in seven pictures',
  practise: 'Practice',
  practiseAbout: 'questions without end, three levels',
  glossary: 'Glossary',
  glossaryAbout: 'every word, with its document',
  incidents: 'Real incidents',
  incidentsAbout: 'find the cause on a real Postfix',
  openFile: 'Open a lesson file',
  file: 'lesson file',
  forget: 'Forget my progress',
  minutes: (n: number): string => `${n} min`,
  able: (clause: string): string => `You can then ${clause}.`,
  atStop: (stop: number): string => `you are at stop ${stop}`,
  finished: (right: number, questions: number): string =>
    questions === 0 ? 'done' : `done, best ${right} of ${questions}`,
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
