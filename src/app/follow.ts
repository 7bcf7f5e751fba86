import { isOnRecord } from '../panels/kinds/views.ts';
import type { RefObject } from 'react';
import { entityOf } from '../store/entity.ts';
import { sayNotice } from '../store/ingest.ts';
import type { Runtime } from '../store/runtime.ts';
import { pageStorage } from '../store/store.ts';
import { forgetUnshared, keepUnshared, tabName } from '../store/unshared.ts';
import { replayHash, sceneHash } from './routes.ts';
import { type Opened, placeInRun } from './place.ts';

/** Longest link for the address bar, in characters; browsers and chats cut longer ones. */
const ADDRESS_MAX = 8000;

const UNKEPT =
  'This run is too long for the address, and this browser stores nothing. Save it as a file before you leave.';
/** Number of the run for which this notice was last shown. */
let toldRun = -1;

/** Updates the address to what the page shows. `edited`: the reader has just changed the run, which may be playing. */
export async function follow(
  runtime: Runtime,
  opened: RefObject<Opened | null>,
  shown: RefObject<boolean>,
  edited: boolean,
): Promise<void> {
  const { store, actions } = runtime;
  const { session, view } = store.getState();
  const place = placeInRun(runtime);
  const before = opened.current;
  if (before === null || !shown.current || session.opening !== null || before.run !== session.run) return;
  if (!edited && (session.playing || before.place === place)) return;
  const entity = entityOf(view, session.queues, session.transports);
  if (isOnRecord(session.scenario)) {
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
  // Do not write the address if the reader has moved on while the link was being encoded.
  const stayed = edited ? store.getState().session.run === session.run : placeInRun(runtime) === place;
  if (!stayed || !shown.current || opened.current !== before) return;
  const long = link.length > ADDRESS_MAX;
  const hash = long ? before.hash : link;
  const storage = pageStorage();
  if (long && link !== before.hash) {
    const title = session.scenario?.title ?? '';
    const kept = keepUnshared(storage, { tab: tabName(), title, hash: link, kept: Date.now() });
    if (!kept && toldRun !== session.run) {
      toldRun = session.run;
      sayNotice(store, { kind: 'note', text: UNKEPT });
    }
  } else forgetUnshared(storage, tabName());
  opened.current = { hash, run: session.run, place };
  if (hash !== before.hash) history.replaceState(null, '', hash);
}

/**
 * Writes a replay's address. A record is stored only on this machine and fits into no link, so the address holds the
 * position but not the changes.
 */
function followReplay(opened: RefObject<Opened | null>, before: Opened, hash: string, place: string): void {
  if (!before.hash.startsWith('#replay')) return;
  opened.current = { ...before, hash, place };
  if (hash !== before.hash) history.replaceState(null, '', hash);
}
