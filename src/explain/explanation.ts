/** What an explanation consists of. */
import type { Token } from './tokens.ts';

/** The inequality that decided, line by line. */
export interface Arithmetic {
  lines: ArithmeticLine[];
  /** What follows from the lines: "1 < 2, so nothing moves this time". */
  verdict: Token[];
}

export interface ArithmeticLine {
  label: Token[];
  /** Figures with their operators, for the fixed-width face. */
  expression: string;
}

export interface Explanation {
  sentence: Token[];
  /** Further plain sentences: what else was decided at this instant. */
  notes: Token[][];
  arithmetic?: Arithmetic;
  /** The main.cf suffix to turn to change the outcome. */
  parameter: string;
  /** Section of SCHEDULER_README. */
  section: string;
}
