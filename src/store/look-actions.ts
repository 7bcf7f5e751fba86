import type { SessionApi } from '../protocol/session-api.ts';
import type { TimelineMark } from '../protocol/answers.ts';
import type { View } from '../protocol/frame.ts';
import { clearNotice } from './ingest.ts';
import type { Tracked } from './queries.ts';
import type { AppStore } from './store.ts';
import { type MainPanel, type PhoneTab, showsDetail, type ViewState } from './view.ts';

/** Actions on the view. None of them changes the simulation. */
export interface LookActions {
  /** Changes the view. If frames depend on the changed fields, the session is informed. */
  look(change: Partial<ViewState>): void;
  /** Selects a message by its number, 0 = none. */
  select(number: number): void;
  /** Opens the inspector of an agent, by number; 0 closes the inspector. */
  inspectAgent(agent: number): void;
  hover(number: number): void;
  /**
   * Shows the answer to a question in the Explain panel. `key` as in `why-key.ts`; `transport` is shown on the stage, "" = no
   * change.
   */
  askAbout(key: string, transport: string): void;
  /** Shows or hides the labels on the picture. Showing them also brings back a dismissed legend. */
  setAnnotations(on: boolean): void;
  togglePin(number: number): void;
  /** Switches between the full and the quiet cockpit. */
  toggleDetail(): void;
  /** Shows or hides the scheduler's rule line by line. Showing it opens the Explain panel. */
  setRules(on: boolean): void;
  toggleMarks(kind: TimelineMark['kind']): void;
  /** Reports that a branch other than the shown one was simulated further. */
  branchGrew(): void;
  setPhoneTab(tab: PhoneTab): void;
  dismissNotice(): void;
}

/**
 * Maximum number of deliveries kept on the page: two strips of a wide screen. To see older ones, the reader goes back in
 * time.
 */
const DELIVERIES_SHOWN = 600;

/** Maximum length of a job list that is sent as rows; a longer list is sent as columns. */
const JOBS_AS_ROWS = 60;

/** Delay before a message under the pointer lights up, in milliseconds. It goes dark immediately. */
const HOVER_DELAY_MS = 60;

/** Main panels beside which the Explain panel stays visible. */
const EXPLAINS: readonly MainPanel['kind'][] = ['destination', 'threads', 'wheel'];

/** Returns the part of this view that the session needs. */
export function streamView(view: ViewState): View {
  return {
    transport: view.transport,
    selected: view.selected,
    lens: view.lens,
    deliveries: DELIVERIES_SHOWN,
    rows: JOBS_AS_ROWS,
    order: view.order,
    lists: view.multiples ? 'all' : 'shown',
  };
}

const STREAMED = ['transport', 'selected', 'order', 'multiples', 'lens'] as const;

export function lookActions(store: AppStore, session: SessionApi, track: Tracked): LookActions {
  let hoverTimer: ReturnType<typeof setTimeout> | undefined;
  const look = (change: Partial<ViewState>): void => {
    const before = store.getState().view;
    const changed = (Object.keys(change) as (keyof ViewState)[]).some((key) => before[key] !== change[key]);
    if (!changed) return;
    const view = { ...before, ...change };
    store.setState({ view });
    if (STREAMED.some((key) => view[key] !== before[key])) void track(session.setView(streamView(view)));
  };
  return {
    look,
    select: (selected) => look({ selected }),
    askAbout: (asked, transport) => look(transport === '' ? { asked } : { asked, transport }),
    // A phone shows the inspector on the Why tab, so that tab opens too.
    inspectAgent: (agent) =>
      look(agent === 0 ? { agent } : { agent, explainCollapsed: false, phoneTab: 'why' }),
    hover(number) {
      clearTimeout(hoverTimer);
      if (number === 0) look({ hovered: 0 });
      else hoverTimer = setTimeout(() => look({ hovered: number }), HOVER_DELAY_MS);
    },
    setAnnotations: (annotations) =>
      look(annotations ? { annotations, keyDismissed: false } : { annotations }),
    togglePin(number) {
      if (number !== 0) look({ pinned: toggled(store.getState().view.pinned, number) });
    },
    toggleDetail: () => look({ detail: !showsDetail(store.getState().view), shared: false }),
    setRules: (rules) => look(rules ? toTheRule(store.getState().view) : { rules }),
    branchGrew: () => look({ branchGrowth: store.getState().view.branchGrowth + 1 }),
    toggleMarks: (kind) => look({ hiddenMarks: toggled(store.getState().view.hiddenMarks, kind) }),
    // A main panel covers the tabs of a phone, so choosing a tab closes the panel.
    setPhoneTab: (phoneTab) => look({ phoneTab, mainPanel: null }),
    dismissNotice: () => clearNotice(store),
  };
}

function toggled<T>(list: readonly T[], one: T): T[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}

/** Returns the change of the view that shows the rule. Closes a main panel that would hide the Explain panel. */
function toTheRule({ mainPanel }: ViewState): Partial<ViewState> {
  const explains = mainPanel !== null && EXPLAINS.includes(mainPanel.kind);
  return { rules: true, explainCollapsed: false, phoneTab: 'why', mainPanel: explains ? mainPanel : null };
}
