import {
  type ImportedLibrary,
  LIBRARY_FILE,
  type LibraryRow,
  NAME_MAX,
  TILES_MAX,
} from '../protocol/library.ts';
import { readJson } from '../scenario/json.ts';
import type { decodeLink } from '../scenario/link.ts';
import { isPlainText } from '../protocol/names.ts';
import { isObject } from '../protocol/is-object.ts';

/** Maximum number of runs in a file; a file with more is refused. */
const IMPORT_MAX = 2000;

/** Reads a library file. Runs that have no name, or whose link does not open, are left out; the result names them. */
export async function importLibrary(
  text: string,
  decode: typeof decodeLink,
  progress: (share: number) => void = () => undefined,
): Promise<ImportedLibrary> {
  const json = readJson(text, 'This file');
  if (!json.ok) return { ok: false, detail: json.detail };
  const file = json.value;
  const rows: unknown = isObject(file) && file['kind'] === LIBRARY_FILE ? file['runs'] : null;
  if (!Array.isArray(rows)) return { ok: false, detail: 'This file is not a qmgrscope library.' };
  if (rows.length > IMPORT_MAX)
    return { ok: false, detail: `The file has ${rows.length} runs; at most ${IMPORT_MAX} are allowed.` };
  const runs: LibraryRow[] = [];
  const left: string[] = [];
  for (const [i, row] of rows.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    const read = await readRow(row, decode);
    if (typeof read === 'string') left.push(`Run ${i + 1}: ${read}`);
    else runs.push(read);
    progress((i + 1) / rows.length);
  }
  return { ok: true, runs, left };
}

async function readRow(row: unknown, decode: typeof decodeLink): Promise<LibraryRow | string> {
  if (!isObject(row)) return 'it is not an object.';
  const { name, hash, tiles, kept } = row;
  if (typeof name !== 'string' || name === '' || name.length > NAME_MAX || !isPlainText(name))
    return `its name must be plain text of 1 to ${NAME_MAX} characters.`;
  if (typeof hash !== 'string') return 'it has no link.';
  const link = await decode(hash);
  if (!link.ok) return link.detail;
  const dated = typeof kept === 'number' && Number.isFinite(kept) && kept >= 0;
  return { name, hash, tiles: tilesOf(tiles), kept: dated ? kept : Date.now() };
}

function tilesOf(tiles: unknown): number[] {
  if (!Array.isArray(tiles)) return [];
  return tiles.slice(-TILES_MAX).filter((n): n is number => Number.isSafeInteger(n) && n > 0);
}
