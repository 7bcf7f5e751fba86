import type { Token } from './tokens.ts';

export interface Arithmetic {
  lines: ArithmeticLine[];
  /** Conclusion of the explanation: "1 < 2, so nothing moves this time". */
  verdict: Token[];
}

export interface ArithmeticLine {
  label: Token[];
  /** The inequality as text, shown in the fixed-width face. */
  expression: string;
}

export interface Explanation {
  sentence: Token[];
  /** Further sentences: what else was decided at this instant. */
  notes: Token[][];
  arithmetic?: Arithmetic;
  /** The main.cf parameter (suffix) that controls the outcome. */
  parameter: string;
  /** Section of SCHEDULER_README that describes the rule. */
  section: string;
}
