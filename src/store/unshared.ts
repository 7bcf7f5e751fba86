import { randomId } from '../scenario/bytes.ts';

/**
 * A run whose link is too long for the address bar. It is stored on this machine, so that a reload, an update or a crash
 * loses nothing, and is offered when the page opens again.
 */
export interface Unshared {
  /** Name of the tab in which the run was made (`tabName`). */
  tab: string;
  title: string;
  /** Hash part of the run's link, which is validated like any link when it is opened. */
  hash: string;
  /** Date of storing, in Unix milliseconds. */
  kept: number;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const KEY = 'qmgrscope.unshared';
/** Maximum number of stored runs; one more replaces the oldest. */
const KEPT_MAX = 5;
const TITLE_MAX = 200;

/** Lists the stored runs, newest first. Ignores entries that cannot be read. */
export function listUnshared(storage: Storage | null): Unshared[] {
  try {
    const rows: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(rows) ? rows.filter(isUnshared).slice(0, KEPT_MAX) : [];
  } catch {
    return [];
  }
}

/**
 * Stores the run of a tab and replaces that tab's previous run. Returns false when the browser refuses or its storage is
 * full.
 */
export function keepUnshared(storage: Storage | null, run: Unshared): boolean {
  const others = listUnshared(storage).filter(({ tab }) => tab !== run.tab);
  return write(storage, [{ ...run, title: run.title.slice(0, TITLE_MAX) }, ...others].slice(0, KEPT_MAX));
}

export function forgetUnshared(storage: Storage | null, tab: string): void {
  const rows = listUnshared(storage);
  const rest = rows.filter((row) => row.tab !== tab);
  if (rest.length < rows.length) write(storage, rest);
}

function write(storage: Storage | null, rows: readonly Unshared[]): boolean {
  try {
    storage?.setItem(KEY, JSON.stringify(rows));
    return storage !== null;
  } catch {
    return false;
  }
}

function isUnshared(row: unknown): row is Unshared {
  if (typeof row !== 'object' || row === null) return false;
  const { tab, title, hash, kept } = row as Record<string, unknown>;
  return (
    typeof tab === 'string' &&
    typeof title === 'string' &&
    typeof hash === 'string' &&
    hash.startsWith('#s=') &&
    typeof kept === 'number' &&
    Number.isFinite(kept)
  );
}

let mine = '';

/** Returns the name of this tab. It is unique among tabs and stays the same after a reload. */
export function tabName(): string {
  if (mine !== '') return mine;
  mine = randomId();
  try {
    mine = sessionStorage.getItem('qmgrscope.tab') ?? mine;
    sessionStorage.setItem('qmgrscope.tab', mine);
  } catch {
    // The browser refuses the storage. Then runs cannot be stored either, and the name need not outlast the page.
  }
  return mine;
}
