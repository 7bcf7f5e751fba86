import type { DebugCommand } from './debug-keys.ts';

export type KeyCommand =
  | 'toggle'
  | 'step-back'
  | 'step-forward'
  | 'preemption-back'
  | 'preemption-forward'
  | 'decision-forward'
  | 'decision-back'
  | 'event-forward'
  | 'event-back'
  | DebugCommand
  | 'slower'
  | 'faster'
  | 'to-start'
  | 'to-end'
  | `tenth-${number}`
  | 'order'
  | 'annotations'
  | 'theme'
  | 'inject-again'
  | 'inject-form'
  | 'go'
  | 'hero-1'
  | 'hero-2'
  | 'hero-3'
  | 'hero-4'
  | 'compare'
  | 'why-not'
  | 'palette'
  | 'presenter'
  | 'pin'
  | 'table'
  | 'rules'
  | 'multiples'
  | 'detail'
  | 'next-event'
  | 'share'
  | 'export'
  | 'clear'
  | 'help';

/** A line of the key sheet. `on` limits a key that the browser also uses to the stage and the timeline. */
export interface KeyBinding {
  command: KeyCommand;
  keys: readonly string[];
  shown: readonly string[];
  text: string;
  group: 'Time' | 'Look' | 'World' | 'Page';
  on?: 'stage';
}

/** The keyboard map in the order of the sheet. Key names are those of `keyName`. */
export const BINDINGS: readonly KeyBinding[] = [
  bind('toggle', ['Space', 'k'], ['Space', 'K'], 'play, pause', 'Time'),
  bind('step-back', ['ArrowLeft', ','], ['←', ','], 'step back by the chosen unit', 'Time'),
  bind('step-forward', ['ArrowRight', '.'], ['→', '.'], 'step forward by the chosen unit', 'Time'),
  bind(
    'preemption-back',
    ['Shift+ArrowLeft'],
    ['Shift ←'],
    'previous preemption (in the wheel view: cascade)',
    'Time',
  ),
  bind(
    'preemption-forward',
    ['Shift+ArrowRight'],
    ['Shift →'],
    'next preemption (in the wheel view: cascade)',
    'Time',
  ),
  { ...bind('decision-forward', ['F10'], ['F10'], 'next decision', 'Time'), on: 'stage' },
  bind('decision-forward', ['n'], ['N'], 'next decision', 'Time'),
  bind('decision-back', ['Shift+n'], ['Shift N'], 'previous decision', 'Time'),
  { ...bind('event-forward', ['F11'], ['F11'], 'next event', 'Time'), on: 'stage' },
  bind('event-forward', ['e'], ['E'], 'next event', 'Time'),
  bind('event-back', ['Shift+e'], ['Shift E'], 'previous event', 'Time'),
  { ...bind('out', ['Shift+F11'], ['Shift F11'], 'until the current job leaves', 'Time'), on: 'stage' },
  bind('out', ['u'], ['U'], 'until the current job leaves', 'Time'),
  bind('out-back', ['Shift+u'], ['Shift U'], 'back to where the current job came in', 'Time'),
  { ...bind('continue', ['F5'], ['F5'], 'to the next breakpoint', 'Time'), on: 'stage' },
  bind('continue', ['x'], ['X'], 'to the next breakpoint', 'Time'),
  bind('continue-back', ['Shift+x'], ['Shift X'], 'back to the previous breakpoint', 'Time'),
  {
    ...bind(
      'until-selected',
      ['Ctrl+F10'],
      ['Ctrl F10'],
      'until something happens to the selected job',
      'Time',
    ),
    on: 'stage',
  },
  bind('until-selected', ['r'], ['R'], 'until something happens to the selected job', 'Time'),
  { ...bind('break', ['F9'], ['F9'], 'break on the selected job', 'Time'), on: 'stage' },
  bind('break', ['Shift+b'], ['Shift B'], 'break on the selected job', 'Time'),
  bind('bookmark', ['b'], ['B'], 'bookmark this place', 'Time'),
  bind('debugger', ['d'], ['D'], 'debugger: log, run until, breakpoints', 'Look'),
  bind('slower', ['j'], ['J'], 'slower', 'Time'),
  bind('faster', ['l'], ['L'], 'faster', 'Time'),
  bind('next-event', [], ['double click'], 'next event of that message', 'Time'),
  bind('to-start', ['Home'], ['Home'], 'start of the run', 'Time'),
  bind('to-end', ['End'], ['End'], 'end of the run', 'Time'),
  bind('tenth-0', ['0'], ['0', '…', '9'], 'that tenth of the run', 'Time'),
  bind('inject-again', ['i'], ['I'], 'inject again', 'World'),
  bind('inject-form', ['Shift+i'], ['Shift I'], 'go to the injection form', 'World'),
  bind('order', ['o'], ['O'], "scheduler's order, time order", 'Look'),
  bind('detail', ['m'], ['M'], 'more detail, less detail', 'Look'),
  bind('annotations', ['a'], ['A'], 'labels and legend', 'Look'),
  bind('theme', ['t'], ['T'], 'light or dark theme', 'Look'),
  bind('why-not', ['w'], ['W'], 'why not the selected job?', 'Look'),
  bind('go', ['g'], ['G', '1', '…', '4'], 'go to destinations, timing wheel, threads, recipients', 'Look'),
  bind('hero-1', ['Shift+Digit1'], ['Shift 1'], 'destinations instead of the stage', 'Look'),
  bind('hero-2', ['Shift+Digit2'], ['Shift 2'], 'timing wheel instead of the stage', 'Look'),
  bind('hero-3', ['Shift+Digit3'], ['Shift 3'], 'agents as threads instead of the stage', 'Look'),
  bind('hero-4', ['Shift+Digit4'], ['Shift 4'], 'mail queues, transports and memory instead', 'Look'),
  bind('compare', ['c', 'Shift+Digit5'], ['C', 'Shift 5'], 'two branches side by side', 'Look'),
  bind('pin', ['p'], ['P'], 'keep the colour of the selected message', 'Look'),
  bind('presenter', ['f'], ['F'], 'presenter mode: only stage and sentence, large', 'Look'),
  bind('rules', ['Shift+p'], ['Shift P'], 'the rule, line by line', 'Look'),
  bind('table', ['Shift+t'], ['Shift T'], 'the stage as a table', 'Look'),
  bind('multiples', ['\\'], ['\\'], 'all transports side by side', 'Look'),
  bind('palette', ['/', 'Ctrl+k'], ['/', 'Ctrl K'], 'find a job, a parameter, a scene, an action', 'Page'),
  bind('share', ['s'], ['S'], 'link to this moment', 'Page'),
  bind('export', ['Shift+s'], ['Shift S'], 'export pictures, data, settings', 'Page'),
  bind('clear', ['Escape'], ['Esc'], 'leave a panel, then clear the selection', 'Page'),
  bind('help', ['?'], ['?'], 'this list', 'Page'),
];

function bind(
  command: KeyCommand,
  keys: readonly string[],
  shown: readonly string[],
  text: string,
  group: KeyBinding['group'],
): KeyBinding {
  return { command, keys, shown, text, group };
}

export interface KeyPress {
  key: string;
  /** Physical key. Used for digits, because Shift turns them into characters that depend on the keyboard layout. */
  code?: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** Context of a key press: where the focus is, and whether a dialog is open. */
export interface KeyPlace {
  /** The focus is in a text field, or in a list that accepts letters. */
  typing: boolean;
  /** The focus is on a button or link, which handles Space and Enter itself. */
  pressable: boolean;
  /** The focus is inside the preemption forest, whose arrow keys move the focus. */
  inTree: boolean;
  /** The focus is on the stage or timeline, where keys of the browser may be overridden. */
  onStage: boolean;
  /** A sheet or menu is open. */
  covered: boolean;
}

const ARROWS = /Arrow|Home|End/;

/** Name of a key press, such as `Shift+ArrowLeft`, `k`, `?`. Only names of letters and named keys include Shift. */
export function keyName(press: KeyPress): string {
  if (press.shiftKey && /^Digit[1-5]$/.test(press.code ?? '')) return `Shift+${press.code}`;
  const key = press.key === ' ' ? 'Space' : press.key;
  if (key.length > 1) return press.shiftKey ? `Shift+${key}` : key;
  const lower = key.toLowerCase();
  return press.shiftKey && lower !== key.toUpperCase() ? `Shift+${lower}` : lower;
}

/** The command of a key press, or null. `letters`: false = single-character keys are switched off (WCAG 2.1.4). */
export function commandFor(press: KeyPress, place: KeyPlace, letters: boolean): KeyCommand | null {
  // Ctrl+K or ⌘K also works in text fields, because many programs open their search with it there.
  if ((press.ctrlKey || press.metaKey) && !press.altKey && press.key.toLowerCase() === 'k')
    return place.covered ? null : 'palette';
  const control = press.ctrlKey && press.key === 'F10';
  if ((press.ctrlKey && !control) || press.altKey || press.metaKey) return null;
  const name = control ? 'Ctrl+F10' : keyName(press);
  if (place.covered || place.typing) return null;
  if (name === 'Space' && place.pressable) return null;
  if (place.inTree && (ARROWS.test(name) || name === 'Space')) return null;
  if (press.key.length === 1 && press.key !== ' ' && !letters) return null;
  if (/^[0-9]$/.test(name)) return `tenth-${Number(name)}`;
  const binding = BINDINGS.find((b) => b.keys.includes(name) && (b.on !== 'stage' || place.onStage));
  return binding?.command ?? null;
}
