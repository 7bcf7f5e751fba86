import { toText, type Token, say } from '../../explain/tokens.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { AskKind } from '../lessons/lesson.ts';
import type { Draw } from './draw.ts';
import type { Arithmetic } from '../../explain/explanation.ts';

/** One answer that can be chosen. */
export interface Choice {
  /** Distinct among the choices of a question, and the same on every machine. */
  key: string;
  label: Token[];
  /** A few words beside the label: why it is tempting. */
  hint: string;
  /**
   * Said when it is chosen. Of a wrong one the misconception behind it, which does not give the answer away: the reader
   * tries once more. Of the right one the solution with its arithmetic, which a second miss shows as well.
   */
  why: Token[];
}

/** A number with its unit, "" = none; each number that is known, the right one first, is a choice at its place. */
export interface NumberEntry {
  kind: 'number';
  unit: string;
  numbers: readonly { value: number; tolerance: number }[];
}

/** A question about the next thing that the engine does. */
export interface Question {
  /** `own` = the author's; the others are answered by the engine. */
  kind: AskKind | 'own';
  /** The reader writes the answer instead of choosing it; the choices are then what it may come to. */
  entry?: NumberEntry | { kind: 'words' };
  text: Token[];
  choices: Choice[];
  /** Key of the right one. */
  right: string;
  /** What is shown while it is asked: the state just before. */
  before: Cursor;
  /** What happened: the state in which the answer can be seen. */
  after: Cursor;
  /** Message that the question is about, for the strip; 0 = none. */
  number: number;
}

/** Most choices that are offered: as many as fit on a phone without scrolling. */
export const CHOICES_MAX = 4;

/** Whether nothing is left to try: the right answer was found, or a second one was wrong, or the reader has judged it. */
export function endsQuestion(
  { right, entry }: Pick<Question, 'right' | 'entry'>,
  chosen: readonly string[],
): boolean {
  return chosen.at(-1) === right || chosen.length >= 2 || (entry?.kind === 'words' && chosen.length > 0);
}

/** The right answer in words; of a question that is answered in words, the model answer. */
export function solutionOf({ choices, right, entry }: Pick<Question, 'choices' | 'right' | 'entry'>): string {
  const choice = choices.find(({ key }) => key === right);
  if (choice === undefined) return '';
  return entry?.kind === 'words' ? toText(choice.why) : `${toText(choice.label)}. ${toText(choice.why)}`;
}

/**
 * The choices of a question: the right one and the most tempting of the wrong ones, each key once. Figures stand in their
 * order, so that the place of an answer says nothing; everything else is shuffled.
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

/** The numbers of a key such as `12`, `m3` or `1.7` (a level and a bucket); null = it is no figure. */
function figuresOf(key: string): number[] | null {
  return /^m?\d+(\.\d+)?$/.test(key) ? key.replace('m', '').split('.').map(Number) : null;
}

/** A choice that is no figure, such as "dead", stands last. */
function compare(a: number[] | null, b: number[] | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
}

/** The inequality that decided, as a remark behind a sentence: "(success after this delivery: + 0.2, now 0.6; …)". */
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
