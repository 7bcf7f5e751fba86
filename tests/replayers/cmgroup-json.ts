/** Reading of vector files: plain messages instead of undefined behaviour when a file is not what it says. */
export type Json = Readonly<Record<string, unknown>>;

/** The value as a record; throws with the name of the field otherwise. */
export function recordOf(value: unknown, name: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new Error(`${name}: not an object`);
}

/** The value as a list, empty when it is not there; throws with the name of the field otherwise. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw new Error(`${name}: not a list`);
}

/** The value as a number; throws with the name of the field otherwise. */
export function numberOf(value: unknown, name: string): number {
  if (typeof value === 'number') return value;
  throw new Error(`${name}: not a number`);
}

/** The value as text; throws with the name of the field otherwise. */
export function stringOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${name}: not a text`);
}

/** The member when it is there, else `otherwise`. */
export function numberOr(value: unknown, otherwise: number, name: string): number {
  return value === undefined || value === null ? otherwise : numberOf(value, name);
}

/** The member when it is there, else "". */
export function textOr(value: unknown, otherwise: string, name: string): string {
  return value === undefined || value === null ? otherwise : stringOf(value, name);
}
