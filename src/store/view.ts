import type { InjectCommand } from '../protocol/commands.ts';
import type { Again, StepUnit } from '../protocol/session-api.ts';
import type { TimelineMark } from '../protocol/answers.ts';

/** Order of the jobs on the stage: the scheduler's list, or queue time. */
type JobOrder = 'scheduler' | 'time';
export type Theme = 'light' | 'dark' | 'system';
export type DockTab = 'destinations' | 'wheel' | 'threads' | 'recipients';
export type PhoneTab = 'stage' | 'turns' | 'servers' | 'why' | 'world';

/**
 * A panel shown in place of the stage. `destination` = one destination of a transport, `destinations` = all of them, `mail`
 * = mail queues, transports and recipient memory, `wheel` = the timing wheel, `threads` = agents as threads.
 */
export type MainPanel =
  | { kind: 'destination'; transport: string; name: string }
  | { kind: 'destinations' }
  | { kind: 'mail' }
  /** Compares two branches, given by their ids. */
  | { kind: 'compare'; a: number; b: number }
  | { kind: 'wheel' }
  | { kind: 'threads' };

/** How the reader looks at the run. It never changes the simulation. Only actions write it. */
export interface ViewState {
  /** Number of the selected message, 0 = none. */
  selected: number;
  /** Agent of the transport on the stage whose inspector is open, 0 = none. */
  agent: number;
  /** Number of the message under the pointer, 0 = none. Set after 60 ms of hovering, cleared immediately. */
  hovered: number;
  /** Number of the message under the lens of a long list, 0 = none. */
  lens: number;
  /** Key of the question in the Explain panel (`why-key.ts`); "" = the selected message. */
  asked: string;
  order: JobOrder;
  annotations: boolean;
  theme: Theme;
  transport: string;
  stepUnit: StepUnit;
  /** Simulated microseconds per real microsecond; 1 = real time. */
  speed: number;
  /** Panel in place of the stage; null = the stage. */
  mainPanel: MainPanel | null;
  dockTab: DockTab;
  phoneTab: PhoneTab;
  worldCollapsed: boolean;
  explainCollapsed: boolean;
  /** True if the Explain panel shows everything about a turn. */
  moreAboutTurn: boolean;
  keyDismissed: boolean;
  /** True if the reader asked for more detail: all controls and tables beside the stage. */
  detail: boolean;
  /** True once the key has explained a hatched entry, or a coin that is owed. */
  hatchSeen: boolean;
  debtSeen: boolean;
  /** True after a shared link was opened: the cockpit is quiet in spite of `detail` until the reader asks for it. */
  shared: boolean;
  /** True while the cursor is dragged along the timeline. Side panels may then update later. */
  scrubbing: boolean;
  /** True if the operating system or browser asks for less motion. */
  reducedMotion: boolean;
  /** Messages whose colour is pinned, in order of pinning. */
  pinned: readonly number[];
  /** True in presenter mode, which shows only stage, sentence and timeline, enlarged. */
  presenting: boolean;
  /** True if the stage is shown as a table. */
  table: boolean;
  /** True if the Explain panel shows the rule line by line. */
  rules: boolean;
  /** True if all transports are shown side by side, small. */
  multiples: boolean;
  hiddenMarks: readonly TimelineMark['kind'][];
  /** The injection that `injectAgain` repeats; null before the first injection. */
  lastInjection: InjectCommand | null;
  /** Mail that is injected repeatedly while the run plays. */
  again: Again | null;
  /**
   * Number of times a branch was renamed, deleted or created outside the timeline. Lists of branches reload when it changes.
   */
  branchEdits: number;
  /** Number of times that a hidden branch was simulated further. Its row reloads when the number changes. */
  branchGrowth: number;
}

const KEPT = [
  'theme',
  'annotations',
  'dockTab',
  'phoneTab',
  'worldCollapsed',
  'explainCollapsed',
  'keyDismissed',
  'detail',
  'hatchSeen',
  'debtSeen',
] as const satisfies readonly (keyof ViewState)[];
export type Preferences = Pick<ViewState, (typeof KEPT)[number]>;

/** The part of `localStorage` that is used, so that tests can replace it. */
export type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'qmgrscope.preferences';

const ALLOWED: { [K in keyof Preferences]: readonly Preferences[K][] } = {
  theme: ['light', 'dark', 'system'],
  annotations: [true, false],
  dockTab: ['destinations', 'wheel', 'threads', 'recipients'],
  phoneTab: ['stage', 'turns', 'servers', 'why', 'world'],
  worldCollapsed: [true, false],
  explainCollapsed: [true, false],
  keyDismissed: [true, false],
  detail: [true, false],
  hatchSeen: [true, false],
  debtSeen: [true, false],
};

/** Returns the view at the start of a visit, before preferences are loaded. */
export function initialView(): ViewState {
  return {
    selected: 0,
    agent: 0,
    hovered: 0,
    lens: 0,
    asked: '',
    order: 'scheduler',
    annotations: true,
    theme: 'system',
    transport: 'smtp',
    stepUnit: 'decision',
    speed: 1,
    mainPanel: null,
    dockTab: 'destinations',
    phoneTab: 'stage',
    worldCollapsed: false,
    explainCollapsed: false,
    moreAboutTurn: false,
    keyDismissed: false,
    detail: false,
    hatchSeen: false,
    debtSeen: false,
    shared: false,
    scrubbing: false,
    reducedMotion: false,
    pinned: [],
    presenting: false,
    table: false,
    rules: false,
    multiples: false,
    hiddenMarks: [],
    lastInjection: null,
    again: null,
    branchEdits: 0,
    branchGrowth: 0,
  };
}

/**
 * Reads the stored preferences; empty when there are none. The storage may be forbidden, or have values of an older version
 * or another page: values that are not allowed are ignored.
 */
export function loadPreferences(storage: PreferenceStorage | null): Partial<Preferences> {
  let saved: unknown;
  try {
    saved = JSON.parse(storage?.getItem(KEY) ?? 'null');
  } catch {
    return {};
  }
  if (typeof saved !== 'object' || saved === null) return {};
  const entries = Object.entries(saved).filter(([key, value]) => {
    const allowed = Object.hasOwn(ALLOWED, key) ? ALLOWED[key as keyof Preferences] : [];
    return (allowed as readonly unknown[]).includes(value);
  });
  return Object.fromEntries(entries) as Partial<Preferences>;
}

/** Stores the preferences that changed, and keeps preferences that other tabs stored. Ignores failures. */
export function savePreferences(storage: PreferenceStorage | null, now: ViewState, before: ViewState): void {
  const changed = KEPT.filter((key) => now[key] !== before[key]);
  if (changed.length === 0) return;
  const mine = Object.fromEntries(changed.map((key) => [key, now[key]]));
  try {
    storage?.setItem(KEY, JSON.stringify({ ...loadPreferences(storage), ...mine }));
  } catch {
    // Private windows and full disks refuse to store. The page then works without stored preferences.
  }
}

/** True if the reader sees all controls and tables of the cockpit. */
export function showsDetail({ detail, shared }: ViewState): boolean {
  return detail && !shared;
}
