/** An expression over the state, as its parser leaves it. Numbers only: a comparison is 1 or 0. */
export type Expression =
  | { node: 'number'; value: number }
  | { node: 'call'; name: string; argument: Expression | null; destination: string }
  | { node: 'negate' | 'not'; of: Expression }
  | { node: 'binary'; operator: BinaryOperator; left: Expression; right: Expression };

export type BinaryOperator = '+' | '-' | '*' | '/' | '<' | '<=' | '>' | '>=' | '=' | '!=' | 'and' | 'or';
