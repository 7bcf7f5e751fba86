import { parseExpression } from '../../scenario/expression.ts';
import { EXPRESSION_NAMES, expressionName, type ExpressionName } from '../../scenario/expression-names.ts';

/** A way to go on with an expression. */
export interface Completion {
  /** The whole text with it. */
  text: string;
  /** A name of the language with its help; null = a destination or a message of the run. */
  name: ExpressionName | null;
  shown: string;
}

/** What an expression can be about. */
export interface Subjects {
  destinations: readonly string[];
  /** Numbers on chips. */
  messages: readonly string[];
}

const OPTIONS_MAX = 5;

/** The word that is being written at the end of an expression. */
export function lastWord(text: string): string {
  const inside = openCall(text);
  return inside === null ? (/(?<!\w)[A-Za-z_]\w*$/.exec(text)?.[0] ?? '') : inside.word;
}

/**
 * How an expression could go on: names, or what the name that stands before an open bracket takes. `known`: the names that have
 * a value in this kind of run, absent = all.
 */
export function completions(text: string, subjects: Subjects, known?: readonly string[]): Completion[] {
  const word = lastWord(text);
  const before = text.slice(0, text.length - word.length);
  const inside = openCall(text);
  if (inside !== null) {
    const of = inside.takes === 'destination' ? subjects.destinations : subjects.messages;
    return of
      .filter((subject) => subject.startsWith(word.toLowerCase()))
      .slice(0, OPTIONS_MAX)
      .map((subject) => ({ text: `${before}${subject})`, name: null, shown: subject }));
  }
  // A condition that is whole and ends with a figure or a bracket needs no word.
  if (word === '' && parseExpression(text).ok) return [];
  return EXPRESSION_NAMES.filter(
    ({ name }) => name.startsWith(word) && name !== word && known?.includes(name) !== false,
  )
    .slice(0, OPTIONS_MAX)
    .map((name) => ({
      text: before + name.name + (name.takes === 'none' ? '' : '('),
      name,
      shown: name.takes === 'none' ? name.name : `${name.name}(${name.takes})`,
    }));
}

/** A name with its bracket open at the end of the text, and what stands in it so far. */
function openCall(text: string): { takes: 'message' | 'destination'; word: string } | null {
  const [, called = '', word = ''] = /(?<!\w)([A-Za-z_]\w*)\(([^\s()<>=+*/,"]*)$/.exec(text) ?? [];
  const takes = expressionName(called)?.takes ?? 'none';
  return takes === 'none' ? null : { takes, word };
}
