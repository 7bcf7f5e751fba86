import { asksSomething, type Lesson } from '../lesson.ts';
import type { PackagedLesson } from './manifest.ts';

/** What a package says of a lesson. `packed` = the lesson inside a link, "" = one of the page's own, which goes by its id. */
export function packagedLesson({ id, title, about, stops }: Lesson, packed: string): PackagedLesson {
  return {
    id,
    title,
    about,
    asks: stops.some(asksSomething),
    hash: packed === '' ? `lesson=${id}` : `lesson&t=${packed}`,
  };
}
