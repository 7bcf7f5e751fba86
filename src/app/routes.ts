import type { EventNumber } from '../protocol/ids.ts';
import { useSyncExternalStore } from 'react';
import type { ReplayOf } from '../record/protocol/replay.ts';
import { waitThen } from '../store/idle.ts';

/** What the address asks for. Nothing but the hash is used: the page must work from any folder of any static host. */
export type Route =
  | { kind: 'first-run' }
  /** A page of its own; what follows its name in the hash is the page's business (settings, a place in it). */
  | { kind: 'page'; id: PageId; hash: string }
  /** A scene of the gallery, by its id. */
  | { kind: 'scene'; id: string; event?: EventNumber; selection?: string }
  /** A record that the page has read, or the program's example, followed by the engine. */
  | {
      kind: 'replay';
      hash: string;
      example: boolean;
      of: ReplayOf | null;
      event?: EventNumber;
      selection?: string;
    }
  /** A run inside the link itself. */
  | { kind: 'link'; hash: string };

/** Reads a hash, with or without `#`. What is not known is taken for a (foreign) link, which has a readable page. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#/, '');
  if (text === '') return { kind: 'first-run' };
  // Laboratories are runs like any other: the address of each opens its first scene.
  if (text === 'lab') return { kind: 'scene', id: 'timer-lab' };
  if (text === 'threads') return { kind: 'scene', id: 'one-over-the-limit' };
  // What `npm run watch` prints: a tab of the page, with the token of its stream.
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

/** The address of a replay at an event, with something selected when that is given; `before` is the one that it was opened by. */
export function replayHash(before: string, event: EventNumber, selection: string): string {
  const start = before.replace(/&(?:e|sel)=[^&]*/g, '');
  return `${start}${event === 0 ? '' : `&e=${event}`}${selection === '' ? '' : `&sel=${selection}`}`;
}

/** Titles of the pages that are not a run, by the name that their address begins with. `app/pages.tsx` has their code. */
export const PAGE_NAMES = {
  first: 'The first minute',
  gallery: 'Gallery',
  postfix: 'Your Postfix',
  tables: 'Tables',
  policies: 'Policy laboratory',
  experiments: 'Experiments',
  lessons: 'Lessons',
  lesson: 'Lesson',
  practice: 'Practice',
  write: 'Write a lesson',
  teach: 'For teachers',
  class: 'Class mode',
  answer: 'Answer',
  library: 'My library',
  present: 'Presentation',
  notes: 'Speaker notes',
  print: 'Print',
  lint: 'Check your settings',
  exact: 'What is exact',
  glossary: 'Glossary',
  kit: 'The toolkit',
} as const;

export type PageId = keyof typeof PAGE_NAMES;

function isPageId(name: string): name is PageId {
  return Object.hasOwn(PAGE_NAMES, name);
}

/** The address of a scene, at an event and with something selected when they are given. */
export function sceneHash(id: string, event?: EventNumber, selection = ''): string {
  if (event === undefined) return id === FIRST_SCENE ? '#' : `#scene=${id}`;
  return `#scene=${id}&e=${event}${selection === '' ? '' : `&sel=${selection}`}`;
}

/** What the bare address plays. */
export const FIRST_SCENE = 'first-letter';

/** An address that was gone to. A new object each time: going to the same one again is going there. */
export interface GoneTo {
  hash: string;
}

let goneTo: GoneTo | null = null;

function subscribe(changed: () => void): () => void {
  const listener = (): void => {
    goneTo = { hash: location.hash };
    changed();
  };
  // The event that says so comes a task later: until then the page is not idle.
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

/** Where the reader went. What the page itself writes into the address, to follow its reader, is no going. */
export function useGoneTo(): GoneTo {
  return useSyncExternalStore(subscribe, () => (goneTo ??= { hash: location.hash }));
}

/** The hash of that address. */
export function useHash(): string {
  return useGoneTo().hash;
}
