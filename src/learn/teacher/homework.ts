/** Lists the homework. The right answers are not stored, because the engine computes them when a teacher asks. */
import { type Exercise, LEVELS } from '../questions/practice.ts';

export interface Homework {
  id: string;
  lesson: string;
  /** Exercises (easy, medium, hard) that students answer on paper. They are the same on every machine. */
  exercises: readonly Exercise[];
}

export const HOMEWORK: readonly Homework[] = [
  {
    id: 'priorities',
    lesson: 'earning',
    exercises: oneOfEach('scheduler', 11),
  },
  {
    id: 'windows',
    lesson: 'failure',
    exercises: oneOfEach('concurrency', 21),
  },
  { id: 'timers', lesson: 'clock', exercises: oneOfEach('timers', 31) },
  {
    id: 'threads',
    lesson: 'around-the-gate',
    exercises: oneOfEach('threads', 41),
  },
  { id: 'memory', lesson: 'memory', exercises: [] },
];

/** Returns one exercise per level, with consecutive seeds. */
function oneOfEach(topic: Exercise['topic'], first: number): Exercise[] {
  return LEVELS.map((level, i) => ({ topic, level, seed: first + i }));
}
