/**
 * Addresses of questions for a class: `#class=windows&stop=6` for the teacher's page, `#answer=windows&stop=6` for the
 * page on phones. The part after the name of the page identifies the question: a stop of a lesson, an exercise
 * (`&topic=timers&level=2&seed=17`), or a run with an exercise (`&s=…`, a link).
 */
import { lessonHash, parseLessonHash, type LessonAddress } from '../../lessons/lesson-link.ts';
import type { Exercise } from '../../questions/practice.ts';
import { exerciseHash, parseExercise } from '../practice/exercise.ts';

export type ClassAddress =
  | { kind: 'lesson'; lesson: LessonAddress }
  | { kind: 'practice'; exercise: Exercise }
  | { kind: 'link'; link: string };

/** Parses the question of a `#class` or `#answer` address; null = none. */
export function parseClassHash(hash: string): ClassAddress | null {
  const part = hash.replace(/^#(class|answer)/, '');
  if (part.startsWith('&topic=')) return { kind: 'practice', exercise: parseExercise(hash) };
  if (part.startsWith('&s=')) return { kind: 'link', link: `#${part.slice(1)}` };
  const lesson = parseLessonHash(hash);
  return lesson === null ? null : { kind: 'lesson', lesson };
}

/** Returns the part of an address that names a question. This part is the same on every machine. */
export function questionPart(address: ClassAddress): string {
  // Omits the language, because the question and its codes are the same in every language.
  const plain: ClassAddress =
    address.kind === 'lesson' ? { kind: 'lesson', lesson: { ...address.lesson, lang: '' } } : address;
  return ownPage(plain).replace(/^#(lesson|practice)?/, address.kind === 'link' ? '&' : '');
}

/** Returns the address of the page that asks the question to a single reader. */
export function ownPage(address: ClassAddress): string {
  if (address.kind === 'lesson') return lessonHash(address.lesson);
  return address.kind === 'practice' ? exerciseHash(address.exercise) : address.link;
}
