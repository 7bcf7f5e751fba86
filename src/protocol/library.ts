/** Runs saved on this machine, and the file that holds a whole library. */
export interface KeptRun {
  id: string;
  name: string;
  /** Hash part of its link. */
  hash: string;
  /** Message numbers of its latest delivery slots, for its thumbnail. */
  tiles: number[];
  /** When it was saved, in milliseconds since 1970. */
  kept: number;
}

/** Type that a library file states about itself. */
export const LIBRARY_FILE = 'qmgrscope.library';
/** Most characters of a name; the next constant: most tiles of a thumbnail. */
export const NAME_MAX = 120;
export const TILES_MAX = 28;

/** A row of a library file. Runs have no id before they are imported. */
export type LibraryRow = Omit<KeptRun, 'id'>;

export type ImportedLibrary =
  | { ok: true; runs: LibraryRow[] /** Why others were left out, one sentence each. */; left: string[] }
  | { ok: false; detail: string };
