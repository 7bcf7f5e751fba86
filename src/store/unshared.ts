import { randomId } from '../scenario/bytes.ts';

/**
 * Work that is in no address: a run whose link is too long for one. It is kept on this machine while it is done, so that a
 * reload, an update or a crash of the tab loses nothing, and offered when the page opens again.
 */
export interface Unshared {
  /** The tab that it was done in. */
  tab: string;
  title: string;
  /** Hash part of its link: what comes back is read like any link. */
  hash: string;
  /** In milliseconds of the calendar. */
  kept: number;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const KEY = 'qmgrscope.unshared';
/** Runs that are kept; the oldest goes. */
const KEPT_MAX = 5;
const TITLE_MAX = 200;

/** What is kept, the latest first. Anything else that stands in its place is nothing. */
export function listUnshared(storage: Storage | null): Unshared[] {
  try {
    const rows: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(rows) ? rows.filter(isUnshared).slice(0, KEPT_MAX) : [];
  } catch {
    return [];
  }
}

/** Keeps the run of a tab instead of what it had kept before. False when this browser keeps nothing, or is full. */
export function keepUnshared(storage: Storage | null, run: Unshared): boolean {
  const others = listUnshared(storage).filter(({ tab }) => tab !== run.tab);
  return write(storage, [{ ...run, title: run.title.slice(0, TITLE_MAX) }, ...others].slice(0, KEPT_MAX));
}

/** Forgets the run of a tab: it was opened again, is in the address now, or is not wanted. */
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

/** A name of this tab, which a reload keeps and another tab does not have. */
export function tabName(): string {
  if (mine !== '') return mine;
  mine = randomId();
  try {
    mine = sessionStorage.getItem('qmgrscope.tab') ?? mine;
    sessionStorage.setItem('qmgrscope.tab', mine);
  } catch {
    // Without storage there is nothing to come back to either.
  }
  return mine;
}
