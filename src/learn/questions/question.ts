import { toText, type Token, say } from '../../explain/tokens.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { AskKind } from '../lessons/lesson.ts';
import type { Draw } from './draw.ts';
import type { Arithmetic } from '../../explain/explanation.ts';

export interface Choice {
  /** Identifies the choice within the question, and is the same on every machine. */
  key: string;
  label: Token[];
  /** Reason to choose the answer, in a few words; "" = none. */
  hint: string;
  /**
   * Text shown when the choice is made. For a wrong answer: the misconception, without the right answer, because the
   * reader tries again. For the right answer: the solution with its arithmetic, which is also shown after a second
   * wrong answer.
   */
  why: Token[];
}

/**
 * A question answered with a number in `unit` ("" = no unit). The first element of `numbers` is the right number; each
 * element corresponds to the choice at its index.
 */
export interface NumberEntry {
  kind: 'number';
  unit: string;
  numbers: readonly { value: number; tolerance: number }[];
}

export interface Question {
  /** `own` = an author's question; the engine answers all others. */
  kind: AskKind | 'own';
  /** Set if the reader types the answer; the choices are then its possible outcomes. */
  entry?: NumberEntry | { kind: 'words' };
  text: Token[];
  choices: Choice[];
  /** Key of the right choice. */
  right: string;
  /** State shown with the question: just before the event that the question is about. */
  before: Cursor;
  /** State in which the answer can be seen. */
  after: Cursor;
  /** Message that the question is about, 0 = none. The strip highlights the message. */
  number: number;
}

/** Maximum number of choices, which fit on a phone without scrolling. */
export const CHOICES_MAX = 4;

/** True when the right answer was found, two were wrong, or the reader has judged a written answer. */
export function endsQuestion(
  { right, entry }: Pick<Question, 'right' | 'entry'>,
  chosen: readonly string[],
): boolean {
  return chosen.at(-1) === right || chosen.length >= 2 || (entry?.kind === 'words' && chosen.length > 0);
}

/** Returns the right answer as text; for a written answer, the model answer. */
export function solutionOf({ choices, right, entry }: Pick<Question, 'choices' | 'right' | 'entry'>): string {
  const choice = choices.find(({ key }) => key === right);
  if (choice === undefined) return '';
  return entry?.kind === 'words' ? toText(choice.why) : `${toText(choice.label)}. ${toText(choice.why)}`;
}

/**
 * Selects the choices: the right one and the first wrong ones with distinct keys. Figures are sorted so that the position
 * reveals nothing; other choices are shuffled.
 */
export function arrange(draw: Draw, right: Choice, wrong: readonly Choice[]): Choice[] {
  const distinct = wrong.filter(
    ({ key }, i) => key !== right.key && wrong.findIndex((other) => other.key === key) === i,
  );
  const choices = draw.shuffle([right, ...distinct.slice(0, CHOICES_MAX - 1)]);
  const figures = choices.map(({ key }) => figuresOf(key));
  if (figures.filter((list) => list === null).length > 1) return choices;
  return choices.toSorted((a, b) => compare(figuresOf(a.key), figuresOf(b.key)));
}

/** Returns the figures of a key such as `12`, `m3` or `1.7` (level and bucket); null if the key is no figure. */
function figuresOf(key: string): number[] | null {
  return /^m?\d+(\.\d+)?$/.test(key) ? key.replace('m', '').split('.').map(Number) : null;
}

/** Sorts choices without a figure, such as "dead", to the end. */
function compare(a: number[] | null, b: number[] | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
}

/** Puts the arithmetic in parentheses after a sentence: " (success total: 0.4 + 0.2 = 0.6; …)". */
export function sumsOf(arithmetic: Arithmetic | undefined): Token[] {
  const lines = arithmetic?.lines ?? [];
  if (lines.length === 0) return [];
  return [
    { text: ' (' },
    ...lines.flatMap(
      ({ label, expression }, i) => say`${i === 0 ? '' : '; '}${label}: ${{ mono: expression }}`,
    ),
    { text: ')' },
  ];
}
