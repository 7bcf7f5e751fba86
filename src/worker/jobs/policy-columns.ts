import type { Micros } from '../../protocol/units.ts';

/** Lists of numbers as columns that change hands instead of being copied. Instants count from `start`; −1 stays. */
export function columns<K extends string>(
  lists: Record<K, number[]>,
  instants: readonly NoInfer<K>[],
  start: Micros,
): Record<K, Float64Array> {
  const made: Partial<Record<K, Float64Array>> = {};
  for (const key of Object.keys(lists) as K[]) {
    const column = Float64Array.from(lists[key]);
    if (instants.includes(key))
      for (let i = 0; i < column.length; i++) column[i] = moved(column[i] ?? 0, start);
    made[key] = column;
  }
  return made as Record<K, Float64Array>;
}

function moved(at: Micros, start: Micros): number {
  return at < 0 ? at : at - start;
}
