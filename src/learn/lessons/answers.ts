/**
 * A reader's answers as a short text of lower-case letters, digits and dots: `t412.2ay.4cbn.5a`. Seconds come first, then
 * each answered stop with the chosen letters in order, followed by `y` when the last choice was right or `n` when the
 * answer was shown. It fits into an address and into the storage of a learning platform.
 */
import type { Seconds } from '../../protocol/units.ts';
import { LESSON_LIMITS } from './lesson-schema.ts';

/** Answers at one stop: indexes of choices (0 is A), in order of choosing. */
export interface GivenAnswer {
  chosen: readonly number[];
  revealed: boolean;
  /** True if the first answer was right. */
  right: boolean;
  /** True if the last choice was right; false if the page has shown the answer. */
  found: boolean;
}

/** Answers by stop number (from 1), and seconds since the lesson was first opened. */
export interface GivenAnswers {
  answers: ReadonlyMap<number, GivenAnswer>;
  seconds: Seconds;
}

/** Letters for choices; questions with numbers can have more than four. */
const LETTERS = 'abcdefgh';
const FORM = /^t(\d{1,7})((?:\.\d{1,2}[a-h]{0,4}[yn]?)*)$/;

/** Encodes the answers in at most `ANSWERS_MAX` characters. Stops without an answer are omitted. */
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

/** Maximum characters: every stop of the longest lesson with all choices. SCORM 1.2 stores at most 4,096 characters. */
export const ANSWERS_MAX = 't9999999'.length + LESSON_LIMITS.stops * '.40abcdn'.length;

/** Parses encoded answers; null when the text has another form. */
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
