/** Helpers for the compact form of a run in a link. They check nothing; the schema checks their output. */
import type { WheelMeasures } from '../protocol/scenario.ts';
import { DEFAULT_WHEEL } from './defaults.ts';
import { LIMITS } from './limits.ts';

/** Maximum length of any list in a scenario. */
const LIST_MAX = Math.max(LIMITS.scriptCommands, LIMITS.liveCommands, LIMITS.destinationsPerMessage);

export function take(out: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) out[key] = value;
}

/** `["a", 1]` with names `[x, y]` → `{x: "a", y: 1}`. Leaves any other input for the schema to reject. */
export function named(input: unknown, names: readonly string[]): unknown {
  if (!Array.isArray(input) || input.length > names.length) return input;
  return Object.fromEntries(input.map((value: unknown, i) => [names[i] ?? '', value]));
}

/** Maps a list. A list that is too long for every schema is returned unchanged, and the schema rejects it by its length. */
export function mapList(input: unknown, map: (item: unknown) => unknown): unknown {
  return Array.isArray(input) && input.length <= LIST_MAX ? input.map(map) : input;
}

export function asObject(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Record<string, unknown>)
    : {};
}

/** True when both values give the same JSON text, so the order of members counts. This suffices to recognise a default. */
export function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The wheel as a member of a compact run; no member for a wheel of the default size. */
export function packWheel(wheel: WheelMeasures): { w?: [number, number] } {
  return sameJson(wheel, DEFAULT_WHEEL) ? {} : { w: [wheel.tickMs, wheel.size] };
}

export function unpackWheel({ w }: Record<string, unknown>): Record<string, unknown> {
  return w === undefined ? {} : { wheel: named(w, ['tickMs', 'size']) };
}
