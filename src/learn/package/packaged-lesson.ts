import { asksSomething, type Lesson } from '../lessons/lesson.ts';
import type { PackagedLesson } from './manifest.ts';

/** What a package says of a lesson. `packed` = the lesson inside a link, "" = one of the page's own, which goes by its id. */
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
    // It opens in the language that it was packed in; English need not be said.
    hash: language === 'en' && languages[0] === 'en' ? which : `${which}&lang=${language}`,
  };
}
