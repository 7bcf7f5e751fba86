import type { Token } from './tokens.ts';

export interface Arithmetic {
  lines: ArithmeticLine[];
  /** Conclusion of the explanation: "1 < 2, so nothing moves this time". */
  verdict: Token[];
}

export interface ArithmeticLine {
  label: Token[];
  /** The inequality as text, shown in the fixed-width font. */
  expression: string;
}

/** Details of a sentence that the record does not have. */
export interface Telling {
  /** Word for one delivery slot: the document's, or `coin` on the page. Its plural ends in s. */
  slot?: string;
  /** Agent that got the entry; absent = not known. */
  agent?: number;
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
