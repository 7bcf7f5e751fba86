import type { LessonStop } from '../../lessons/lesson.ts';
import { type Exercise, LEVELS, TOPICS } from '../../questions/practice.ts';
import type { Question } from '../../questions/question.ts';

/** Parses the address of an exercise. Missing or invalid parts default to the first easy exercise. */
export function parseExercise(hash: string): Exercise {
  const fields = new URLSearchParams(hash.replace(/^#practice&?/, ''));
  const topic = TOPICS.find((name) => name === fields.get('topic')) ?? 'scheduler';
  const level = LEVELS.find((n) => String(n) === fields.get('level')) ?? 1;
  const seed = Number(fields.get('seed'));
  return { topic, level, seed: Number.isSafeInteger(seed) && seed > 0 && seed < 1_000_000 ? seed : 1 };
}

export function exerciseHash({ topic, level, seed }: Exercise): string {
  return `#practice&topic=${topic}&level=${level}&seed=${seed}`;
}

const VIEWS = {
  scheduler: 'stage',
  concurrency: 'destination',
  timers: 'wheel',
  threads: 'threads',
} as const;

/** Returns the stop shown with the question: the part of the run that the question is about. */
export function practiceStop(topic: Exercise['topic'], question: Question | null): LessonStop {
  const view = VIEWS[topic];
  return {
    title: '',
    scene: '',
    place: { at: 0 },
    view,
    destination: topic === 'concurrency' ? 'busy.example' : '',
    orders: [],
    jobs: [],
    ask: question === null || question.kind === 'own' ? null : { kind: question.kind, about: '' },
    own: null,
    marks: [],
    rule: null,
    slow: null,
    text: [],
    notes: [],
  };
}
