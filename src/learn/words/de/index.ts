/** German texts of all that a class sees with a lesson. */
import type { OtherWords } from '../en/index.ts';
import * as ask from './ask.ts';
import * as classroom from './classroom.ts';
import * as first from './first.ts';
import * as lesson from './lesson.ts';
import * as lessons from './lessons.ts';
import * as marks from './marks.ts';
import * as present from './present.ts';
import { said } from './said.ts';
import { teach } from './teach.ts';
import { write } from './write.ts';

export const DE: OtherWords = {
  language: 'de',
  ask,
  ...classroom,
  ...first,
  ...lesson,
  ...lessons,
  ...marks,
  ...present,
  said,
  teach,
  write,
};
