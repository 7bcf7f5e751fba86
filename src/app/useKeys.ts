import { useEffect } from 'react';
import { openCompare } from '../store/side.ts';
import { isDebugCommand, runDebugCommand } from './debug-keys.ts';
import { resolveTheme } from './theme.ts';
import { askForExport } from '../panels/kit/export-door.ts';
import { nextSpeed } from '../panels/timeline/speeds.ts';
import { leapUnit } from '../panels/timeline/units.ts';
import { useRuntime } from '../store/hooks.ts';
import type { Runtime } from '../store/runtime.ts';
import { commandFor, type KeyCommand, type KeyPlace } from './keymap.ts';
import { readLetters } from './letters.ts';

/** What keys need from the shell beyond the store. */
export interface ShellDoors {
  openHelp: () => void;
  openPalette: () => void;
  openScript: () => void;
  openShare: () => void;
  focusInjection: () => void;
  goTo: (panel: number) => void;
  /** Leads to the question in the Explain panel; with a key (`why-questions.ts`) to that question. */
  askWhy: (about?: string) => void;
  showParam: (name: string) => void;
}

const TEXT_INPUTS = /^(text|search|number|email|url|tel|password|date|time|range)$/;

/** Where the focus is, in the terms of the keyboard map. */
export function placeOf(target: EventTarget | null): KeyPlace {
  const element = target instanceof Element ? target : document.body;
  const input = element instanceof HTMLInputElement && TEXT_INPUTS.test(element.type);
  const editable = element instanceof HTMLElement && element.isContentEditable;
  return {
    typing: input || editable || element.matches('select, textarea'),
    pressable: element.matches('button, a, summary, input[type="checkbox"], [role="tab"], [role="menuitem"]'),
    inTree: element.closest('[role="tree"], [role="menu"], [role="listbox"]') !== null,
    onStage: element.closest('main, [data-area="timeline"]') !== null,
    // What is being loaded covers the page too: letters typed ahead must not step or inject.
    covered: document.querySelector('dialog[open], [data-opening]') !== null,
  };
}

/** The page's keyboard: one listener, so that no panel has to know of another. */
export function useKeys(doors: ShellDoors): void {
  const runtime = useRuntime();
  useEffect(() => {
    // After G, a digit names a panel instead of a tenth of the run.
    let goPending = false;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const place = placeOf(event.target);
      if (goPending && /^[1-4]$/.test(event.key) && !place.typing) {
        goPending = false;
        event.preventDefault();
        doors.goTo(Number(event.key));
        return;
      }
      goPending = false;
      const command = commandFor(event, place, readLetters());
      if (command === null) return;
      // Escape also closes what the browser opened; it stays the browser's.
      if (command !== 'clear') event.preventDefault();
      if (command === 'go') goPending = true;
      else if (!event.repeat || REPEATABLE.has(command)) runCommand(command, runtime, doors);
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [runtime, doors]);
}

/** A held key steps on; it does not inject fifty messages or flicker the theme. */
const REPEATABLE: ReadonlySet<KeyCommand> = new Set([
  'step-back',
  'step-forward',
  'preemption-back',
  'preemption-forward',
  'decision-forward',
  'decision-back',
  'event-forward',
  'event-back',
]);

/** Does what a key stands for. */
export function runCommand(command: KeyCommand, runtime: Runtime, doors: ShellDoors): void {
  if (isDebugCommand(command)) return runDebugCommand(command, runtime);
  const { actions, store } = runtime;
  const { session, view } = store.getState();
  switch (command) {
    case 'toggle':
      return void actions.toggle();
    case 'step-back':
      return void actions.step(-1);
    case 'step-forward':
      return void actions.step(1);
    case 'preemption-back':
      return void actions.step(-1, leapUnit(store.getState()));
    case 'preemption-forward':
      return void actions.step(1, leapUnit(store.getState()));
    case 'decision-back':
      return void actions.step(-1, 'decision');
    case 'decision-forward':
      return void actions.step(1, 'decision');
    case 'event-back':
      return void actions.step(-1, 'event');
    case 'event-forward':
      return void actions.step(1, 'event');
    case 'slower':
      return void actions.setSpeed(nextSpeed(view.speed, -1));
    case 'faster':
      return void actions.setSpeed(nextSpeed(view.speed, 1));
    case 'to-start':
      return void actions.seekStart();
    case 'to-head':
      return void actions.seekHead();
    case 'order':
      return actions.setOrder(view.order === 'time' ? 'scheduler' : 'time');
    case 'annotations':
      return actions.setAnnotations(!view.annotations);
    case 'theme':
      return actions.setTheme(otherTheme(view.theme));
    case 'inject-again':
      return void injectAgain(actions, doors);
    case 'inject-form':
      return doors.focusInjection();
    case 'why-not':
      return doors.askWhy();
    case 'share':
      return doors.openShare();
    case 'export':
      return askForExport(null);
    case 'hero-1':
      return actions.setHero({ kind: 'destinations' });
    case 'hero-2':
      return actions.setHero({ kind: 'wheel' });
    case 'compare':
      return void openCompare(runtime);
    case 'hero-3':
      return actions.setHero({ kind: 'threads' });
    case 'hero-4':
      return actions.setHero({ kind: 'mail' });
    case 'clear':
      // One thing at a time: the panel that stands in for the stage goes first.
      if (view.hero !== null) return actions.setHero(null);
      return view.presenting ? actions.setPresenting(false) : actions.select(0);
    case 'help':
      return doors.openHelp();
    case 'palette':
      return doors.openPalette();
    case 'pin':
      return actions.togglePin(view.selected);
    case 'presenter':
      return actions.setPresenting(!view.presenting);
    case 'table':
      return actions.setTable(!view.table);
    case 'multiples':
      return actions.setMultiples(!view.multiples);
    case 'next-event':
      return view.selected === 0 ? undefined : void actions.nextEvent(view.selected);
    case 'go':
      return undefined;
    default:
      return void actions.seek({ at: Math.floor((session.head.at * tenthOf(command)) / 10) });
  }
}

/** The theme that is not the one on the page. */
export function otherTheme(theme: 'light' | 'dark' | 'system'): 'light' | 'dark' {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return resolveTheme(theme, dark) === 'dark' ? 'light' : 'dark';
}

async function injectAgain(actions: Runtime['actions'], doors: ShellDoors): Promise<void> {
  // Nothing injected by hand yet: the form says what would be.
  if ((await actions.injectAgain()) === null) doors.focusInjection();
}

function tenthOf(command: `tenth-${number}`): number {
  return Number(command.slice('tenth-'.length));
}
