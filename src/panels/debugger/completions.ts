import { parseExpression } from '../../scenario/expression.ts';
import { EXPRESSION_NAMES, expressionName, type ExpressionName } from '../../scenario/expression-names.ts';

export interface Completion {
  /** The whole expression with this completion inserted. */
  text: string;
  /** The completed name and its help; null = the completion is a destination or a message of the run. */
  name: ExpressionName | null;
  shown: string;
}

export interface Subjects {
  destinations: readonly string[];
  /** Numbers of messages, as on their chips. */
  messages: readonly string[];
}

const OPTIONS_MAX = 5;

/** The unfinished word at the end of an expression. */
export function lastWord(text: string): string {
  const inside = openCall(text);
  return inside === null ? (/(?<!\w)[A-Za-z_]\w*$/.exec(text)?.[0] ?? '') : inside.word;
}

/**
 * Completions of an expression: names, or the arguments of the name before an open bracket. `known` = names that have a
 * value in this kind of run; absent = all.
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
  // A complete condition that ends with a figure or a bracket needs no completion.
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

/** Finds a call with an open bracket at the end of the text: the kind of its argument, and the typed part. */
function openCall(text: string): { takes: 'message' | 'destination'; word: string } | null {
  const [, called = '', word = ''] = /(?<!\w)([A-Za-z_]\w*)\(([^\s()<>=+*/,"]*)$/.exec(text) ?? [];
  const takes = expressionName(called)?.takes ?? 'none';
  return takes === 'none' ? null : { takes, word };
}
