import { viewOf } from '../panels/kinds/views.ts';
import { useEffect, useRef, type RefObject } from 'react';
import { entityOf } from '../store/entity.ts';
import { useRuntime } from '../store/hooks.ts';
import type { Runtime } from '../store/runtime.ts';
import { onEdit } from '../store/edits.ts';
import { pageStorage } from '../store/store.ts';
import { forgetUnshared, keepUnshared, tabName } from '../store/unshared.ts';
import { replayHash, sceneHash } from './routes.ts';

/** The address is brought up to date when nothing has moved for so long. */
const REST_MS = 700;
/** Longer links stay out of the address bar: browsers and chats drop them. */
const ADDRESS_MAX = 8000;

/** What was opened, and where the reader had not moved yet. */
export interface Opened {
  hash: string;
  run: number;
  /** What the page showed then (`placeOf`). */
  place: string;
}

/** What an address would have to say of the page, for comparison. */
export function placeOf({ store }: Runtime): string {
  const { session, view } = store.getState();
  const entity = entityOf(view, session.queues, session.transports);
  return `${session.run} ${session.branch} ${session.cursor.step} ${entity}`;
}

/**
 * Keeps the address bar at what the page shows: place, branch, changes, selection. It replaces the address, so that the
 * history has one entry for a run and not one for each step; reload and Back come to where the reader was.
 */
export function useFollow(opened: RefObject<Opened | null>, isRun: boolean): void {
  const runtime = useRuntime();
  const shown = useRef(isRun);
  useEffect(() => {
    shown.current = isRun;
  }, [isRun]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void follow(runtime, opened, shown).catch(() => undefined), REST_MS);
    };
    const stop = runtime.store.subscribe(later);
    // What somebody does is in the address at once, also while the run plays: a reload must not lose it.
    const unhear = onEdit(() => void follow(runtime, opened, shown, true).catch(() => undefined));
    return () => {
      stop();
      unhear();
      clearTimeout(timer);
    };
  }, [runtime, opened]);
}

async function follow(
  runtime: Runtime,
  opened: RefObject<Opened | null>,
  shown: RefObject<boolean>,
  edited = false,
): Promise<void> {
  const { store, actions } = runtime;
  const { session, view } = store.getState();
  const place = placeOf(runtime);
  const before = opened.current;
  if (before === null || !shown.current || session.opening !== null || before.run !== session.run) return;
  if (!edited && (session.playing || before.place === place)) return;
  const entity = entityOf(view, session.queues, session.transports);
  if (session.scenario !== null && viewOf(session.scenario).onRecord(session.scenario)) {
    followReplay(opened, before, replayHash(before.hash, session.cursor.event, entity), place);
    return;
  }
  const saved = await actions.saveUnseen();
  const { branches = [], live, cursor } = saved;
  const scene = session.baseScenarioId;
  const { encodeLink } = await import('../scenario/link.ts');
  const link =
    scene !== undefined && live.length === 0 && branches.length <= 1
      ? sceneHash(scene, cursor.event, entity)
      : await encodeLink(saved, entity);
  // The reader has gone on, or away, while the link was made.
  const stayed = edited ? store.getState().session.run === session.run : placeOf(runtime) === place;
  if (!stayed || !shown.current || opened.current !== before) return;
  const long = link.length > ADDRESS_MAX;
  const hash = long ? before.hash : link;
  const storage = pageStorage();
  if (long && link !== before.hash) {
    const title = session.scenario?.title ?? '';
    keepUnshared(storage, { tab: tabName(), title, hash: link, kept: Date.now() });
  } else forgetUnshared(storage, tabName());
  opened.current = { hash, run: session.run, place };
  if (hash !== before.hash) history.replaceState(null, '', hash);
}

/** A record is on this machine and in no link: its address says where in it the reader is, and not what was changed. */
function followReplay(opened: RefObject<Opened | null>, before: Opened, hash: string, place: string): void {
  if (!before.hash.startsWith('#replay')) return;
  opened.current = { ...before, hash, place };
  if (hash !== before.hash) history.replaceState(null, '', hash);
}
