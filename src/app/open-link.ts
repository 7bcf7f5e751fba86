import { mayOpen } from '../panels/kit/asked-heavy.ts';
import type { DebugMarks } from '../protocol/debug.ts';
import { agrees } from '../scenario/link-hash.ts';
import type { DecodedLink } from '../scenario/link.ts';
import { debugStoreOf, showMarks } from '../store/debug.ts';
import { sayNotice } from '../store/ingest.ts';
import type { Runtime } from '../store/runtime.ts';
import { look } from './place.ts';

type Linked = Extract<DecodedLink, { ok: true }>;

/** Result of opening a link. `other` = the reader has opened something else meanwhile, or declined a large run. */
export type Opening = 'opened' | 'other' | Extract<DecodedLink, { ok: false }>;

/** Opens the run of a decoded link with the sender's extras. `onReadable` is called before it opens. */
export async function openLinked(
  link: Linked,
  runtime: Runtime,
  wanted: () => boolean,
  onReadable: () => void,
): Promise<Opening> {
  const { actions } = runtime;
  if (!(await mayOpen(link.scenario, link.live))) {
    // Replaces the link in the history, so that Back does not ask the question again.
    location.replace('#gallery');
    return 'other';
  }
  if (!wanted()) return 'other';
  onReadable();
  const { run } = runtime.store.getState().session;
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
    return { ok: false, reason: 'invalid', detail };
  }
  // Normally `at` leads to the linked event. If this engine differs, go to the event instead.
  if (link.at !== undefined && (await actions.seek({ at: link.at })).event !== link.event) {
    await actions.seek({ event: link.event });
  }
  look(link.selection, runtime);
  // A link that the page itself went to, as from the script editor, changes nothing. Nor does a reload.
  if (run === 0 && link.extras.layout === undefined && !isReload()) actions.look({ shared: true });
  await welcome(link, runtime);
  if (link.play) await actions.play();
  return 'opened';
}

/** Applies the sender's extras, and warns if the run differs here. */
async function welcome(link: Linked, { actions, store }: Runtime): Promise<void> {
  const { bookmarks, marks, layout } = link.extras;
  debugStoreOf(store).setState({
    bookmarks: (bookmarks ?? []).map((mark) => ({ branch: store.getState().session.branch, ...mark })),
  });
  openMarks({ store, actions }, marks);
  if (layout !== undefined) {
    actions.look({ worldCollapsed: !layout.world });
    actions.look({ explainCollapsed: !layout.explain });
    actions.look({ dockTab: layout.dock });
    actions.look({ order: layout.order });
  }
  const differs = await differenceOf(link, actions);
  const { note = '', answer = '' } = link.extras;
  const text = [differs, note].filter((part) => part !== '').join(' ');
  if (answer !== '') {
    sayNotice(store, { kind: 'exercise', text, exercise: { event: link.event, expected: answer } });
  } else if (text !== '') sayNotice(store, { kind: differs === '' ? 'note' : 'differs', text });
}

/** The address of an edited run is a link too, so a reload opens one. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload';
}

/** A warning if this engine differs from the one that made the link; else "". */
async function differenceOf(link: Linked, actions: Runtime['actions']): Promise<string> {
  if (link.hash !== '')
    return agrees(link.hash, await actions.ask('hash'))
      ? ''
      : 'This engine decides differently from the one that made this link. You do not see what the sender saw.';
  return link.exact || link.event === 0
    ? ''
    : 'This link was made with an older engine. It may lead to a different moment here.';
}

/** Applies a link's breakpoints and watches; the worker stops at its breakpoints from now on. */
function openMarks({ store, actions }: Pick<Runtime, 'store' | 'actions'>, marks?: DebugMarks): void {
  const debug = debugStoreOf(store);
  showMarks(debug, marks);
  const { breakpoints } = debug.getState();
  void actions.setBreakpoints(breakpoints.filter((point) => point.enabled).map((point) => point.test));
}
