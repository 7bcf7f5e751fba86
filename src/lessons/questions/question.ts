import type { Token } from '../../explain/tokens.ts';
import type { Cursor } from '../../protocol/frame.ts';
import type { AskKind } from '../lesson.ts';

/** One answer that can be chosen. */
export interface Choice {
  /** Distinct among the choices of a question, and the same on every machine. */
  key: string;
  label: Token[];
  /** A few words beside the label: why somebody would choose it. */
  hint: string;
  /** Said when it is chosen: why it is not so, from the decision; of the right one, why it is. */
  why: Token[];
}

/** A question about the next thing that the engine does. */
export interface Question {
  kind: AskKind;
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
