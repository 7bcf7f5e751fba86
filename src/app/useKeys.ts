import { useEffect } from 'react';
import { useRuntime } from '../store/hooks.ts';
import { commandFor, type KeyCommand, type KeyPlace } from './keymap.ts';
import { readLetters } from './letters.ts';
import { runCommand, type ShellActions } from './run-command.ts';

const TEXT_INPUTS = /^(text|search|number|email|url|tel|password|date|time|range)$/;

/** Context of a key press for the keyboard map. */
export function keyPlaceOf(target: EventTarget | null): KeyPlace {
  const element = target instanceof Element ? target : document.body;
  const input = element instanceof HTMLInputElement && TEXT_INPUTS.test(element.type);
  const editable = element instanceof HTMLElement && element.isContentEditable;
  return {
    typing: input || editable || element.matches('select, textarea'),
    pressable: element.matches('button, a, summary, input[type="checkbox"], [role="tab"], [role="menuitem"]'),
    inTree: element.closest('[role="tree"], [role="menu"], [role="listbox"]') !== null,
    onStage: element.closest('main, [data-area="timeline"]') !== null,
    // A part being loaded covers the page too: letters typed ahead must not step or inject.
    covered: document.querySelector('dialog[open], [data-opening]') !== null,
  };
}

/** The page's only keyboard listener, so that panels do not depend on each other. */
export function useKeys(shell: ShellActions): void {
  const runtime = useRuntime();
  useEffect(() => {
    // True after G: the next digit names a panel instead of a tenth of the run.
    let goPending = false;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const place = keyPlaceOf(event.target);
      if (goPending && /^[1-4]$/.test(event.key) && !place.typing) {
        goPending = false;
        event.preventDefault();
        shell.goTo(Number(event.key));
        return;
      }
      goPending = false;
      const command = commandFor(event, place, readLetters());
      if (command === null) return;
      // Escape must also reach the browser, to close its own dialogs.
      if (command !== 'clear') event.preventDefault();
      if (command === 'go') goPending = true;
      else if (!event.repeat || REPEATABLE.has(command)) runCommand(command, runtime, shell);
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [runtime, shell]);
}

/** Commands that repeat while the key is held. Any other command could, for example, inject fifty messages. */
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
