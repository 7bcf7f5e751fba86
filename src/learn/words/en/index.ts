/** English texts of all that a class sees with a lesson. `words/de` has the same keys. */
import * as ask from './ask.ts';
import * as classroom from './classroom.ts';
import * as first from './first.ts';
import * as lesson from './lesson.ts';
import * as lessons from './lessons.ts';
import * as marks from './marks.ts';
import * as present from './present.ts';
import type { said } from './said.ts';
import type { teach } from './teach.ts';
import type { write } from './write.ts';

export const EN = {
  language: 'en',
  ask,
  ...classroom,
  ...first,
  ...lesson,
  ...lessons,
  ...marks,
  ...present,
};

/** The texts of one language. A missing key is a type error. */
export type Words = typeof EN;

/** Texts that few pages need. In English each is a separate file that only those pages load. */
export interface OwnWords {
  said: typeof said;
  teach: typeof teach;
  write: typeof write;
}

/** The texts of a language other than English: one table with everything. */
export type OtherWords = Words & OwnWords;
