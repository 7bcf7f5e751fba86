/** What a class does at home. Keys are not kept: a teacher who asks for them has the engine answer each question. */
import { type Exercise, LEVELS } from '../questions/practice.ts';

export interface Homework {
  id: string;
  /** A whole lesson, whose result code is handed in. */
  lesson: string;
  /** Exercises that are the same on every machine, answered on paper; easy, medium, hard. */
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

/** One exercise of each level, with numbers that follow each other. */
function oneOfEach(topic: Exercise['topic'], first: number): Exercise[] {
  return LEVELS.map((level, i) => ({ topic, level, seed: first + i }));
}
