/** Finds threads, groups and sources by name. It searches their tables, so a keyframe needs no separate index. */
import { get, NONE, type Row, type Table } from '../tables.ts';
import type { Machine } from '../threads/tables.ts';

/** Returns the id of the newest record with this name that `fits`, or NONE. */
function newest<R extends Row & { readonly name: string }>(
  table: Table<R>,
  name: string,
  fits: (row: Readonly<R>) => boolean = () => true,
): number {
  for (let id = table.length - 1; id > 0; id--) {
    const row = get(table, id);
    if (row.name === name && fits(row)) return id;
  }
  return NONE;
}

/** Returns the thread of this name, preferably a live one; NONE if there never was such a thread. */
export function threadNamed(m: Machine, name: string): number {
  return newest(m.threads, name, (row) => row.state !== 'exited') || newest(m.threads, name);
}

export function groupNamed(m: Machine, name: string): number {
  return newest(m.groups, name);
}

export function sourceNamed(m: Machine, name: string): number {
  return newest(m.sources, name);
}
