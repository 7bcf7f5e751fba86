import { askForExport } from '../panels/kit/asked-export.ts';
import { nextSpeed } from '../panels/timeline/speeds.ts';
import { leapUnit } from '../panels/timeline/step-units.ts';
import type { Runtime } from '../store/runtime.ts';
import { openCompare } from '../store/open-compare.ts';
import type { AppState } from '../store/store.ts';
import type { ViewState } from '../store/view.ts';
import { type DebugCommand, isDebugCommand, runDebugCommand } from './debug-keys.ts';
import type { KeyCommand } from './keymap.ts';
import { otherTheme } from './theme.ts';

/** What key commands need from the shell besides the store. */
export interface ShellActions {
  openHelp: () => void;
  openPalette: () => void;
  openScript: () => void;
  openShare: () => void;
  focusInjection: () => void;
  goTo: (panel: number) => void;
  /** Moves the focus to the "why" question in the Explain panel; `about` (`why-key.ts`) selects a question. */
  askWhy: (about?: string) => void;
  showParam: (name: string) => void;
}

export function runCommand(command: KeyCommand, runtime: Runtime, shell: ShellActions): void {
  if (isDebugCommand(command)) return runDebugCommand(command, runtime);
  const state = runtime.store.getState();
  const { session, view } = state;
  if (isTenth(command)) {
    void runtime.actions.seek({ at: Math.floor((session.head.at * tenthOf(command)) / 10) });
  } else {
    COMMANDS[command]({ runtime, actions: runtime.actions, state, view, shell });
  }
}

interface Doing {
  runtime: Runtime;
  actions: Runtime['actions'];
  state: AppState;
  view: ViewState;
  shell: ShellActions;
}

type TenthCommand = Extract<KeyCommand, `tenth-${number}`>;

const COMMANDS: Record<Exclude<KeyCommand, DebugCommand | TenthCommand>, (doing: Doing) => void> = {
  toggle: ({ actions }) => void actions.toggle(),
  'step-back': ({ actions }) => void actions.step(-1),
  'step-forward': ({ actions }) => void actions.step(1),
  'preemption-back': ({ actions, state }) => void actions.step(-1, leapUnit(state)),
  'preemption-forward': ({ actions, state }) => void actions.step(1, leapUnit(state)),
  'decision-back': ({ actions }) => void actions.step(-1, 'decision'),
  'decision-forward': ({ actions }) => void actions.step(1, 'decision'),
  'event-back': ({ actions }) => void actions.step(-1, 'event'),
  'event-forward': ({ actions }) => void actions.step(1, 'event'),
  slower: ({ actions, view }) => void actions.setSpeed(nextSpeed(view.speed, -1)),
  faster: ({ actions, view }) => void actions.setSpeed(nextSpeed(view.speed, 1)),
  'to-start': ({ actions }) => void actions.seekStart(),
  'to-end': ({ actions }) => void actions.seekEnd(),
  order: ({ actions, view }) => actions.look({ order: view.order === 'time' ? 'scheduler' : 'time' }),
  annotations: ({ actions, view }) => actions.setAnnotations(!view.annotations),
  theme: ({ actions, view }) => actions.look({ theme: otherTheme(view.theme) }),
  'inject-again': ({ actions, shell }) => void injectAgain(actions, shell),
  'inject-form': ({ shell }) => shell.focusInjection(),
  'why-not': ({ shell }) => shell.askWhy(),
  share: ({ shell }) => shell.openShare(),
  export: () => askForExport(null),
  'hero-1': ({ actions }) => actions.look({ mainPanel: { kind: 'destinations' } }),
  'hero-2': ({ actions }) => actions.look({ mainPanel: { kind: 'wheel' } }),
  'hero-3': ({ actions }) => actions.look({ mainPanel: { kind: 'threads' } }),
  'hero-4': ({ actions }) => actions.look({ mainPanel: { kind: 'mail' } }),
  compare: ({ runtime }) => void openCompare(runtime),
  clear({ actions, view }) {
    // Each press closes one thing, the main panel first.
    if (view.mainPanel !== null) actions.look({ mainPanel: null });
    else if (view.presenting) actions.look({ presenting: false });
    else actions.select(0);
  },
  help: ({ shell }) => shell.openHelp(),
  palette: ({ shell }) => shell.openPalette(),
  pin: ({ actions, view }) => actions.togglePin(view.selected),
  presenter: ({ actions, view }) => actions.look({ presenting: !view.presenting }),
  table: ({ actions, view }) => actions.look({ table: !view.table }),
  rules: ({ actions, view }) => actions.setRules(!view.rules),
  detail: ({ actions }) => actions.toggleDetail(),
  multiples: ({ actions, view }) => actions.look({ multiples: !view.multiples }),
  'next-event': ({ actions, view }) =>
    view.selected === 0 ? undefined : void actions.nextEvent(view.selected),
  // The command does nothing yet: the digit that follows selects the panel.
  go: () => undefined,
};

async function injectAgain(actions: Runtime['actions'], shell: ShellActions): Promise<void> {
  // If nothing was injected before, open the form instead, which shows the message that it would inject.
  if ((await actions.injectAgain()) === null) shell.focusInjection();
}

function isTenth(command: KeyCommand): command is TenthCommand {
  return command.startsWith('tenth-');
}

function tenthOf(command: TenthCommand): number {
  return Number(command.slice('tenth-'.length));
}
