import { LESSONS } from '../../lessons/catalogue.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import type { Exercise } from '../../lessons/questions/practice.ts';
import { TOPIC_NAMES } from '../practice/exercise.ts';

/** An exercise in words: what it is about, how hard it is, and which of them. */
export function exerciseName({ topic, level, seed }: Exercise): string {
  return `${TOPIC_NAMES[topic]}, ${['easy', 'medium', 'hard'][level - 1]}, number ${seed}`;
}

export function lessonOf(id: string): Lesson | undefined {
  return LESSONS.find((lesson) => lesson.id === id);
}
