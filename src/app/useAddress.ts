import type { EventNumber } from '../protocol/ids.ts';
import { viewOf } from '../panels/kinds/views.ts';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { GALLERY_IDS } from '../scenes/gallery-ids.ts';
import { firstLetter, YOUR_TURN_AT } from '../scenes/first-letter.ts';
import type { GalleryItem } from '../scenes/item.ts';
import type { DecodedLink } from '../scenario/link.ts';
import { debugStoreOf } from '../store/debug.ts';
import { useRuntime } from '../store/hooks.ts';
import { whileBusy } from '../store/idle.ts';
import { readLink } from '../store/reading.ts';
import type { Runtime } from '../store/runtime.ts';
import { look, type Opened, placeInRun } from './place.ts';
import { FIRST_SCENE, PAGE_NAMES, parseRoute, sceneHash, useGoneTo, type Route } from './routes.ts';
import { keepUnderWay, underWay } from '../learn/panels/first/under-way.ts';
import { onRunEdited } from '../store/run-edits.ts';

type LinkFailure = Extract<DecodedLink, { ok: false }>;

export type Page =
  | {
      kind: 'run';
      /** Opened from a link: Play is highlighted once. */
      fromLink: boolean;
      /** The first link of a visit is being read. It may contain no run, so nothing of a run is shown yet. */
      reading?: true;
    }
  | Extract<Route, { kind: 'page' }>
  | { kind: 'bad-link'; failure: LinkFailure; hash: string };

/** Title in the top bar and window; '' for a run, which has its scenario's title. */
export function pageName(page: Page): string {
  if (page.kind === 'run') return '';
  return page.kind === 'page' ? PAGE_NAMES[page.id] : 'Damaged link';
}

export interface Address {
  page: Page;
  /** Opens a scene from its start, even if it is open already. */
  openScene: (id: string) => void;
  /** Reads the link in the address again, with a longer time limit. */
  openAgain: () => void;
  /** Shows the run that a page has used instead of that page. */
  toWorkspace: () => void;
  /** The address now belongs to the present state (a link was copied); do not open it again. */
  adopt: (hash: string) => void;
}

/**
 * The address decides what is open. When it returns to the address of the open run (from the gallery, from a bad link), the
 * run stays as the reader left it; only another address replaces it.
 */
export function useAddress(): Address {
  const runtime = useRuntime();
  const goneTo = useGoneTo();
  const [page, setPage] = useState(firstPage);
  const opened = useRef<Opened | null>(null);
  const attempt = useRef(0);
  const asked = useRef(false);

  const keep = useCallback(
    (hash: string) => {
      opened.current = { hash, run: runtime.store.getState().session.run, place: placeInRun(runtime) };
    },
    [runtime],
  );

  const open = useCallback(
    async (hash: string, again = false): Promise<void> => {
      const mine = ++attempt.current;
      const plays = asked.current;
      asked.current = false;
      const route = routeFor(hash, plays);
      if (route.kind === 'page') {
        setPage(route);
        return;
      }
      // Another page may have replaced the run of this address.
      const same = opened.current?.run === runtime.store.getState().session.run;
      if (same && opened.current?.hash === hash) {
        setPage((old) => (old.kind === 'run' ? old : { kind: 'run', fromLink: false }));
        return;
      }
      const next = await openRoute(
        route,
        runtime,
        () => mine === attempt.current,
        () => setPage((old) => (old.kind === 'run' && old.reading === true ? LINKED_RUN : old)),
        again,
      );
      await settle(next, runtime, route.kind === 'first-run' && !plays);
      if (next === null) return;
      if (next.kind === 'run') keep(hash);
      setPage(next);
    },
    [runtime, keep],
  );

  useEffect(() => {
    // The address is outside React; opening starts when it changes.
    // oxlint-disable-next-line react/set-state-in-effect
    void open(goneTo.hash);
  }, [open, goneTo]);

  const openScene = useCallback(
    (id: string) => {
      opened.current = null;
      asked.current = true;
      const target = sceneHash(id);
      if (location.hash === target || (target === '#' && location.hash === '')) void open(location.hash);
      else location.hash = target;
    },
    [open],
  );

  const openAgain = useCallback(() => void open(location.hash, true), [open]);

  const { adopt, toWorkspace } = useAdopting(keep, setPage);
  useFollow(opened, page.kind === 'run');

  return { page, openScene, openAgain, adopt, toWorkspace };
}

/** Gives the present state an address; shows a page's run instead of the page. */
function useAdopting(
  keep: (hash: string) => void,
  setPage: (page: Page) => void,
): Pick<Address, 'adopt' | 'toWorkspace'> {
  const adopt = useCallback(
    (link: string) => {
      keep(link);
      history.replaceState(null, '', link);
    },
    [keep],
  );
  const toWorkspace = useCallback(() => {
    welcomed();
    keep('');
    history.replaceState(null, '', '#');
    setPage({ kind: 'run', fromLink: false });
  }, [keep, setPage]);
  return { adopt, toWorkspace };
}

/** The route of an address; without one, a newcomer gets the first minute. */
function routeOf(hash: string): Route {
  const route = parseRoute(hash);
  return route.kind === 'first-run' && isNewcomer() ? { kind: 'page', id: 'first', hash: '#first' } : route;
}

/** The route of an address. Going anywhere else, or asking for a scene, ends the first minute. */
function routeFor(hash: string, asked: boolean): Route {
  const route = asked ? parseRoute(hash) : routeOf(hash);
  if (route.kind !== 'page' || route.id !== 'first') welcomed();
  return route;
}

/**
 * Settles a run that was just opened: nothing plays without a request, and `?view=wheel` shows the wheel instead of the
 * stage.
 */
async function settle(page: Page | null, runtime: Runtime, rests: boolean): Promise<void> {
  if (page?.kind !== 'run') return;
  if (rests) await rest(runtime);
  if (new URLSearchParams(location.search).get('view') === 'wheel')
    runtime.actions.look({ mainPanel: { kind: 'wheel' } });
}

/** Pauses the first scene while a queue is waiting, so that injected mail meets one. */
async function rest({ actions }: Runtime): Promise<void> {
  await actions.pause();
  await actions.seek({ at: YOUR_TURN_AT });
}

/** The page before anything is opened: pages appear immediately, everything else becomes a run. */
function firstPage(): Page {
  const route = routeOf(location.hash);
  if (route.kind === 'page') return route;
  return route.kind === 'link' || route.kind === 'replay'
    ? { ...LINKED_RUN, reading: true }
    : { kind: 'run', fromLink: false };
}

const LINKED_RUN: Extract<Page, { kind: 'run' }> = { kind: 'run', fromLink: true };

/**
 * Opens a route; null when something else was requested meanwhile. `onReadable` is called when a link contains a run,
 * before it opens. `again`: the reader requested more time.
 */
export function openRoute(
  route: Route,
  runtime: Runtime,
  wanted: () => boolean,
  onReadable: () => void = () => undefined,
  again = false,
): Promise<Page | null> {
  return whileBusy(
    route.kind === 'link'
      ? openLink(route.hash, runtime, wanted, onReadable, again)
      : route.kind === 'replay'
        ? openRecorded(route, runtime, wanted)
        : openScene(route, runtime, wanted),
  ).catch((error: unknown) => ({
    // Code or data could not be loaded.
    kind: 'bad-link',
    failure: { ok: false, reason: 'unread', detail: `It could not be opened (${String(error)}).` },
    hash: location.hash,
  }));
}

async function openScene(
  route: Exclude<Route, { kind: 'link' | 'replay' }>,
  runtime: Runtime,
  wanted: () => boolean,
): Promise<Page | null> {
  const id = route.kind === 'scene' ? route.id : FIRST_SCENE;
  const item = await findScene(id);
  if (!wanted()) return null;
  if (item === undefined) {
    const failure: LinkFailure = { ok: false, reason: 'foreign', detail: `There is no scene called ${id}.` };
    return { kind: 'bad-link', failure, hash: sceneHash(id) };
  }
  const place: { event?: EventNumber; selection?: string } = route.kind === 'scene' ? route : {};
  if (place.event !== undefined) {
    await runtime.actions.openScenario(item.scenario, {
      id: item.id,
      own: true,
      event: place.event,
      play: false,
    });
    look(place.selection ?? '', runtime);
    return { kind: 'run', fromLink: false };
  }
  const result = await runtime.actions.openScenario(item.scenario, { id: item.id, own: true });
  if (!result.ok) throw new Error(result.errors[0]?.accepted);
  debugStoreOf(runtime.store).setState({ bookmarks: [], search: null, sought: '' });
  if (item.opensAt > 0) {
    // A run that is known to its end shows the part after the instant, pale.
    const end = viewOf(item.scenario).foreseen?.(item.scenario);
    if (end !== undefined && end > item.opensAt) await runtime.actions.seek({ at: end });
    await runtime.actions.seek({ at: item.opensAt });
  }
  if (item.opensWith !== undefined) look(item.opensWith, runtime);
  return { kind: 'run', fromLink: false };
}

/** Without anything to replay, opens the page for files. */
async function openRecorded(
  route: Extract<Route, { kind: 'replay' }>,
  runtime: Runtime,
  wanted: () => boolean,
): Promise<Page | null> {
  const { openAskedReplay } = await import('./open-replay.ts');
  const refusal = await openAskedReplay(runtime, route, wanted);
  if (refusal === 'another') return null;
  if (refusal !== '') return { kind: 'page', id: 'postfix', hash: '#postfix&tab=replay' };
  look(route.selection ?? '', runtime);
  return { kind: 'run', fromLink: false };
}

/** The first scene is in the first bundle; others are in the gallery's. */
async function findScene(id: string): Promise<GalleryItem | undefined> {
  if (id === FIRST_SCENE) return firstLetter;
  if (GALLERY_IDS.has(id)) {
    const { GALLERY } = await import('../scenes/mail-gallery.ts');
    return GALLERY.find((item) => item.id === id);
  }
  const { galleryItem } = await import('../scenes/gallery.ts');
  return galleryItem(id);
}

async function openLink(
  hash: string,
  runtime: Runtime,
  wanted: () => boolean,
  onReadable: () => void,
  again: boolean,
): Promise<Page | null> {
  const [link, { openLinked }] = await Promise.all([
    readLink(runtime.reader, hash, again),
    import('./open-link.ts'),
  ]);
  if (!wanted()) return null;
  const opening = link.ok ? await openLinked(link, runtime, wanted, onReadable) : link;
  if (opening === 'other') return null;
  return opening === 'opened' ? LINKED_RUN : { kind: 'bad-link', failure: opening, hash };
}

// First minute: whether it was seen.

const WELCOMED_KEY = 'qmgrscope.welcomed';

function wasHere(): boolean {
  try {
    return localStorage.getItem(WELCOMED_KEY) !== null;
  } catch {
    // No storage: the first minute then comes with each visit; one key skips it.
    return false;
  }
}

let newcomer: boolean | null = null;

/**
 * True if the first minute was never seen in this browser, or is in progress in this tab. The answer does not change until
 * it is over.
 */
function isNewcomer(): boolean {
  if (newcomer === null) {
    newcomer = !wasHere() || underWay() !== null;
    // Once begun, it never comes again uninvited.
    if (location.hash.replace('#', '') === '') rememberWelcomed();
  }
  return newcomer;
}

/** The first minute is over, or something else was opened. */
function welcomed(): void {
  newcomer = false;
  keepUnderWay(null);
  rememberWelcomed();
}

function rememberWelcomed(): void {
  try {
    localStorage.setItem(WELCOMED_KEY, '1');
  } catch {
    // As above.
  }
}

/** The address is updated after this time without a change. */
const REST_MS = 700;

/**
 * Keeps the address bar in sync with the page: place, branch, changes, selection. It replaces the address, so the history
 * has one entry per run instead of per step; reload and Back return to where the reader was.
 */
function useFollow(opened: RefObject<Opened | null>, isRun: boolean): void {
  const runtime = useRuntime();
  const shown = useRef(isRun);
  useEffect(() => {
    shown.current = isRun;
  }, [isRun]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => follow(false), REST_MS);
    };
    const follow = (edited: boolean): void =>
      void import('./follow.ts')
        .then((part) => part.follow(runtime, opened, shown, edited))
        .catch(console.error);
    const stop = runtime.store.subscribe(later);
    // Edits update the address immediately, even while playing: a reload must not lose them.
    const unhear = onRunEdited(() => follow(true));
    return () => {
      stop();
      unhear();
      clearTimeout(timer);
    };
  }, [runtime, opened]);
}
