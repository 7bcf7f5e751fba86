import { useSyncExternalStore } from 'react';

/** What the address asks for. Nothing but the hash is used: the page must work from any folder of any static host. */
export type Route =
  | { kind: 'first-run' }
  | { kind: 'gallery' }
  /** The policy laboratory, with its settings. */
  | { kind: 'policies'; hash: string }
  /** The result tables of the document. */
  | { kind: 'tables' }
  /** A scene of the gallery, by its id. */
  | { kind: 'scene'; id: string }
  /** A run inside the link itself. */
  | { kind: 'link'; hash: string };

/** Reads a hash, with or without `#`. What is not known is taken for a (foreign) link, which has a readable page. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#/, '');
  if (text === '') return { kind: 'first-run' };
  if (text === 'gallery' || text === 'tables') return { kind: text };
  if (/^policies(&|$)/.test(text)) return { kind: 'policies', hash: `#${text}` };
  const scene = /^scene=([a-z0-9-]{1,80})$/.exec(text);
  if (scene !== null) return { kind: 'scene', id: scene[1] ?? '' };
  return { kind: 'link', hash: `#${text}` };
}

/** Titles of the pages that are not a run. */
export const PAGE_NAMES = {
  gallery: 'Gallery',
  tables: 'Tables',
  policies: 'Policy laboratory',
  'bad-link': 'Damaged link',
} as const;

/** The address of a scene. */
export function sceneHash(id: string): string {
  return id === FIRST_SCENE ? '#' : `#scene=${id}`;
}

/** What the bare address plays. */
export const FIRST_SCENE = 'first-letter';

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => {
    removeEventListener('hashchange', changed);
  };
}

/** The hash of the address, as it changes. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}
