import { say, type Token } from '../../explain/tokens.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { OwnNumber, OwnQuestion } from '../lessons/lesson.ts';
import { MARKS, parseMarkup } from '../lessons/markup.ts';
import { EN, type Words } from '../words/en/index.ts';
import type { Draw } from './draw.ts';
import { arrange, type Choice, type NumberEntry, type Question } from './question.ts';

/** Converts an author's question to the form of all questions. The run does not move. */
export function ownQuestion(
  own: OwnQuestion,
  at: Cursor,
  draw: Draw,
  { own: said }: Pick<Words['ask'], 'own'> = EN.ask,
): Question {
  const common = {
    kind: 'own',
    text: wordsOf(own.text),
    right: 'right',
    before: at,
    after: at,
    number: 0,
  } as const;
  switch (own.kind) {
    case 'choose': {
      const choice = (text: string, why: string, key: string): Choice => {
        return { key, label: wordsOf(text), hint: '', why: wordsOf(why) };
      };
      // Answers that are figures are sorted by their keys.
      const right = choice(own.right.text, own.right.why, own.right.key || 'right');
      const wrong = own.wrong.map(({ text, why, key }, i) => choice(text, why, key || `wrong${i + 1}`));
      return { ...common, right: right.key, choices: arrange(draw, right, wrong) };
    }
    case 'number':
      return {
        ...common,
        entry: { kind: 'number', unit: own.unit, numbers: [own.right, ...own.wrong] },
        choices: [
          numberChoice('right', own.right, own.unit),
          ...own.wrong.map((number, i) => numberChoice(`wrong${i + 1}`, number, own.unit)),
          { key: 'low', label: say`${said.smaller}`, hint: '', why: say`${said.isMore}` },
          { key: 'high', label: say`${said.larger}`, hint: '', why: say`${said.isLess}` },
        ],
      };
    case 'write':
      return {
        ...common,
        entry: { kind: 'words' },
        choices: [
          { key: 'right', label: say`${said.same}`, hint: '', why: wordsOf(own.model) },
          {
            key: 'other',
            label: say`${said.missing}`,
            hint: '',
            why: say`${said.sayAgain}`,
          },
        ],
      };
  }
}

function numberChoice(key: string, { value, tolerance, why }: OwnNumber, unit: string): Choice {
  const about = tolerance > 0 ? `${value} ± ${tolerance}` : String(value);
  return { key, label: say`${unit === '' ? about : `${about} ${unit}`}`, hint: '', why: wordsOf(why) };
}

/** Returns the index of the choice for a number: the right one, a misconception, or too low or too high. */
export function placeOfNumber({ numbers }: NumberEntry, value: number): number {
  // Slightly above the tolerance, so that 0.1 + 0.2 counts as 0.3.
  const near = numbers.findIndex((n) => Math.abs(n.value - value) <= n.tolerance + 1e-9);
  if (near >= 0) return near;
  return numbers.length + (value < (numbers[0]?.value ?? 0) ? 0 : 1);
}

/** Converts markup to a sentence. Chips and code stay; marks of the stage become their names. */
function wordsOf(text: string): Token[] {
  return parseMarkup(text).map((piece): Token => {
    if ('strong' in piece) return { text: piece.strong };
    if ('mark' in piece) return { text: MARKS[piece.mark] };
    return piece;
  });
}
