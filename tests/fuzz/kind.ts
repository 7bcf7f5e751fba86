import type { Draw } from '../../src/learn/questions/draw.ts';

/** What came of an input. */
export interface Came {
  /** In a word or two, for the coverage. */
  label: string;
  /** Steps of a run after which every rule was looked at. */
  steps: number;
}

/** One kind of input from outside, and what must hold of everything that is read of it. */
export interface FuzzKind {
  /** An input, drawn; a text, so that it can be shrunk and printed. */
  make(draw: Draw): string;
  /** How many times the budget of a link it may take: a run is more than a text. */
  patience: number;
  /** Whether inputs are run: then an answer has steps, and so many may be asked for. */
  runs?: true;
  /** Reads it. The answer says what came of it, for the coverage; a broken promise throws. */
  check(input: string): Promise<Came | string> | Came | string;
}

/** Longest time that one input may take, in milliseconds: the budget of a link. A busy machine gets three tries. */
export const SLOW_MS = 500;

/** A sentence that a reader can follow. */
export function readable(detail: string): void {
  if (detail.length < 10 || /undefined|\[object Object\]|TypeError|SyntaxError|RangeError/.test(detail))
    throw new Error(`not a sentence for a reader: ${detail}`);
}

const ALPHABET = 'ABCxyz019-_&=#%{}[]":,\\. \n\u202e\u0000é😀';

/** Damages a text in one to four places: what mail programs, chats and people do, and worse. */
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

/** Damages a value inside: another type, a missing member, a list too long, a strange key. */
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
