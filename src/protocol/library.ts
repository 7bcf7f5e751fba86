/** Runs that a reader keeps on this machine, and the file in which a whole library travels. */
export interface KeptRun {
  id: string;
  name: string;
  /** Hash part of its link. */
  hash: string;
  /** Numbers of its latest delivery slots: the picture. */
  tiles: number[];
  /** When it was kept, in milliseconds of the calendar. */
  kept: number;
}

/** What the file calls itself. */
export const LIBRARY_FILE = 'qmgrscope.library';
/** Characters of a name, tiles of a picture. */
export const NAME_MAX = 120;
export const TILES_MAX = 28;

/** A row of a library file that was read: a run without an id of its own yet. */
export type LibraryRow = Omit<KeptRun, 'id'>;

export type ImportedLibrary =
  | { ok: true; runs: LibraryRow[] /** Why others were left out, one sentence each. */; left: string[] }
  | { ok: false; detail: string };
