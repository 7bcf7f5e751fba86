import type { SessionApi, StepUnit } from '../protocol/session-api.ts';
import type { TimelineMark } from '../protocol/answers.ts';
import type { View } from '../protocol/frame.ts';
import { clearNotice } from './ingest.ts';
import type { Tracked } from './queries.ts';
import type { AppStore } from './store.ts';
import type { DockTab, MainPanel, JobOrder, PhoneTab, Theme, ViewState } from './view.ts';

/** How a person looks at the run: nothing of it changes the simulation. */
export interface LookActions {
  /** Message number, 0 = none. Selecting the selected one again keeps it. */
  select(number: number): void;
  /** Opens the inspector of an agent; 0 closes it. */
  inspectAgent(agent: number): void;
  hover(number: number): void;
  /** The message under the lens of a long list: its job comes as a row. */
  setLens(number: number): void;
  /** Puts a question into the Explain panel, by its key; `transport` comes to the stage unless "". */
  askAbout(key: string, transport: string): void;
  setOrder(order: JobOrder): void;
  setTransport(name: string): void;
  setStepUnit(unit: StepUnit): void;
  /** Words on the picture; the key comes back with them. */
  setAnnotations(on: boolean): void;
  /** Keeps the colour of a message, or no longer does. */
  togglePin(number: number): void;
  setPresenting(on: boolean): void;
  setTable(on: boolean): void;
  /** The rule, line by line, in the Explain panel, which is opened for it. */
  setRules(on: boolean): void;
  setMultiples(on: boolean): void;
  /** Shows or hides the marks of one kind above the timeline. */
  toggleMarks(kind: TimelineMark['kind']): void;
  /** Another branch than the one shown was simulated on. */
  branchGrew(): void;
  setTheme(theme: Theme): void;
  /** Gives a panel the place of the stage; null gives it back. */
  setMainPanel(mainPanel: MainPanel | null): void;
  setDockTab(tab: DockTab): void;
  setPhoneTab(tab: PhoneTab): void;
  setWorldCollapsed(collapsed: boolean): void;
  setExplainCollapsed(collapsed: boolean): void;
  dismissKey(): void;
  dismissNotice(): void;
  setReducedMotion(on: boolean): void;
  setScrubbing(on: boolean): void;
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

/** The actions that change the view; what the worker sends follows it. */
export function lookActions(store: AppStore, session: SessionApi, track: Tracked): LookActions {
  let hoverTimer: ReturnType<typeof setTimeout> | undefined;
  const look = (change: Partial<ViewState>): void => {
    const { view } = store.getState();
    const changed = (Object.keys(change) as (keyof ViewState)[]).some((key) => view[key] !== change[key]);
    if (changed) store.setState({ view: { ...view, ...change } });
  };
  const lookElsewhere = (change: Partial<ViewState>): void => {
    const before = store.getState().view;
    look(change);
    const { view } = store.getState();
    const keys = ['transport', 'selected', 'order', 'multiples', 'lens'] as const;
    if (keys.every((key) => view[key] === before[key])) return;
    void track(session.setView(streamView(view)));
  };
  return {
    select: (number) => lookElsewhere({ selected: number }),
    setLens: (lens) => lookElsewhere({ lens }),
    setTransport: (transport) => lookElsewhere({ transport }),
    askAbout: (asked, transport) => lookElsewhere(transport === '' ? { asked } : { asked, transport }),
    // Where there are tabs, the answer is on the tab of answers.
    inspectAgent: (agent) =>
      look(agent === 0 ? { agent } : { agent, explainCollapsed: false, phoneTab: 'why' }),
    hover(number) {
      clearTimeout(hoverTimer);
      if (number === 0) look({ hovered: 0 });
      else hoverTimer = setTimeout(() => look({ hovered: number }), HOVER_DELAY_MS);
    },
    setOrder: (order) => lookElsewhere({ order }),
    setStepUnit: (stepUnit) => look({ stepUnit }),
    setAnnotations: (annotations) =>
      look(annotations ? { annotations, keyDismissed: false } : { annotations }),
    togglePin(number) {
      const { pinned } = store.getState().view;
      if (number === 0) return;
      look({
        pinned: pinned.includes(number) ? pinned.filter((other) => other !== number) : [...pinned, number],
      });
    },
    setPresenting: (presenting) => look({ presenting }),
    setTable: (table) => look({ table }),
    setRules: (rules) => look(rules ? toTheRule(store.getState().view) : { rules }),
    setMultiples: (multiples) => lookElsewhere({ multiples }),
    branchGrew: () => look({ branchGrowth: store.getState().view.branchGrowth + 1 }),
    toggleMarks(kind) {
      const { hiddenMarks } = store.getState().view;
      look({
        hiddenMarks: hiddenMarks.includes(kind)
          ? hiddenMarks.filter((other) => other !== kind)
          : [...hiddenMarks, kind],
      });
    },
    setTheme: (theme) => look({ theme }),
    setMainPanel: (mainPanel) => look({ mainPanel }),
    setDockTab: (dockTab) => look({ dockTab }),
    // A tab of the phone is a place to go: it leaves the panel that covers the tabs.
    setPhoneTab: (phoneTab) => look({ phoneTab, mainPanel: null }),
    setWorldCollapsed: (worldCollapsed) => look({ worldCollapsed }),
    setExplainCollapsed: (explainCollapsed) => look({ explainCollapsed }),
    dismissKey: () => look({ keyDismissed: true }),
    dismissNotice: () => clearNotice(store),
    setReducedMotion: (reducedMotion) => look({ reducedMotion }),
    setScrubbing: (scrubbing) => look({ scrubbing }),
  };
}

/** It stands where an instant is explained: what has no such place gives the stage back. */
function toTheRule({ mainPanel }: ViewState): Partial<ViewState> {
  const explains = mainPanel !== null && EXPLAINS.includes(mainPanel.kind);
  return { rules: true, explainCollapsed: false, phoneTab: 'why', mainPanel: explains ? mainPanel : null };
}
