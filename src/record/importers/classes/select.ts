import type { AttemptRow, LifeRow } from '../../../protocol/ids.ts';
import type { Strings } from '../bytes/strings.ts';
import type { Instance } from '../store/instance.ts';
import { STATUSES } from '../store/tables.ts';
import type { Operator, Predicate, TextField } from './fields.ts';

type Test = (life: LifeRow) => boolean;

/** Selects lives by a predicate. The result is 1 for each selected row of `tables.lives`. */
export function selectLives(instance: Instance, predicate: Predicate): Uint8Array {
  const { length } = instance.tables.lives;
  const test = testOf(instance, predicate);
  const selected = new Uint8Array(length);
  for (let life = 1; life < length; life++) if (test(life)) selected[life] = 1;
  return selected;
}

/** Class of each life: index in `predicates` + 1 of the first match, 0 = none. A life is in one class only, so that shares add up. */
export function classOfLives(instance: Instance, predicates: readonly Predicate[]): Uint16Array {
  const selections = predicates.map((predicate) => selectLives(instance, predicate));
  return classOfSelected(instance.tables.lives.length, selections);
}

/** Does the work of `classOfLives` with selections that were already made. `length` is the number of lives. */
export function classOfSelected(length: number, selections: readonly Uint8Array[]): Uint16Array {
  const classes = new Uint16Array(length);
  for (const [place, selected] of selections.entries())
    for (let life = 1; life < length; life++)
      if (selected[life] === 1 && classes[life] === 0) classes[life] = place + 1;
  return classes;
}

/** Returns a test for a pattern in lower case: `*` matches any characters, `?` one. */
export function matcher(pattern: string): (text: string) => boolean {
  if (!/[*?]/.test(pattern)) return (text) => text.toLowerCase() === pattern;
  return (text) => globs(pattern, text.toLowerCase());
}

/** Matches a text. It goes back to the last `*` only, which bounds the steps to pattern length × text length. */
function globs(pattern: string, text: string): boolean {
  let p = 0;
  let star = -1;
  let from = 0;
  for (let t = 0; t < text.length; ) {
    const one = pattern[p];
    if (one === '*') {
      star = p++;
      from = t;
    } else if (p < pattern.length && (one === '?' || one === text[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++from;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

function testOf(instance: Instance, predicate: Predicate): Test {
  switch (predicate.kind) {
    case 'and': {
      const parts = predicate.parts.map((part) => testOf(instance, part));
      return (life) => parts.every((test) => test(life));
    }
    case 'or': {
      const parts = predicate.parts.map((part) => testOf(instance, part));
      return (life) => parts.some((test) => test(life));
    }
    case 'not': {
      const test = testOf(instance, predicate.part);
      return (life) => !test(life);
    }
    case 'number':
      return numberTest(instance, predicate);
    case 'text': {
      const test = textTest(instance, predicate.field, predicate.pattern);
      return predicate.not ? (life) => !test(life) : test;
    }
    default:
      return predicate satisfies never;
  }
}

/** Caches the result per string, because many rows share a string. */
function oncePerString(strings: Strings, is: (text: string) => boolean): (string: number) => boolean {
  const known = new Int8Array(strings.count);
  return (string) => {
    if (known[string] === 0) known[string] = is(strings.text(string)) ? 1 : -1;
    return known[string] === 1;
  };
}

/** Matches `name[address]:port` as a whole, by its name, or by its address. */
export function hostMatcher(pattern: string): (text: string) => boolean {
  const is = matcher(pattern);
  return (text) => {
    if (is(text)) return true;
    const [, name = '', address = ''] = /^([^[]*)\[([^\]]*)\]/.exec(text) ?? [];
    return (name !== '' && is(name)) || (address !== '' && is(address));
  };
}

function textTest({ tables, pools }: Instance, field: TextField, pattern: string): Test {
  const { lives, attempts } = tables;
  const { strings, texts, replies } = pools;
  const anyAttempt =
    (is: (attempt: AttemptRow) => boolean): Test =>
    (life) => {
      for (let row = lives.lastAttempt[life] ?? 0; row !== 0; row = attempts.before[row] ?? 0)
        if (is(row)) return true;
      return false;
    };
  const is = matcher(pattern);
  switch (field) {
    case 'from': {
      const of = oncePerString(strings, is);
      // Without `queue active` the sender is unknown, which is not the null sender.
      return (life) => (lives.activations[life] ?? 0) > 0 && of(lives.sender[life] ?? 0);
    }
    case 'client': {
      const of = oncePerString(strings, hostMatcher(pattern));
      return (life) => of(lives.client[life] ?? 0);
    }
    case 'user': {
      const of = oncePerString(strings, is);
      return (life) => of(lives.user[life] ?? 0);
    }
    case 'id':
      return (life) => is(texts.text(lives.id[life] ?? 0));
    case 'message-id':
      return (life) => is(texts.text(lives.messageId[life] ?? 0).replace(/^<(.*)>$/, '$1'));
    case 'to': {
      const of = oncePerString(strings, is);
      return anyAttempt(
        (row) => of(attempts.to[row] ?? 0) || (attempts.origTo[row] !== 0 && of(attempts.origTo[row] ?? 0)),
      );
    }
    case 'relay': {
      const of = oncePerString(strings, hostMatcher(pattern));
      return anyAttempt((row) => of(attempts.relay[row] ?? 0));
    }
    case 'reply': {
      const of = oncePerString(replies, is);
      return anyAttempt((row) => of(attempts.reply[row] ?? 0));
    }
    case 'status': {
      const status = STATUSES.findIndex((name) => name === pattern);
      return anyAttempt((row) => attempts.status[row] === status);
    }
    default:
      return field satisfies never;
  }
}

function numberTest({ tables }: Instance, predicate: Predicate & { kind: 'number' }): Test {
  const { lives, attempts, deliveries } = tables;
  const { field, operator, value } = predicate;
  const holds = comparison(operator, value);
  switch (field) {
    case 'size':
      return (life) => holds(lives.size[life] ?? 0);
    case 'recipients':
      return (life) => holds(lives.nrcpt[life] ?? 0);
    case 'tries':
      return (life) => holds(lives.activations[life] ?? 0);
    case 'b':
      return (life) => {
        let longest = 0;
        for (let row = lives.lastAttempt[life] ?? 0; row !== 0; row = attempts.before[row] ?? 0) {
          const activation = deliveries.activation[attempts.delivery[row] ?? 0] ?? 0;
          if (activation === (lives.firstActivation[life] ?? 0))
            longest = Math.max(longest, attempts.b[row] ?? 0);
        }
        return holds(longest);
      };
    default:
      return field satisfies never;
  }
}

function comparison(operator: Operator, value: number): (n: number) => boolean {
  switch (operator) {
    case '=':
      return (n) => n === value;
    case '!=':
      return (n) => n !== value;
    case '>':
      return (n) => n > value;
    case '>=':
      return (n) => n >= value;
    case '<':
      return (n) => n < value;
    case '<=':
      return (n) => n <= value;
    default:
      return operator satisfies never;
  }
}
