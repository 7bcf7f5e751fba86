/**
 * `$name` in values, as Postfix's mac_expand expands it: `$name`, `${name}`, `$(name)`, `${name?text}`,
 * `${name:text}`, `${name?{text}:{text}}`, `${{a} == {b} ? {text} : {text}}`, `$$`. Source: postconf(5).
 */

/** The unexpanded value of a name, or undefined if unknown. */
export type Lookup = (name: string) => string | undefined;

/** Most levels of names within names. It ends the recursion of a value that names itself. */
const DEPTH_MAX = 20;
/** Most replacements in a text. Ten names that each contain ten names would take forever. Later names stay as written. */
const STEPS_MAX = 5000;
const LENGTH_MAX = 100_000;
const PAIRS: Readonly<Record<string, string>> = { '{': '}', '(': ')' };

/** Expands known names. Unknown names stay as written, so that users see what was meant. */
export function expand(text: string, lookup: Lookup): string {
  let steps = 0;
  const counted: Lookup = (name) => {
    steps += 1;
    return steps > STEPS_MAX ? undefined : lookup(name);
  };
  return replace(text, counted, 0);
}

function replace(text: string, lookup: Lookup, depth: number): string {
  if (depth > DEPTH_MAX || !text.includes('$')) return text;
  let out = '';
  let i = 0;
  while (i < text.length && out.length < LENGTH_MAX) {
    const dollar = text.indexOf('$', i);
    if (dollar < 0) break;
    out += text.slice(i, dollar);
    const next = text[dollar + 1] ?? '';
    const close = PAIRS[next];
    if (next === '$') {
      out += '$';
      i = dollar + 2;
    } else if (close !== undefined) {
      const end = matching(text, dollar + 1, next, close);
      if (end < 0) return out + text.slice(dollar);
      out += braced(text.slice(dollar + 2, end), text.slice(dollar, end + 1), lookup, depth);
      i = end + 1;
    } else {
      const name = /^[A-Za-z0-9_]+/.exec(text.slice(dollar + 1))?.[0] ?? '';
      out += name === '' ? '$' : value(name, `$${name}`, lookup, depth);
      i = dollar + 1 + name.length;
    }
  }
  return out + text.slice(i);
}

function value(name: string, written: string, lookup: Lookup, depth: number): string {
  const found = lookup(name);
  return found === undefined ? written : replace(found, lookup, depth + 1);
}

/** Expands what is between `${` and `}`. */
function braced(inside: string, written: string, lookup: Lookup, depth: number): string {
  const comparison = condition(inside, lookup, depth);
  if (comparison !== null) return choose(comparison.holds, comparison.rest, lookup, depth);
  const match = /^([A-Za-z0-9_]+)\s*(?:([?:])(.*))?$/s.exec(inside.trim());
  if (match === null) return written;
  const [, name = '', operator, rest = ''] = match;
  if (operator === undefined) return value(name, written, lookup, depth);
  const set = (lookup(name) ?? '') !== '' && value(name, '', lookup, depth) !== '';
  if (operator === ':') return set ? '' : replace(alternative(rest).text, lookup, depth + 1);
  return choose(set, rest, lookup, depth);
}

/** Chooses a text from `text`, `{text}` or `{text}:{text}`: the first if `holds`, otherwise the second. */
function choose(holds: boolean, rest: string, lookup: Lookup, depth: number): string {
  const first = alternative(rest);
  if (holds) return replace(first.text, lookup, depth + 1);
  return first.after.startsWith(':')
    ? replace(alternative(first.after.slice(1)).text, lookup, depth + 1)
    : '';
}

/** Reads one alternative: a text in braces, or (old syntax) all the remaining text. */
function alternative(text: string): { text: string; after: string } {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith('{')) return { text, after: '' };
  const end = matching(trimmed, 0, '{', '}');
  if (end < 0) return { text, after: '' };
  return { text: trimmed.slice(1, end).trim(), after: trimmed.slice(end + 1).trimStart() };
}

const COMPARISON = /^\s*(==|!=|<=|>=|<|>)(level)?\s*/;

/** Evaluates `{a} == {b} ? …`, also `<=level` for compatibility levels. Null if the text is not a comparison. */
function condition(inside: string, lookup: Lookup, depth: number): { holds: boolean; rest: string } | null {
  if (!inside.trimStart().startsWith('{')) return null;
  const left = alternative(inside);
  const operator = COMPARISON.exec(left.after);
  if (operator === null) return null;
  const right = alternative(left.after.slice(operator[0].length));
  if (!right.after.startsWith('?')) return null;
  const order = compare(
    replace(left.text, lookup, depth + 1),
    replace(right.text, lookup, depth + 1),
    operator[2] !== undefined,
  );
  return { holds: HOLDS[operator[1] ?? '==']?.(order) ?? false, rest: right.after.slice(1) };
}

const HOLDS: Readonly<Record<string, (order: number) => boolean>> = {
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};

/** Compares numbers by value, levels (`3.6`) part by part, and other texts by character. */
function compare(left: string, right: string, levels: boolean): number {
  if (levels) return compareVersions(left, right);
  if (/^\d+$/.test(left) && /^\d+$/.test(right)) return Number(left) - Number(right);
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Compares two versions. The result is negative if the left one is older. Missing parts count as 0. */
export function compareVersions(left: string, right: string): number {
  const a = left.split('.').map(Number);
  const b = right.split('.').map(Number);
  for (let i = 0; i < Math.max(a.length, b.length, 1); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}

/** Position of the closing bracket that matches the opening one at `start`, or −1. */
function matching(text: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    if (text[i] === open) depth += 1;
    else if (text[i] === close) {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  return -1;
}
