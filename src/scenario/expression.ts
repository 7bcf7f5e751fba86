import type { BinaryOperator, Expression } from '../protocol/debug.ts';
import { expressionName, type ExpressionName, A_DESTINATION } from './expression-names.ts';

/**
 * Expressions over the state: names, calls, + − * /, comparisons, and/or/not, brackets. Operators from weakest to strongest:
 *
 * or ── and ── not ── comparison ── sum ── product ── minus ── number, name, name(…), (…)
 *
 * Written by hand instead of with a library: the grammar is small, every name has its help, all values are numbers, and
 * parsing always ends quickly. The text may come from a link: it is parsed, never executed.
 */
export type ParsedExpression =
  | { ok: true; expression: Expression }
  | { ok: false /** Number of characters before the error. */; position: number; accepted: string };

const EXPRESSION_MAX = 300;
/** Maximum nesting of brackets; deeper nesting could overflow the stack. */
const DEPTH_MAX = 40;

interface Token {
  kind: 'number' | 'word' | 'sign' | 'end';
  text: string;
  at: number;
}

interface Parser {
  readonly text: string;
  readonly tokens: Token[];
  next: number;
  depth: number;
}

class Fault extends Error {
  readonly position: number;
  readonly accepted: string;
  constructor(position: number, accepted: string) {
    super(accepted);
    this.position = position;
    this.accepted = accepted;
  }
}

/** Parses an expression. Never throws: an error gives its position and what is accepted there. */
export function parseExpression(text: string): ParsedExpression {
  try {
    if (text.length > EXPRESSION_MAX) throw new Fault(EXPRESSION_MAX, `at most ${EXPRESSION_MAX} characters`);
    const parser: Parser = { text, tokens: tokenize(text), next: 0, depth: 0 };
    const expression = parseOr(parser);
    const rest = peek(parser);
    if (rest.kind !== 'end') throw new Fault(rest.at, 'and, or, a comparison, + − * /, or the end');
    return { ok: true, expression };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, position: error.position, accepted: error.accepted };
    throw error;
  }
}

/** Operators inside names of destinations are handled by `parseDestination`. */
const TOKEN = /\s+|(\d+(?:\.\d+)?)(?![A-Za-z_.])|([A-Za-z_][\w]*)|(<=|>=|!=|==|[-+*/<>=(),≤≥≠−×÷])|(.)/gsu;
const SAME: Readonly<Record<string, string>> = {
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '==': '=',
  '−': '-',
  '×': '*',
  '÷': '/',
};

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [, number, word, sign, other] = match;
    const at = match.index;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: SAME[sign] ?? sign, at });
    // This is not an error yet, because the sign may be part of a destination's name.
    else if (other !== undefined) tokens.push({ kind: 'sign', text: other, at });
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

function peek(parser: Parser): Token {
  return parser.tokens[parser.next] ?? { kind: 'end', text: '', at: parser.text.length };
}

function accept(parser: Parser, ...texts: readonly string[]): Token | null {
  const token = peek(parser);
  if (token.kind === 'end' || token.kind === 'number' || !texts.includes(token.text)) return null;
  parser.next++;
  return token;
}

function parseOr(parser: Parser): Expression {
  if (++parser.depth > DEPTH_MAX) throw new Fault(peek(parser).at, 'fewer nested brackets');
  let left = parseAnd(parser);
  while (accept(parser, 'or') !== null) left = binary('or', left, parseAnd(parser));
  parser.depth--;
  return left;
}

function parseAnd(parser: Parser): Expression {
  let left = parseNot(parser);
  while (accept(parser, 'and') !== null) left = binary('and', left, parseNot(parser));
  return left;
}

function parseNot(parser: Parser): Expression {
  let nots = 0;
  while (accept(parser, 'not') !== null) nots++;
  const of = parseComparison(parser);
  if (nots === 0) return of;
  const once: Expression = { node: 'not', of };
  return nots % 2 === 1 ? once : { node: 'not', of: once };
}

function parseComparison(parser: Parser): Expression {
  const left = parseSum(parser);
  const operator = accept(parser, '<', '<=', '>', '>=', '=', '!=');
  if (operator === null) return left;
  return binary(operator.text as BinaryOperator, left, parseSum(parser));
}

function parseSum(parser: Parser): Expression {
  let left = parseProduct(parser);
  for (let sign = accept(parser, '+', '-'); sign !== null; sign = accept(parser, '+', '-')) {
    left = binary(sign.text as BinaryOperator, left, parseProduct(parser));
  }
  return left;
}

function parseProduct(parser: Parser): Expression {
  let left = parseMinus(parser);
  for (let sign = accept(parser, '*', '/'); sign !== null; sign = accept(parser, '*', '/')) {
    left = binary(sign.text as BinaryOperator, left, parseMinus(parser));
  }
  return left;
}

function parseMinus(parser: Parser): Expression {
  let minus = false;
  while (accept(parser, '-') !== null) minus = !minus;
  const of = parseValue(parser);
  return minus ? { node: 'negate', of } : of;
}

function parseValue(parser: Parser): Expression {
  const token = peek(parser);
  if (token.kind === 'number') {
    parser.next++;
    return { node: 'number', value: Number(token.text) };
  }
  if (token.kind === 'word') {
    const name = expressionName(token.text);
    if (name === undefined) throw new Fault(token.at, 'one of the names in the list');
    parser.next++;
    return parseCall(parser, name);
  }
  if (accept(parser, '(') !== null) {
    const inside = parseOr(parser);
    close(parser);
    return inside;
  }
  throw new Fault(token.at, 'a number, a name or (');
}

function parseCall(parser: Parser, name: ExpressionName): Expression {
  const call: Extract<Expression, { node: 'call' }> = {
    node: 'call',
    name: name.name,
    argument: null,
    destination: '',
  };
  const open = peek(parser);
  if (name.takes === 'none' || open.text !== '(') {
    if (name.takes === 'none' || name.optional === true) return call;
    throw new Fault(open.at, `(${name.takes === 'message' ? 'a message number' : 'a destination'})`);
  }
  parser.next++;
  if (name.takes === 'destination') call.destination = parseDestination(parser, open.at + 1);
  else call.argument = parseOr(parser);
  close(parser);
  return call;
}

/** Returns the text up to the closing bracket, unparsed: a name such as `b-1.example` is not a subtraction. */
function parseDestination(parser: Parser, from: number): string {
  const end = parser.text.indexOf(')', from);
  const name = (end < 0 ? parser.text.slice(from) : parser.text.slice(from, end)).trim();
  if (!/^[^\s()<>=+*/,"]{1,255}$/u.test(name)) throw new Fault(from, A_DESTINATION);
  const until = end < 0 ? parser.text.length : end;
  while (peek(parser).kind !== 'end' && peek(parser).at < until) parser.next++;
  return name;
}

function close(parser: Parser): void {
  if (accept(parser, ')') === null) throw new Fault(peek(parser).at, ')');
}

function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { node: 'binary', operator, left, right };
}
