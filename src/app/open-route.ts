import { viewOf } from '../panels/kinds/views.ts';
import type { EventNumber } from '../protocol/ids.ts';
import type { DecodedLink } from '../scenario/link.ts';
import { firstLetter } from '../scenes/first-letter.ts';
import { GALLERY_IDS } from '../scenes/gallery-ids.ts';
import type { GalleryItem } from '../scenes/item.ts';
import { debugStoreOf } from '../store/debug.ts';
import { whileBusy } from '../store/idle.ts';
import { readLink } from '../store/reading.ts';
import type { Runtime } from '../store/runtime.ts';
import { look } from './place.ts';
import { FIRST_SCENE, type Route, sceneHash } from './routes.ts';

type LinkFailure = Extract<DecodedLink, { ok: false }>;

/** What is on the page: a run, the gallery, or why a link cannot be opened. */
export type Page =
  | {
      kind: 'run';
      /** True when the run was opened from a link; then the Play button is animated once. */
      fromLink: boolean;
      /** True while the first link of a visit is being read. No run is shown yet, because the link may be broken. */
      reading?: true;
    }
  | Extract<Route, { kind: 'page' }>
  | { kind: 'bad-link'; failure: LinkFailure; hash: string };

export const LINKED_RUN: Extract<Page, { kind: 'run' }> = { kind: 'run', fromLink: true };

export interface RouteOptions {
  /** False once a newer route was requested; then nothing more is opened. */
  wanted: () => boolean;
  /** Called when a link holds a run, before the run opens. */
  onReadable?: () => void;
  /** True to read a link with the longer time limit that the reader requested. */
  again?: boolean;
}

/** Opens a route. Null if a newer route was requested in the meantime. */
export function openRoute(route: Route, runtime: Runtime, options: RouteOptions): Promise<Page | null> {
  return whileBusy(
    route.kind === 'link'
      ? openLink(route.hash, runtime, options)
      : route.kind === 'replay'
        ? openRecorded(route, runtime, options)
        : openScene(route, runtime, options),
  ).catch((error: unknown) => ({
    // The scene's code or data could not be fetched.
    kind: 'bad-link',
    failure: { ok: false, reason: 'unread', detail: `It could not be opened (${String(error)}).` },
    hash: location.hash,
  }));
}

async function openScene(
  route: Exclude<Route, { kind: 'link' | 'replay' }>,
  runtime: Runtime,
  { wanted }: RouteOptions,
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
    // Future events are drawn pale in a run that is known to its end in advance, so simulate to that end.
    const end = viewOf(item.scenario).foreseen?.(item.scenario);
    if (end !== undefined && end > item.opensAt) await runtime.actions.seek({ at: end });
    await runtime.actions.seek({ at: item.opensAt });
  }
  if (item.opensWith !== undefined) look(item.opensWith, runtime);
  return { kind: 'run', fromLink: false };
}

/** Opens a replay. Without a record it opens the page where files are added. */
async function openRecorded(
  route: Extract<Route, { kind: 'replay' }>,
  runtime: Runtime,
  { wanted }: RouteOptions,
): Promise<Page | null> {
  const { openAskedReplay } = await import('./open-replay.ts');
  const refusal = await openAskedReplay(runtime, route, wanted);
  if (refusal === 'another') return null;
  if (refusal !== '') return { kind: 'page', id: 'postfix', hash: '#postfix&tab=replay' };
  look(route.selection ?? '', runtime);
  return { kind: 'run', fromLink: false };
}

/** Finds a scene. The first scene is part of the main program; all others are fetched. */
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
  { wanted, onReadable = () => undefined, again = false }: RouteOptions,
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
