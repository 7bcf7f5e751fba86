/** All that a class sees with a lesson, in English; `words/de` says the same, key by key. */
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

/** The words of one language. A key that a language does not have is a type error. */
export type Words = typeof EN;

/** Words that few pages need: English has each in a file of its own, which only those fetch. */
export interface OwnWords {
  said: typeof said;
  teach: typeof teach;
  write: typeof write;
}

/** The words of another language than English, which has all of them in one table. */
export type OtherWords = Words & OwnWords;
