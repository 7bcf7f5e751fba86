import type { GalleryItem } from '../item.ts';
import { RESULT_TABLES } from './tables.ts';

const SEED_MAX = 4_294_967_295;

export function tableSceneId(rowId: string, seed: number): string {
  return `${rowId}-seed-${seed}`;
}

/** Returns a run of the result tables as a scene; undefined when the id names no run. */
export function tableScene(id: string): GalleryItem | undefined {
  const match = /^(table-.*)-seed-(\d{1,10})$/.exec(id);
  const seed = Number(match?.[2] ?? -1);
  if (match === null || seed > SEED_MAX) return undefined;
  const row = RESULT_TABLES.flatMap(({ rows }) => rows).find((other) => other.id === match[1]);
  if (row === undefined) return undefined;
  const scenario = row.scenario(seed);
  return { id, title: scenario.title, about: scenario.about, differs: '', scenario, opensAt: row.opensAt };
}
