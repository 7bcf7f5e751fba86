import { asksSomething, type Lesson } from '../lessons/lesson.ts';
import type { PackagedLesson } from './manifest.ts';

/** Returns the package data of a lesson. `packed`: the lesson packed for a link, "" = a built-in lesson. */
export function packagedLesson(
  { id, title, about, stops, language, languages }: Lesson,
  packed: string,
): PackagedLesson {
  const which = packed === '' ? `lesson=${id}` : `lesson&t=${packed}`;
  return {
    id,
    title,
    about,
    language,
    asks: stops.some(asksSomething),
    // The package opens in the language of the packed lesson. The address omits English, the default.
    hash: language === 'en' && languages[0] === 'en' ? which : `${which}&lang=${language}`,
  };
}
