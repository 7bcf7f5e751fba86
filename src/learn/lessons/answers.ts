/**
 * What a reader has answered so far as a short text of small letters, digits and dots: `t412.2ay.4cbn.5a`. Seconds first,
 * then each stop that was answered with the letters chosen, in their order, and `y` when the last one was right or `n` when
 * the answer was shown. It fits into an address and into what a learning platform keeps.
 */
import type { Seconds } from '../../protocol/units.ts';
import { LESSON_LIMITS } from './lesson-schema.ts';

/** One stop: places among the choices (0 is A), in the order of choosing. */
export interface GivenAnswer {
  chosen: readonly number[];
  /** The answer is shown. */
  revealed: boolean;
  /** Right at the first choice. */
  right: boolean;
  /** The last choice was the right one; false also where the answer was shown. */
  found: boolean;
}

/** Answers by the number of the stop, from 1, and whole seconds since the lesson was first opened. */
export interface GivenAnswers {
  answers: ReadonlyMap<number, GivenAnswer>;
  seconds: Seconds;
}

/** Of four choices to a question, and of what a number may come to. */
const LETTERS = 'abcdefgh';
const FORM = /^t(\d{1,7})((?:\.\d{1,2}[a-h]{0,4}[yn]?)*)$/;

/** The text; at most `ANSWERS_MAX` characters, whatever the lesson. Stops of which nothing was answered are left out. */
export function encodeAnswers({ answers, seconds }: GivenAnswers): string {
  const stops = [...answers]
    .filter(([, { chosen, revealed }]) => chosen.length > 0 || revealed)
    .toSorted(([a], [b]) => a - b)
    .map(([stop, { chosen, revealed, found }]) => {
      const letters = chosen.map((place) => LETTERS[place] ?? '').join('');
      return `.${stop}${letters}${revealed ? (found ? 'y' : 'n') : ''}`;
    });
  return `t${Math.min(seconds, 9_999_999)}${stops.join('')}`;
}

/** Longest text: every stop of the longest lesson, with all its choices. A SCORM 1.2 platform keeps 4,096 characters. */
export const ANSWERS_MAX = 't9999999'.length + LESSON_LIMITS.stops * '.40abcdn'.length;

/** What the text says; null when it is no such text. */
export function parseAnswers(text: string): GivenAnswers | null {
  const match = text.length > ANSWERS_MAX ? null : FORM.exec(text);
  if (match === null) return null;
  const [, seconds, stops = ''] = match;
  const answers = new Map<number, GivenAnswer>();
  for (const [, stop, letters = '', end] of stops.matchAll(/\.(\d+)([a-h]*)([yn]?)/g)) {
    const chosen = [...letters].map((letter) => LETTERS.indexOf(letter));
    const found = end === 'y';
    answers.set(Number(stop), {
      chosen,
      revealed: end !== '',
      right: found && chosen.length === 1,
      found,
    });
  }
  return { answers, seconds: Number(seconds) };
}
