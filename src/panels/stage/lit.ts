import type { JobRow } from '../../protocol/rows.ts';

/** Who is lit while a message is hovered: itself with a ring, its parent and children in full, the rest at 40 %. */
export interface Lighting {
  /** Numbers with the ink ring: hovered and selected. */
  hits: ReadonlySet<number>;
  /** Numbers that stay full; null = nothing is hovered and all do. */
  full: ReadonlySet<number> | null;
}

/** `hovered` and `selected` are message numbers, 0 = none. A hovered message without a job here dims nothing. */
export function lightingOf(jobs: readonly JobRow[], hovered: number, selected: number): Lighting {
  const hits = new Set([hovered, selected].filter((number) => number > 0));
  const job = jobs.find((row) => row.number === hovered);
  const related =
    job === undefined ? [] : jobs.filter((row) => row.id === job.parent || row.parent === job.id);
  const hanging = jobs.filter((row) => row.gone.includes(hovered));
  if (hovered === 0 || (job === undefined && hanging.length === 0)) return { hits, full: null };
  const full = new Set([hovered, ...(job?.gone ?? [])]);
  for (const row of [...related, ...hanging]) full.add(row.number);
  return { hits, full };
}
