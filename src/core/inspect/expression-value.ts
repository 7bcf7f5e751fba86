import type { Expression } from '../../protocol/debug.ts';

export type Call = Extract<Expression, { node: 'call' }>;

/** Returns the value of a name with its argument in the present state; NaN = no value. */
export type Ask = (asked: Call) => number;

export function valueOf(ask: Ask, expression: Expression): number {
  switch (expression.node) {
    case 'number':
      return expression.value;
    case 'negate':
      return -valueOf(ask, expression.of);
    case 'not':
      return truth(!isTrue(valueOf(ask, expression.of)));
    case 'binary':
      return combine(ask, expression);
    case 'call':
      return ask(expression);
    default:
      return expression satisfies never;
  }
}

function isTrue(value: number): boolean {
  return value !== 0 && !Number.isNaN(value);
}

/** Expressions know only numbers: true is 1, false is 0. */
export function truth(holds: boolean): number {
  return holds ? 1 : 0;
}

function combine(ask: Ask, { operator, left, right }: Extract<Expression, { node: 'binary' }>): number {
  const a = valueOf(ask, left);
  if (operator === 'and') return truth(isTrue(a) && isTrue(valueOf(ask, right)));
  if (operator === 'or') return truth(isTrue(a) || isTrue(valueOf(ask, right)));
  const b = valueOf(ask, right);
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? Number.NaN : a / b;
    case '<':
      return truth(a < b);
    case '<=':
      return truth(a <= b);
    case '>':
      return truth(a > b);
    case '>=':
      return truth(a >= b);
    case '=':
      return truth(a === b);
    case '!=':
      return truth(!Number.isNaN(a) && !Number.isNaN(b) && a !== b);
    default:
      return operator satisfies never;
  }
}
