import type { SessionApi } from '../protocol/session-api.ts';
import type { TimelineMark } from '../protocol/answers.ts';
import type { View } from '../protocol/frame.ts';
import { clearNotice } from './ingest.ts';
import type { Tracked } from './queries.ts';
import type { AppStore } from './store.ts';
import type { MainPanel, PhoneTab, ViewState } from './view.ts';

/** How a person looks at the run: nothing of it changes the simulation. */
export interface LookActions {
  /** Changes the view; the session hears of what changes its frames. */
  look(change: Partial<ViewState>): void;
  /** Message number, 0 = none. Selecting the selected one again keeps it. */
  select(number: number): void;
  /** Opens the inspector of an agent; 0 closes it. */
  inspectAgent(agent: number): void;
  hover(number: number): void;
  /** Puts a question into the Explain panel, by its key; `transport` comes to the stage unless "". */
  askAbout(key: string, transport: string): void;
  /** Words on the picture; the key comes back with them. */
  setAnnotations(on: boolean): void;
  /** Keeps the colour of a message, or no longer does. */
  togglePin(number: number): void;
  /** The rule, line by line, in the Explain panel, which is opened for it. */
  setRules(on: boolean): void;
  /** Shows or hides the marks of one kind above the timeline. */
  toggleMarks(kind: TimelineMark['kind']): void;
  /** Another branch than the one shown was simulated on. */
  branchGrew(): void;
  setPhoneTab(tab: PhoneTab): void;
  dismissNotice(): void;
}

/** Deliveries kept on the page: two strips of a wide screen. Older ones are one seek away. */
const DELIVERIES_SHOWN = 600;

/** Longest list of which every job is drawn by itself; of longer ones the page gets columns. */
const JOBS_AS_ROWS = 60;

/** Pointer rest before a message lights up; leaving is immediate. */
const HOVER_DELAY_MS = 60;

/** Panels in the place of the stage that explain the instant beside it. */
const EXPLAINS: readonly MainPanel['kind'][] = ['destination', 'threads', 'wheel'];

/** What the page subscribes to, from how it looks at the run. */
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

/** What the session makes other frames for. */
const STREAMED = ['transport', 'selected', 'order', 'multiples', 'lens'] as const;

/** The actions that change the view; what the worker sends follows it. */
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
    // Where there are tabs, the answer is on the tab of answers.
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
    setRules: (rules) => look(rules ? toTheRule(store.getState().view) : { rules }),
    branchGrew: () => look({ branchGrowth: store.getState().view.branchGrowth + 1 }),
    toggleMarks: (kind) => look({ hiddenMarks: toggled(store.getState().view.hiddenMarks, kind) }),
    // A tab of the phone is a place to go: it leaves the panel that covers the tabs.
    setPhoneTab: (phoneTab) => look({ phoneTab, mainPanel: null }),
    dismissNotice: () => clearNotice(store),
  };
}

/** The list with `one`, or without it when it is there. */
function toggled<T>(list: readonly T[], one: T): T[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}

/** It stands where an instant is explained: what has no such place gives the stage back. */
function toTheRule({ mainPanel }: ViewState): Partial<ViewState> {
  const explains = mainPanel !== null && EXPLAINS.includes(mainPanel.kind);
  return { rules: true, explainCollapsed: false, phoneTab: 'why', mainPanel: explains ? mainPanel : null };
}
