const FLOAT = new Float64Array(1);
const HALVES = new Int32Array(FLOAT.buffer);

/** Stores any number, including a fraction, in two words of a form. */
export function putNumber(words: Int32Array, at: number, value: number): void {
  FLOAT[0] = value;
  words[at] = HALVES[0]!;
  words[at + 1] = HALVES[1]!;
}

export function numberAt(words: Int32Array, at: number): number {
  HALVES[0] = words[at]!;
  HALVES[1] = words[at + 1]!;
  return FLOAT[0]!;
}
