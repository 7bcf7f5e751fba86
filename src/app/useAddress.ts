import { mayOpen } from '../panels/kit/heavy-door.ts';
import { viewOf } from '../panels/kinds/views.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { firstLetter, YOUR_TURN_AT } from '../lessons/first-letter.ts';
import type { GalleryItem } from '../lessons/item.ts';
import type { DecodedLink } from '../scenario/link.ts';
import { parseEntity } from '../store/entity.ts';
import type { DebugMarks } from '../protocol/debug.ts';
import { debugStoreOf, showMarks } from '../store/debug.ts';
import { useRuntime } from '../store/hooks.ts';
import { whileBusy } from '../store/idle.ts';
import { sayNotice } from '../store/ingest.ts';
import { agrees } from '../scenario/link-hash.ts';
import { readLink } from '../store/reading.ts';
import type { Runtime } from '../store/runtime.ts';
import { isNewcomer, welcomed } from './newcomer.ts';
import { type Opened, placeOf, useFollow } from './useFollow.ts';
import { FIRST_SCENE, PAGE_NAMES, parseRoute, sceneHash, useGoneTo, type Route } from './routes.ts';

type LinkFailure = Extract<DecodedLink, { ok: false }>;

/** What is on the page: a run, the gallery, or why a link cannot be opened. */
export type Page =
  | {
      kind: 'run';
      /** Opened from a link: the eye is led to Play once. */
      fromLink: boolean;
      /** The first link of a visit is being read: there may be no run in it, so nothing of one is shown yet. */
      reading?: true;
    }
  | Extract<Route, { kind: 'page' }>
  | { kind: 'bad-link'; failure: LinkFailure; hash: string };

/** What the page is called in the top bar and the window's title; '' for a run, which has its scenario's title. */
export function pageName(page: Page): string {
  if (page.kind === 'run') return '';
  return page.kind === 'page' ? PAGE_NAMES[page.id] : 'Damaged link';
}

export interface Address {
  page: Page;
  /** Opens a scene from its start, also when it is the one that is open. */
  openScene: (id: string) => void;
  /** Reads the link of the address once more, with more time than a link has at first. */
  openAgain: () => void;
  /** The run that a page has used takes the place of that page, as it stands. */
  toBench: () => void;
  /** The address now stands for what is on the page (a link was copied): it is not opened again. */
  adopt: (hash: string) => void;
}

/**
 * The address decides what is open. What has been opened from an address stays as the reader left it when the address
 * comes back (from the gallery, from a bad link): only another address replaces a run.
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
      opened.current = { hash, run: runtime.store.getState().session.run, place: placeOf(runtime) };
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
      // Another page may have used the run of this one for something else.
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
    // The address is outside of React: what it asks for is opened when it changes.
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

  const { adopt, toBench } = useAdopting(keep, setPage);
  useFollow(opened, page.kind === 'run');

  return { page, openScene, openAgain, adopt, toBench };
}

/** What is on the page gets an address, and the run that a page has used the place of that page. */
function useAdopting(
  keep: (hash: string) => void,
  setPage: (page: Page) => void,
): Pick<Address, 'adopt' | 'toBench'> {
  const adopt = useCallback(
    (link: string) => {
      keep(link);
      history.replaceState(null, '', link);
    },
    [keep],
  );
  const toBench = useCallback(() => {
    welcomed();
    keep('');
    history.replaceState(null, '', '#');
    setPage({ kind: 'run', fromLink: false });
  }, [keep, setPage]);
  return { adopt, toBench };
}

/** The address of a newcomer without any other is the first minute. */
function routeOf(hash: string): Route {
  const route = parseRoute(hash);
  return route.kind === 'first-run' && isNewcomer() ? { kind: 'page', id: 'first', hash: '#first' } : route;
}

/** What an address opens; whoever goes anywhere else, or asks for a scene, has no need of the first minute any more. */
function routeFor(hash: string, asked: boolean): Route {
  const route = asked ? parseRoute(hash) : routeOf(hash);
  if (route.kind !== 'page' || route.id !== 'first') welcomed();
  return route;
}

/** How a run that was just opened is left: nothing plays unasked, and `?view=wheel` has the wheel in the place of the stage. */
async function settle(page: Page | null, runtime: Runtime, rests: boolean): Promise<void> {
  if (page?.kind !== 'run') return;
  if (rests) await rest(runtime);
  if (new URLSearchParams(location.search).get('view') === 'wheel')
    runtime.actions.setHero({ kind: 'wheel' });
}

/** The first scene, paused while a queue is standing: whatever is dropped in meets one. */
async function rest({ actions }: Runtime): Promise<void> {
  await actions.pause();
  await actions.seek({ at: YOUR_TURN_AT });
}

/** Before anything is opened: a page stands at once, a run is what the others become. */
function firstPage(): Page {
  const route = routeOf(location.hash);
  if (route.kind === 'page') return route;
  return route.kind === 'link' || route.kind === 'replay'
    ? { ...LINKED_RUN, reading: true }
    : { kind: 'run', fromLink: false };
}

const LINKED_RUN: Extract<Page, { kind: 'run' }> = { kind: 'run', fromLink: true };

/**
 * Opens what a route names; null when something else was asked for meanwhile. `onReadable` is called when a link turns out
 * to hold a run, before that is opened. `again`: with the time that a reader asked for.
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
  );
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
  const place: { event?: number; selection?: string } = route.kind === 'scene' ? route : {};
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
  if (result.ok) debugStoreOf(runtime.store).setState({ bookmarks: [], search: null, sought: '' });
  if (result.ok && item.opensAt > 0) {
    // What is known to its end, and comes after the instant, is shown, pale.
    const end = viewOf(item.scenario).foreseen(item.scenario);
    if (end > item.opensAt) await runtime.actions.seek({ at: end });
    await runtime.actions.seek({ at: item.opensAt });
  }
  if (result.ok && item.opensWith !== undefined) look(item.opensWith, runtime);
  return { kind: 'run', fromLink: false };
}

/** What there is not to replay is asked for on the page where files are given. */
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

/** The first scene is in the first bundle; the others come with the gallery. */
async function findScene(id: string): Promise<GalleryItem | undefined> {
  if (id === FIRST_SCENE) return firstLetter;
  const { galleryItem } = await import('../lessons/gallery.ts');
  return galleryItem(id);
}

async function openLink(
  hash: string,
  runtime: Runtime,
  wanted: () => boolean,
  onReadable: () => void,
  again: boolean,
): Promise<Page | null> {
  const { actions } = runtime;
  const link = await readLink(runtime.reader, hash, again);
  if (!wanted()) return null;
  if (!link.ok) return { kind: 'bad-link', failure: link, hash };
  if (!(await mayOpen(link.scenario, link.live))) {
    // In the place of the link: Back does not ask again.
    location.replace('#gallery');
    return null;
  }
  if (!wanted()) return null;
  onReadable();
  const result = await actions.openScenario(link.scenario, {
    live: link.live,
    ...(link.tree === undefined ? {} : { tree: link.tree }),
    event: link.event,
    play: false,
  });
  if (!result.ok) {
    const first = result.errors[0];
    const detail =
      first === undefined
        ? 'The run was refused.'
        : `${first.field} holds ${first.value}: needs ${first.accepted}.`;
    return { kind: 'bad-link', failure: { ok: false, reason: 'invalid', detail }, hash };
  }
  // The next event is later, unless this engine is another: then the event is what was meant.
  if (link.at !== undefined && (await actions.seek({ at: link.at })).event !== link.event) {
    await actions.seek({ event: link.event });
  }
  look(link.selection, runtime);
  await welcome(link, runtime);
  if (link.play) await actions.play();
  return LINKED_RUN;
}

/** What the sender put beside the run; and whether it went the same way here. */
async function welcome(link: Extract<DecodedLink, { ok: true }>, { actions, store }: Runtime): Promise<void> {
  const { bookmarks, marks, layout } = link.extras;
  debugStoreOf(store).setState({
    bookmarks: (bookmarks ?? []).map((mark) => ({ branch: store.getState().session.branch, ...mark })),
  });
  openMarks({ store, actions }, marks);
  if (layout !== undefined) {
    actions.setWorldCollapsed(!layout.world);
    actions.setExplainCollapsed(!layout.explain);
    actions.setDockTab(layout.dock);
    actions.setOrder(layout.order);
  }
  const differs = await differenceOf(link, actions);
  const { note = '', answer = '' } = link.extras;
  const text = [differs, note].filter((part) => part !== '').join(' ');
  if (answer !== '') {
    sayNotice(store, { kind: 'exercise', text, exercise: { event: link.event, expected: answer } });
  } else if (text !== '') sayNotice(store, { kind: differs === '' ? 'note' : 'differs', text });
}

/** What the reader must know when this engine is not the one that made the link; "" = it went the same way here. */
async function differenceOf(
  link: Extract<DecodedLink, { ok: true }>,
  actions: Runtime['actions'],
): Promise<string> {
  if (link.hash !== '')
    return agrees(link.hash, await actions.ask('hash'))
      ? ''
      : 'The engine here decides differently from the one that made this link: what you see is not what was meant.';
  return link.exact || link.event === 0
    ? ''
    : 'This link was made with an older engine. The moment that it names may be another one here.';
}

/** Breakpoints and watches of a link; the worker stops at its breakpoints from now on. */
function openMarks({ store, actions }: Pick<Runtime, 'store' | 'actions'>, marks?: DebugMarks): void {
  const debug = debugStoreOf(store);
  showMarks(debug, marks);
  const { breakpoints } = debug.getState();
  void actions.stopAt(breakpoints.filter((point) => point.enabled).map((point) => point.test));
}

/** Selects and opens what a link's text names. */
function look(entity: string, { actions, store }: Runtime): void {
  const { session } = store.getState();
  const { selected, hero, pinned } = parseEntity(entity, session.queues, session.transports);
  for (const number of pinned ?? []) actions.togglePin(number);
  if (selected > 0) actions.select(selected);
  if (hero !== null) actions.setHero(hero);
}
