import type { EventNumber } from '../protocol/ids.ts';
import { useSyncExternalStore } from 'react';
import type { ReplayOf } from '../record/protocol/replay.ts';
import { waitThen } from '../store/idle.ts';

/** What the address requests. Only the hash is used, so the page works in any folder of any static host. */
export type Route =
  | { kind: 'first-run' }
  /** A page; it interprets the rest of the hash itself. */
  | { kind: 'page'; id: PageId; hash: string }
  /** A gallery scene by id. */
  | { kind: 'scene'; id: string; event?: EventNumber; selection?: string }
  /** A replay by the engine: of a record that the reader has opened, or of the built-in example. */
  | {
      kind: 'replay';
      hash: string;
      example: boolean;
      of: ReplayOf | null;
      event?: EventNumber;
      selection?: string;
    }
  /** A run contained in the link. */
  | { kind: 'link'; hash: string };

/** Parses a hash, with or without `#`. Anything unknown is treated as a link, for which there is an error page. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#/, '');
  if (text === '') return { kind: 'first-run' };
  // Laboratories are ordinary runs; these addresses open their first scenes.
  if (text === 'lab') return { kind: 'scene', id: 'timer-lab' };
  if (text === 'threads') return { kind: 'scene', id: 'one-over-the-limit' };
  // `npm run watch` prints this address. It names a tab of the page and the token of the stream.
  const live = /^live(?:=([\w-]{8,80}))?$/.exec(text);
  if (live !== null)
    return {
      kind: 'page',
      id: 'postfix',
      hash: `#postfix&tab=live${live[1] === undefined ? '' : `&watch=${live[1]}`}`,
    };
  const name = /^[a-z-]+(?=[&=]|$)/.exec(text)?.[0] ?? '';
  if (isPageId(name)) return { kind: 'page', id: name, hash: `#${text}` };
  const scene = /^scene=([a-z0-9-]{1,80})(?:&e=(\d{1,12}))?(?:&sel=([A-Za-z0-9:._-]{1,80}))?$/.exec(text);
  if (scene !== null) {
    const [, id = '', event, selection] = scene;
    return {
      kind: 'scene',
      id,
      ...(event === undefined ? {} : { event: Number(event) }),
      ...(selection === undefined ? {} : { selection }),
    };
  }
  return replayOf(text) ?? { kind: 'link', hash: `#${text}` };
}

const REPLAY =
  /^replay(=afternoon)?(?:&of=([^&,]*),([^&,]*))?(?:&e=(\d{1,12}))?(?:&sel=([A-Za-z0-9:._-]{1,80}))?$/;

function replayOf(text: string): Extract<Route, { kind: 'replay' }> | null {
  const [whole, example, host, instance, event, selection] = REPLAY.exec(text) ?? [];
  if (whole === undefined) return null;
  const of = instance === undefined ? null : { host: decode(host ?? ''), instance: decode(instance) };
  return {
    kind: 'replay',
    hash: `#${text}`,
    example: example !== undefined,
    of,
    ...(event === undefined ? {} : { event: Number(event) }),
    ...(selection === undefined ? {} : { selection }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a replay at an event, with a selection. `before`: the address with which the replay was opened. */
export function replayHash(before: string, event: EventNumber, selection: string): string {
  const start = before.replace(/&(?:e|sel)=[^&]*/g, '');
  return `${start}${event === 0 ? '' : `&e=${event}`}${selection === '' ? '' : `&sel=${selection}`}`;
}

/** Titles of pages by their name in the address. `app/pages.tsx` has their code. */
export const PAGE_NAMES = {
  first: 'The first minute',
  gallery: 'Explore',
  postfix: 'Your mail server',
  tables: 'Tables',
  policies: 'Policy laboratory',
  experiments: 'Experiments',
  lessons: 'Learn',
  lesson: 'Lesson',
  practice: 'Practice',
  write: 'Write a lesson',
  teach: 'Teach',
  class: 'Ask the class',
  answer: 'Answer',
  library: 'My library',
  present: 'Presentation',
  notes: 'Speaker notes',
  print: 'Print',
  lint: 'Check your settings',
  exact: 'How exact is this?',
  glossary: 'Glossary',
  kit: 'The toolkit',
} as const;

export type PageId = keyof typeof PAGE_NAMES;

function isPageId(name: string): name is PageId {
  return Object.hasOwn(PAGE_NAMES, name);
}

/** True for the address of a lesson as students see it: without the bar and without the tools of authors and teachers. */
export function isForStudents(hash: string): boolean {
  return /^#lesson[=&].*&student(?=&|$)/.test(hash);
}

/** The address of a scene, optionally at an event and with a selection. */
export function sceneHash(id: string, event?: EventNumber, selection = ''): string {
  if (event === undefined) return id === FIRST_SCENE ? '#' : `#scene=${id}`;
  return `#scene=${id}&e=${event}${selection === '' ? '' : `&sel=${selection}`}`;
}

/** Scene that opens when the address names nothing. */
export const FIRST_SCENE = 'first-letter';

/** An address that the reader opened. A new object each time, because going to the same address again counts. */
export interface GoneTo {
  hash: string;
}

let goneTo: GoneTo | null = null;

function subscribe(changed: () => void): () => void {
  const listener = (): void => {
    goneTo = { hash: location.hash };
    changed();
  };
  // The hashchange event comes one task after the navigation; the page counts as busy until then.
  const leaving = ({ navigationType }: NavigateEvent): void => {
    if (navigationType !== 'replace') waitThen(() => {}, 0);
  };
  addEventListener('hashchange', listener);
  globalThis.navigation?.addEventListener('navigate', leaving);
  return () => {
    globalThis.navigation?.removeEventListener('navigate', leaving);
    removeEventListener('hashchange', listener);
  };
}

/** The last address that the reader opened. Addresses written by the page do not count. */
export function useGoneTo(): GoneTo {
  return useSyncExternalStore(subscribe, () => (goneTo ??= { hash: location.hash }));
}

export function useHash(): string {
  return useGoneTo().hash;
}
