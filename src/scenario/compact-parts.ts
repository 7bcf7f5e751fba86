/** Pieces that compact forms are made of. They judge nothing: what comes out is checked by the schema. */
import type { WheelMeasures } from '../protocol/scenario.ts';
import { DEFAULT_WHEEL } from './defaults.ts';
import { LIMITS } from './limits.ts';

/** Longest list of a scenario. */
const LIST_MAX = Math.max(LIMITS.scriptCommands, LIMITS.liveCommands, LIMITS.destinationsPerMessage);

/** Copies a member that is there. */
export function take(out: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) out[key] = value;
}

/** `["a", 1]` with names `[x, y]` → `{x: "a", y: 1}`; anything else as it is, for the schema to refuse. */
export function named(input: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(input) || input.length > names.length) return input;
  return Object.fromEntries(input.map((value: unknown, i) => [names[i] ?? '', value]));
}

/** A list that no schema would take is not unpacked: it is refused for its length, whatever is in it. */
export function mapList(input: unknown, map: (item: unknown) => unknown): unknown {
  return Array.isArray(input) && input.length <= LIST_MAX ? input.map(map) : input;
}

/** What is not an object has no members. */
export function asObject(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Record<string, unknown>)
    : {};
}

/** Equal as JSON with the same order of members: enough to recognise a default that was written by this file. */
export function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A member of the compact run: measures of a wheel. */
export function packWheel(wheel: WheelMeasures): { w?: [number, number] } {
  return sameJson(wheel, DEFAULT_WHEEL) ? {} : { w: [wheel.tickMs, wheel.size] };
}

/** Undoes `packWheel`. */
export function unpackWheel({ w }: Record<string, unknown>): Record<string, unknown> {
  return w === undefined ? {} : { wheel: named(w, ['tickMs', 'size']) };
}
