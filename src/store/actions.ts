import type {
  Command,
  InjectCommand,
  LiveCommand,
  RecipientShare,
  ServerBehaviour,
} from '../protocol/commands.ts';
import type { DecisionRecord } from '../protocol/decisions.ts';
import type { EventKind, EventRecord } from '../protocol/events.ts';
import type { Cursor } from '../protocol/frame.ts';
import type { InputError, Result } from '../protocol/result.ts';
import type { Scenario } from '../protocol/scenario.ts';
import type {
  CandidateRow,
  SavedRun,
  SeekTarget,
  SessionApi,
  StepUnit,
  TimelineMark,
  TimelineSlice,
} from '../protocol/session-api.ts';
import type { View } from '../protocol/frame.ts';
import type { Micros } from '../protocol/units.ts';
import type { WhyAnswer, WhyQuestion } from '../protocol/why.ts';
import type { IdleTracker } from './idle.ts';
import { beginOpening, clearNotice, refuseOpening } from './ingest.ts';
import type { AppStore } from './store.ts';
import type { DockTab, Hero, JobOrder, PhoneTab, Theme, ViewState } from './view.ts';

/** How a scenario is opened: where it came from and, from a link, what was done live and where to land. */
export interface OpenOptions {
  id?: string;
  live?: LiveCommand[];
  event?: number;
  /** Instead of an event: where in simulated time to land, in microseconds. */
  at?: Micros;
  /** Or by step. */
  step?: number;
  /** Play at once, whatever the scenario says; default: the scenario's `view.play`, unless `event` is given. */
  play?: boolean;
}

/**
 * Everything a person can do. Actions that change the world return the session's answer: bad input is a value with
 * the field and what would be accepted. The others return when the page has the frame that shows their effect.
 */
export interface Actions {
  openScenario(scenario: Scenario, options?: OpenOptions): Promise<Result<Cursor>>;
  /** Shows why nothing can be opened (a damaged link). */
  refuseScenario(errors: readonly InputError[]): void;
  play(): Promise<void>;
  pause(): Promise<void>;
  toggle(): Promise<void>;
  /** Simulated microseconds a microsecond; takes effect at once while playing. */
  setSpeed(speed: number): Promise<void>;
  /** One step of `unit`, default the chosen one. Pauses first. */
  step(direction: 1 | -1, unit?: StepUnit): Promise<Cursor>;
  seek(target: SeekTarget): Promise<Cursor>;
  /** Steps on to the next event about a message; where it ends when there is none in the next thousand. */
  nextEvent(number: number): Promise<Cursor>;
  /** Start of the run; furthest point simulated so far. */
  seekStart(): Promise<Cursor>;
  seekHead(): Promise<Cursor>;
  switchBranch(branch: number): Promise<Result<Cursor>>;

  command(command: Command): Promise<Result<Cursor>>;
  inject(to: RecipientShare[], options?: Pick<InjectCommand, 'number' | 'sender'>): Promise<Result<Cursor>>;
  /** The last injection once more, with the next free number; null when there was none. */
  injectAgain(): Promise<Result<Cursor> | null>;
  setParam(name: string, value: string | number): Promise<Result<Cursor>>;
  setServer(server: string, behaviour: ServerBehaviour): Promise<Result<Cursor>>;
  setAgents(transport: string, limit: number): Promise<Result<Cursor>>;
  flush(): Promise<Result<Cursor>>;
  /** `postfix reload`: the queue manager forgets all it has learned. */
  reload(): Promise<Result<Cursor>>;
  /** `postsuper -h`, `postsuper -H`, `postqueue -i`, by chip number. */
  hold(number: number): Promise<Result<Cursor>>;
  release(number: number): Promise<Result<Cursor>>;
  flushMessage(number: number): Promise<Result<Cursor>>;

  /** Message number, 0 = none. Selecting the selected one again keeps it. */
  select(number: number): void;
  hover(number: number): void;
  /** The message under the lens of a long list: its job comes as a row. */
  setLens(number: number): void;
  setOrder(order: JobOrder): void;
  setTransport(name: string): void;
  setStepUnit(unit: StepUnit): void;
  /** Words on the picture; the key comes back with them. */
  setAnnotations(on: boolean): void;
  /** Keeps the colour of a message, or no longer does. */
  togglePin(number: number): void;
  setTable(on: boolean): void;
  setMultiples(on: boolean): void;
  /** Shows or hides the marks of one kind above the timeline. */
  toggleMarks(kind: TimelineMark['kind']): void;
  setTheme(theme: Theme): void;
  /** Gives a panel the place of the stage; null gives it back. */
  setHero(hero: Hero | null): void;
  setDockTab(tab: DockTab): void;
  setPhoneTab(tab: PhoneTab): void;
  setWorldCollapsed(collapsed: boolean): void;
  setExplainCollapsed(collapsed: boolean): void;
  dismissKey(): void;
  dismissNotice(): void;
  setReducedMotion(on: boolean): void;

  /** Questions to the session; they change nothing. */
  timeline(from: Micros, to: Micros, parts: number): Promise<TimelineSlice>;
  candidates(decision: number): Promise<CandidateRow[]>;
  why(question: WhyQuestion): Promise<WhyAnswer>;
  feedback: SessionApi['feedback'];
  message: SessionApi['message'];
  messageEvents: SessionApi['messageEvents'];
  ages: SessionApi['ages'];
  memory: SessionApi['memory'];
  wheel: SessionApi['wheel'];
  threads: SessionApi['threads'];
  lab: SessionApi['lab'];
  threadLanes: SessionApi['threadLanes'];
  decisions(from: number, to: number): Promise<DecisionRecord[]>;
  events(from: number, to: number, kinds?: EventKind[]): Promise<EventRecord[]>;
  until: SessionApi['until'];
  search: SessionApi['search'];
  stopAt: SessionApi['stopAt'];
  evaluate: SessionApi['evaluate'];
  scan: SessionApi['scan'];
  log: SessionApi['log'];
  save(): Promise<SavedRun>;
  hash(): Promise<string>;
}

/** Deliveries kept on the page: two strips of a wide screen. Older ones are one seek away. */
const DELIVERIES_SHOWN = 600;

/** Longest list of which every job is drawn by itself; of longer ones the page gets columns. */
const JOBS_AS_ROWS = 60;

/** Pointer rest before a message lights up (visual-language §8); leaving is immediate. */
const HOVER_DELAY_MS = 60;

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

type Tracked = <T>(request: Promise<T>) => Promise<T>;

/** The actions on one store and one session; `idle` counts every request that is under way. */
export function createActions(store: AppStore, session: SessionApi, idle: IdleTracker): Actions {
  const track: Tracked = async (request) => {
    const end = idle.begin();
    try {
      return await request;
    } finally {
      end();
    }
  };
  return {
    ...runActions(store, session, track),
    ...worldActions(store, session, track),
    ...lookActions(store, session, track),
    timeline: (from, to, parts) => track(session.timeline(from, to, parts)),
    candidates: (decision) => track(session.candidates(decision)),
    why: (question) => track(session.why(question)),
    feedback: (transport, destination, limit) => track(session.feedback(transport, destination, limit)),
    message: (number) => track(session.message(number)),
    messageEvents: (number, limit) => track(session.messageEvents(number, limit)),
    ages: (queues, first) => track(session.ages(queues, first)),
    memory: () => track(session.memory()),
    wheel: (question) => track(session.wheel(question)),
    threads: (question) => track(session.threads(question)),
    lab: () => track(session.lab()),
    threadLanes: (question) => track(session.threadLanes(question)),
    decisions: (from, to) => track(session.decisions(from, to)),
    events: (from, to, kinds) => track(session.events(from, to, kinds)),
    until: (direction, tests) => track(session.until(direction, tests)),
    // Asked several times a second while a search runs: no work of its own.
    search: () => session.search(),
    stopAt: (tests) => track(session.stopAt(tests)),
    evaluate: (texts) => track(session.evaluate(texts)),
    scan: (request) => track(session.scan(request)),
    log: (filter, from, count) => track(session.log(filter, from, count)),
    save: () => track(session.save()),
    hash: () => track(session.hash()),
  };
}

type RunActions = Pick<
  Actions,
  | 'openScenario'
  | 'refuseScenario'
  | 'play'
  | 'pause'
  | 'toggle'
  | 'setSpeed'
  | 'step'
  | 'seek'
  | 'nextEvent'
  | 'seekStart'
  | 'seekHead'
  | 'switchBranch'
>;

function runActions(store: AppStore, session: SessionApi, track: Tracked): RunActions {
  const state = () => store.getState();
  const play = () => {
    const { speed, reducedMotion } = state().view;
    return track(session.play(speed, reducedMotion ? 'decision' : 'time'));
  };
  const pause = () => track(session.pause());
  const seek = (target: SeekTarget) => track(session.seek(target));
  return {
    async openScenario(scenario, options = {}) {
      beginOpening(store, scenario, options.id);
      const cursor = landing(options);
      const opened = await track(session.open(scenario, options.live, cursor));
      if (!opened.ok) refuseOpening(store, opened.errors);
      else if (options.play ?? (cursor === undefined && scenario.view.play === true)) await play();
      return opened;
    },
    refuseScenario: (errors) => refuseOpening(store, errors),
    play,
    pause,
    toggle: () => (state().session.playing ? pause() : play()),
    async setSpeed(speed) {
      store.setState(({ view }) => ({ view: { ...view, speed } }));
      if (state().session.playing) await play();
    },
    step: (direction, unit) => track(session.step(unit ?? state().view.stepUnit, direction)),
    seek,
    nextEvent: (number) => track(runToNextEvent(session, number)),
    seekStart: () => seek({ step: 0 }),
    seekHead: () => seek({ step: state().session.head.step }),
    switchBranch: (branch) => track(session.switchBranch(branch)),
  };
}

function landing({ event, at, step }: OpenOptions): SeekTarget | undefined {
  if (event !== undefined) return { event };
  if (at !== undefined) return { at };
  return step === undefined ? undefined : { step };
}

/** Events looked through for one about a message. */
const EVENTS_AHEAD = 1000;

/** One by one, because what lies beyond the head has not happened yet. */
async function runToNextEvent(session: SessionApi, number: number): Promise<Cursor> {
  const latest = async (): Promise<number> => (await session.messageEvents(number, 1)).at(-1)?.n ?? 0;
  const known = await latest();
  let cursor = await session.step('event', 1);
  for (let i = 0; i < EVENTS_AHEAD; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    if ((await latest()) !== known) break;
    // oxlint-disable-next-line no-await-in-loop
    const next = await session.step('event', 1);
    if (next.event === cursor.event) break;
    cursor = next;
  }
  return cursor;
}

type WorldActions = Pick<
  Actions,
  | 'command'
  | 'inject'
  | 'injectAgain'
  | 'setParam'
  | 'setServer'
  | 'setAgents'
  | 'flush'
  | 'reload'
  | 'hold'
  | 'release'
  | 'flushMessage'
>;

function worldActions(store: AppStore, session: SessionApi, track: Tracked): WorldActions {
  const command = (given: Command) => track(session.command(given));
  const inject: Actions['inject'] = async (to, options = {}) => {
    const given: InjectCommand = { kind: 'message.inject', to, ...options };
    const result = await command(given);
    if (result.ok) store.setState(({ view }) => ({ view: { ...view, lastInjection: given } }));
    return result;
  };
  return {
    command,
    inject,
    async injectAgain() {
      const last = store.getState().view.lastInjection;
      if (last === null) return null;
      return inject(last.to, last.sender === undefined ? {} : { sender: last.sender });
    },
    setParam: (name, value) => command({ kind: 'param.set', name, value }),
    setServer: (server, behaviour) => command({ kind: 'server.set', server, behaviour }),
    setAgents: (transport, limit) => command({ kind: 'agents.set', transport, limit }),
    flush: () => command({ kind: 'queue.flush' }),
    reload: () => command({ kind: 'qmgr.reload' }),
    hold: (number) => command({ kind: 'message.hold', number }),
    release: (number) => command({ kind: 'message.release', number }),
    flushMessage: (number) => command({ kind: 'message.flush', number }),
  };
}

type LookActions = Omit<
  Actions,
  | keyof RunActions
  | keyof WorldActions
  | 'timeline'
  | 'candidates'
  | 'why'
  | 'feedback'
  | 'message'
  | 'messageEvents'
  | 'ages'
  | 'memory'
  | 'wheel'
  | 'threads'
  | 'lab'
  | 'threadLanes'
  | 'decisions'
  | 'events'
  | 'until'
  | 'search'
  | 'stopAt'
  | 'evaluate'
  | 'scan'
  | 'log'
  | 'save'
  | 'hash'
>;

function lookActions(store: AppStore, session: SessionApi, track: Tracked): LookActions {
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
    setTable: (table) => look({ table }),
    setMultiples: (multiples) => lookElsewhere({ multiples }),
    toggleMarks(kind) {
      const { hiddenMarks } = store.getState().view;
      look({
        hiddenMarks: hiddenMarks.includes(kind)
          ? hiddenMarks.filter((other) => other !== kind)
          : [...hiddenMarks, kind],
      });
    },
    setTheme: (theme) => look({ theme }),
    setHero: (hero) => look({ hero }),
    setDockTab: (dockTab) => look({ dockTab }),
    // A tab of the phone is a place to go: it leaves the panel that covers the tabs.
    setPhoneTab: (phoneTab) => look({ phoneTab, hero: null }),
    setWorldCollapsed: (worldCollapsed) => look({ worldCollapsed }),
    setExplainCollapsed: (explainCollapsed) => look({ explainCollapsed }),
    dismissKey: () => look({ keyDismissed: true }),
    dismissNotice: () => clearNotice(store),
    setReducedMotion: (reducedMotion) => look({ reducedMotion }),
  };
}
