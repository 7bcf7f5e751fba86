import type { Draw } from '../../src/learn/questions/draw.ts';

export interface Came {
  /** Name of the outcome in the statistics: one or two words. */
  label: string;
  steps: number;
}

/** One kind of foreign input, and the properties that must hold for it. */
export interface FuzzKind {
  /** Draws an input as text, so that it can be shrunk and printed. */
  make(draw: Draw): string;
  /** Time limit as a multiple of `SLOW_MS`. Inputs that are simulated need more than 1. */
  patience: number;
  /** True if inputs are simulated. Only then do outcomes have steps, and `--steps` is allowed. */
  runs?: true;
  /** Reads the input. Returns its outcome for the statistics. Throws when a property is broken. */
  check(input: string): Promise<Came | string> | Came | string;
}

/**
 * Time limit for one input, in milliseconds: the same as for a link. A slow input is read up to three times, because
 * the machine may be busy.
 */
export const SLOW_MS = 500;

/** Throws if the sentence is not one that a reader can understand. */
export function readable(detail: string): void {
  if (detail.length < 10 || /undefined|\[object Object\]|TypeError|SyntaxError|RangeError/.test(detail))
    throw new Error(`not a sentence for a reader: ${detail}`);
}

const ALPHABET = 'ABCxyz019-_&=#%{}[]":,\\. \n\u202e\u0000é😀';

/** Damages a text in one to four places, as mail programs, chats and people do, and in worse ways. */
export function mutate(text: string, draw: Draw): string {
  let out = text;
  for (let i = 1 + draw.below(4); i > 0; i -= 1) {
    const at = draw.below(out.length + 1);
    const length = draw.below(draw.below(4) === 0 ? 200 : 4) + 1;
    const letter = ALPHABET[draw.below(ALPHABET.length)] ?? '';
    const piece = [
      '',
      letter.repeat(length),
      out.slice(at, at + length).repeat(3),
      String(draw.pick([-1, 1e21, 0.5, 'null', '[]', '{}', '1e999', '[[[[[[[[']) ?? ''),
      '[],'.repeat(draw.below(3000)),
      '['.repeat(draw.below(3000)),
    ][draw.below(6)];
    const cut = draw.below(8) === 0 ? out.length : at + draw.below(2) * length;
    out = out.slice(0, at) + (piece ?? '') + out.slice(cut);
  }
  return out;
}

/** Puts a strange value or a strange key at a random place inside a value. */
export function mangle(value: unknown, draw: Draw): unknown {
  const strange: unknown[] = [
    null,
    -1,
    1e308,
    '',
    '__proto__',
    [],
    {},
    { toString: 0, valueOf: 0 },
    [[[[]]]],
    true,
    'x'.repeat(300),
    Array.from({ length: draw.below(20_000) }, () => []),
  ];
  if (draw.below(5) === 0) return draw.pick(strange);
  if (Array.isArray(value)) {
    const list: unknown[] = value.slice();
    const at = draw.below(list.length + 1);
    list[at] = mangle(list[at], draw);
    return list;
  }
  if (typeof value !== 'object' || value === null) return draw.pick(strange);
  const entries = Object.entries(value);
  const at = draw.below(entries.length + 1);
  const [key, inner] = entries[at] ?? [draw.pick(['constructor', 'zz', '__proto__']) ?? '', 1];
  return Object.fromEntries([...entries.filter((_, i) => i !== at), [key, mangle(inner, draw)]]);
}
