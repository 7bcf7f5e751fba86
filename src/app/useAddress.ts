import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { YOUR_TURN_AT } from '../scenes/first-letter.ts';
import { useRuntime } from '../store/hooks.ts';
import { onRunEdited } from '../store/run-edits.ts';
import type { Runtime } from '../store/runtime.ts';
import { isNewcomer, welcomed } from './newcomer.ts';
import { LINKED_RUN, openRoute, type Page } from './open-route.ts';
import { type Opened, placeInRun } from './place.ts';
import { PAGE_NAMES, parseRoute, sceneHash, useGoneTo, type Route } from './routes.ts';

/** Name of the page in the top bar and the window's title; '' for a run, whose scenario has a title. */
export function pageName(page: Page): string {
  if (page.kind === 'run') return '';
  return page.kind === 'page' ? PAGE_NAMES[page.id] : 'Damaged link';
}

export interface Address {
  page: Page;
  /** Opens a scene from its start, even if it is open already. */
  openScene: (id: string) => void;
  /** Reads the link of the address again, with a longer time limit. */
  openAgain: () => void;
  /** Opens the workspace with the run that a page has used. */
  toWorkspace: () => void;
  /** Makes this the page's address without reopening it, after its link was copied. */
  adopt: (hash: string) => void;
}

/**
 * Opens what the address names. Returning to the address of the open run, as from the gallery, keeps the state of the
 * run; a different address replaces the run.
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
      // Another page, such as the gallery, may have replaced this run meanwhile.
      const same = opened.current?.run === runtime.store.getState().session.run;
      if (same && opened.current?.hash === hash) {
        setPage((old) => (old.kind === 'run' ? old : { kind: 'run', fromLink: false }));
        return;
      }
      const next = await openRoute(route, runtime, {
        wanted: () => mine === attempt.current,
        onReadable: () => setPage((old) => (old.kind === 'run' && old.reading === true ? LINKED_RUN : old)),
        again,
      });
      await settle(next, runtime, route.kind === 'first-run' && !plays);
      if (next === null) return;
      if (next.kind === 'run') keep(hash);
      setPage(next);
    },
    [runtime, keep],
  );

  useEffect(() => {
    // The address is outside React, so an effect has to set this state.
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

/** An empty address opens the first minute for a newcomer. */
function routeOf(hash: string): Route {
  const route = parseRoute(hash);
  return route.kind === 'first-run' && isNewcomer() ? { kind: 'page', id: 'first', hash: '#first' } : route;
}

/** The route of an address. Opening anything but the first minute ends newcomer status. */
function routeFor(hash: string, asked: boolean): Route {
  const route = asked ? parseRoute(hash) : routeOf(hash);
  if (route.kind !== 'page' || route.id !== 'first') welcomed();
  return route;
}

/** Pauses the first scene if it was not requested, and shows the wheel for `?view=wheel`. */
async function settle(page: Page | null, runtime: Runtime, rests: boolean): Promise<void> {
  if (page?.kind !== 'run') return;
  if (rests) await rest(runtime);
  if (new URLSearchParams(location.search).get('view') === 'wheel')
    runtime.actions.look({ mainPanel: { kind: 'wheel' } });
}

/** Pauses the first scene at an instant with a queue, so that an injected message has to wait. */
async function rest({ actions }: Runtime): Promise<void> {
  await actions.pause();
  await actions.seek({ at: YOUR_TURN_AT });
}

function firstPage(): Page {
  const route = routeOf(location.hash);
  if (route.kind === 'page') return route;
  return route.kind === 'link' || route.kind === 'replay'
    ? { ...LINKED_RUN, reading: true }
    : { kind: 'run', fromLink: false };
}

/** Milliseconds without a change before the address is updated. */
const REST_MS = 700;

/**
 * Keeps position, branch, changes and selection in the address, so that reload and Back return to them. Replaces the
 * history entry each time, so that a run has only one.
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
    // An edit is written immediately, also while the run plays: a reload must not lose it.
    const unhear = onRunEdited(() => follow(true));
    return () => {
      stop();
      unhear();
      clearTimeout(timer);
    };
  }, [runtime, opened]);
}
