/**
 * Questions written by an author: `choose:`, `number:` or `write:`, and below it the answers, each with a comment after
 * `|`. Every error names its line.
 */
import { isPlainText } from '../../protocol/names.ts';
import type { LessonFault, RawOwnLine, RawStop } from './lesson-lines.ts';
import type { OwnChoice, OwnNumber, OwnQuestion } from './lesson.ts';
import { MARKS_ACCEPTED, unknownMark } from './markup.ts';

/** Longest texts in characters, and most wrong answers: as many choices as fit on a phone without scrolling. */
const OWN_LIMITS = { text: 400, answer: 160, why: 400, model: 1200, choices: 3, numbers: 5 };

const KINDS = new Set(['choose', 'number', 'write']);
const ANSWER = `an answer of at most ${OWN_LIMITS.answer} characters, a | and a comment of at most ${OWN_LIMITS.why}`;
const NUMBER = 'a number such as 66.7 or 66.7 ± 0.5 %, a | and a comment';

type Faults = LessonFault[];

/** Parses the question of a stop; null if the stop has none. Adds errors to `faults`. */
export function readOwnQuestion({ own, fields }: RawStop, faults: Faults): OwnQuestion | null {
  const [first, ...lines] = own;
  if (first === undefined) return null;
  const before = faults.length;
  if (!KINDS.has(first.word)) {
    faults.push(faultOf(first, 'a question above it, after choose:, number: or write:'));
    return null;
  }
  const second = lines.find(({ word }) => KINDS.has(word));
  if (second !== undefined) faults.push(faultOf(second, 'one question in a stop'));
  if (fields.has('ask')) faults.push(faultOf(first, 'either ask: or your own question in a stop'));
  wordsOf(first, first.value, OWN_LIMITS.text, `a question of 1 to ${OWN_LIMITS.text} characters`, faults);
  const answers = lines.filter(({ word }) => !KINDS.has(word));
  const question =
    first.word === 'write' ? readWrite(first, answers, faults) : readAnswers(first, answers, faults);
  return faults.length > before ? null : question;
}

function readWrite(first: RawOwnLine, answers: readonly RawOwnLine[], faults: Faults): OwnQuestion | null {
  const [model] = answers;
  for (const line of answers.filter(({ word }, i) => word !== 'model' || i > 0))
    faults.push(faultOf(line, 'exactly one line model: after write:'));
  if (model === undefined) {
    faults.push(faultOf(first, 'a line model: with the answer, below the question'));
    return null;
  }
  wordsOf(model, model.value, OWN_LIMITS.model, `an answer of 1 to ${OWN_LIMITS.model} characters`, faults);
  return { kind: 'write', text: first.value, model: model.value };
}

function readAnswers(first: RawOwnLine, answers: readonly RawOwnLine[], faults: Faults): OwnQuestion | null {
  for (const line of answers.filter(({ word }) => word === 'model'))
    faults.push(faultOf(line, `right: and wrong: after ${first.word}:`));
  const right = answers.filter(({ word }) => word === 'right');
  const wrong = answers.filter(({ word }) => word === 'wrong');
  if (right.length !== 1)
    faults.push(faultOf(right[1] ?? first, 'exactly one line right: below the question'));
  const most = first.word === 'choose' ? OWN_LIMITS.choices : OWN_LIMITS.numbers;
  const least = first.word === 'choose' ? 1 : 0;
  if (wrong.length < least || wrong.length > most)
    faults.push(faultOf(wrong[most] ?? first, `${least} to ${most} lines wrong: below the question`));
  const [one] = right;
  if (one === undefined) return null;
  return first.word === 'choose'
    ? readChoices(first, one, wrong, faults)
    : readNumbers(first, one, wrong, faults);
}

function readChoices(
  first: RawOwnLine,
  right: RawOwnLine,
  wrong: readonly RawOwnLine[],
  faults: Faults,
): OwnQuestion | null {
  const texts = new Set<string>();
  const read = (line: RawOwnLine): OwnChoice => {
    const { answer: text, why } = partsOf(line, ANSWER, faults);
    wordsOf(line, text, OWN_LIMITS.answer, ANSWER, faults);
    if (texts.has(text)) faults.push(faultOf(line, 'an answer that is not given twice'));
    texts.add(text);
    return { key: /^\d{1,9}$/.test(text) ? text : '', text, why };
  };
  return { kind: 'choose', text: first.value, right: read(right), wrong: wrong.map(read) };
}

const FIGURE = String.raw`-?\d{1,9}(?:[.,]\d{1,6})?`;
const NUMBER_FORM = new RegExp(
  `^(${FIGURE})(?: *(?:±|\\+-|\\+/-) *(${FIGURE}))?(?: *([^\\d\\s|±+-][^|]{0,19}))?$`,
);

interface ReadNumber extends OwnNumber {
  unit: string;
}

function readNumbers(
  first: RawOwnLine,
  right: RawOwnLine,
  wrong: readonly RawOwnLine[],
  faults: Faults,
): OwnQuestion | null {
  const answer = readNumber(right, faults);
  if (answer === null) return null;
  const { unit, ...own } = answer;
  const others = wrong.flatMap((line) => {
    const other = readNumber(line, faults);
    if (other === null) return [];
    if (other.unit !== '' && other.unit !== unit)
      faults.push(
        faultOf(line, `the unit of the right answer${unit === '' ? ', which has none' : `, ${unit}`}`),
      );
    if (Math.abs(other.value - own.value) <= own.tolerance)
      faults.push(faultOf(line, `a number that is not counted as right (${own.value} ± ${own.tolerance})`));
    const { value, tolerance, why } = other;
    return [{ value, tolerance, why }];
  });
  return { kind: 'number', text: first.value, unit, right: own, wrong: others };
}

function readNumber(line: RawOwnLine, faults: Faults): ReadNumber | null {
  const { answer, why } = partsOf(line, NUMBER, faults);
  const [, value, tolerance = '0', unit = ''] = NUMBER_FORM.exec(answer) ?? [];
  if (value !== undefined)
    return { value: numberOf(value), tolerance: Math.abs(numberOf(tolerance)), unit: unit.trim(), why };
  faults.push(faultOf(line, NUMBER));
  return null;
}

/** Parses a number with a decimal point or comma; NaN if the text is no number. */
export function numberOf(text: string): number {
  const figure = text.trim().replace('−', '-').replace(',', '.');
  return /^-?\d{1,9}(\.\d{0,6})?$/.test(figure) ? Number(figure) : Number.NaN;
}

/** Splits a line at the bar `|` into an answer and its comment. */
function partsOf(line: RawOwnLine, accepted: string, faults: Faults): { answer: string; why: string } {
  const at = line.value.indexOf('|');
  const answer = (at < 0 ? line.value : line.value.slice(0, at)).trim();
  const why = at < 0 ? '' : line.value.slice(at + 1).trim();
  wordsOf(line, why, OWN_LIMITS.why, accepted, faults);
  return { answer, why };
}

function wordsOf(line: RawOwnLine, text: string, max: number, accepted: string, faults: Faults): void {
  if (text === '' || text.length > max || !isPlainText(text, false)) faults.push(faultOf(line, accepted));
  else if (unknownMark(text) !== '') faults.push(faultOf(line, MARKS_ACCEPTED));
}

function faultOf({ word, value, line }: RawOwnLine, accepted: string): LessonFault {
  const shown = value === '' ? 'nothing' : value.length > 60 ? `${value.slice(0, 59)}…` : value;
  return { line, field: word, value: shown, accepted };
}

/**
 * A translated question with the keys of the original, so that letters and codes agree in a class that uses several
 * languages. Null if the answers differ.
 */
export function sameQuestion(own: OwnQuestion, other: OwnQuestion): OwnQuestion | null {
  if (own.kind === 'write') return other.kind === 'write' ? other : null;
  if (own.kind === 'number') {
    const numbersOf = ({ right, wrong }: typeof own): string =>
      JSON.stringify([right, ...wrong].map(({ value, tolerance }) => [value, tolerance]));
    return other.kind === 'number' && numbersOf(own) === numbersOf(other) ? other : null;
  }
  if (other.kind !== 'choose' || other.wrong.length !== own.wrong.length) return null;
  const wrong = other.wrong.map((choice, i) => ({ ...choice, key: own.wrong[i]?.key ?? '' }));
  return { ...other, right: { ...other.right, key: own.right.key }, wrong };
}
