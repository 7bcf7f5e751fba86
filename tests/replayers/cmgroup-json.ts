/** Readers for vector files. They throw a clear message when a file does not have the expected form. */
export type Json = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown, name: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new Error(`${name}: not an object`);
}

/** Returns the value as a list; empty when absent. Throws an error with the field's name when it is not a list. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new Error(`${name}: not a list`);
}

export function numberOf(value: unknown, name: string): number {
  if (typeof value === 'number') return value;
  throw new Error(`${name}: not a number`);
}

export function stringOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${name}: not a text`);
}

export function numberOr(value: unknown, otherwise: number, name: string): number {
  return value === undefined || value === null ? otherwise : numberOf(value, name);
}

export function textOr(value: unknown, otherwise: string, name: string): string {
  return value === undefined || value === null ? otherwise : stringOf(value, name);
}
