/**
 * Parses JSON from outside. Measures the text first, because a parser and all later code may recurse as deep as the text
 * nests, and because a list of a million empty lists takes fifty times the memory of its text.
 */

/** Maximum nesting of lists and objects; a scenario needs eight levels. */
export const DEPTH_MAX = 64;
/** Maximum number of values in one text; ten thousand commands of a scenario take about sixty thousand. */
const VALUES_MAX = 1_000_000;

export type ReadJson =
  | { ok: true; value: unknown }
  /** `detail` is one sentence; `fault` is the parser's error, if it rejected the text. */
  | { ok: false; reason: 'not-json' | 'too-deep' | 'too-many'; detail: string; fault?: unknown };

/** Parses a JSON text. `what` is the subject of the error sentence, such as "This file". Never throws. */
export function readJson(text: string, what: string): ReadJson {
  const refused = measure(text);
  if (refused === 'too-deep')
    return { ok: false, reason: refused, detail: `${what} nests lists more than ${DEPTH_MAX} deep.` };
  if (refused === 'too-many')
    return { ok: false, reason: refused, detail: `${what} holds more than a million values.` };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (fault) {
    return { ok: false, reason: 'not-json', detail: `${what} is not JSON.`, fault };
  }
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
/** The bit in which `[` differs from `{`, and `]` from `}`. Setting it makes both kinds of brackets equal. */
const CASE = 32;
const OPEN = 123;
const CLOSE = 125;

/** Measures a text that need not be valid JSON; null = within the limits. */
function measure(text: string): 'too-deep' | 'too-many' | null {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
    } else if (code === COMMA) {
      if (++values > VALUES_MAX) return 'too-many';
    } else if ((code | CASE) === OPEN) {
      if (++depth > DEPTH_MAX) return 'too-deep';
      if (++values > VALUES_MAX) return 'too-many';
    } else if ((code | CASE) === CLOSE) depth--;
  }
  return null;
}

/** Position of the closing quote of the string that begins at `from`, or the length of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - 1 - before) % 2 === 0) return at;
  }
}
