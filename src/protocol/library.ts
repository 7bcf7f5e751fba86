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

export const LIBRARY_FILE = 'qmgrscope.library';
/** Maximum length of a run's name, in characters. `TILES_MAX`: maximum number of tiles in a thumbnail. */
export const NAME_MAX = 120;
export const TILES_MAX = 28;

/** A row of a library file. Runs have no id before they are imported. */
export type LibraryRow = Omit<KeptRun, 'id'>;

export type ImportedLibrary =
  | { ok: true; runs: LibraryRow[] /** Why runs were left out, one sentence for each. */; left: string[] }
  | { ok: false; detail: string };
