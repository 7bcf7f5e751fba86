/**
 * JSON from outside. What it would cost is counted in the text before anything is built from it: a parser and everything
 * behind it may go as deep as the text asks, and a list of a million empty lists needs fifty times its text.
 */

/** Levels of lists and objects within each other; a scenario has eight. */
export const DEPTH_MAX = 64;
/** Values in one text; ten thousand commands of a scenario have some sixty thousand. */
const VALUES_MAX = 1_000_000;

export type ReadJson =
  | { ok: true; value: unknown }
  /** `detail` is one sentence; `fault` the error of the parser where it is the parser that refused. */
  | { ok: false; reason: 'not-json' | 'too-deep' | 'too-many'; detail: string; fault?: unknown };

/** The value of a JSON text, or why it has none. `what` begins the sentence: "This file". Never throws. */
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
/** `[` and `{`, `]` and `}` differ in one bit. */
const CASE = 32;
const OPEN = 123;
const CLOSE = 125;

/** What is too much in a text, before it is known to be JSON; null = nothing. */
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

/** The place of the quote that ends the string which begins at `from`; the end of the text where there is none. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - 1 - before) % 2 === 0) return at;
  }
}
