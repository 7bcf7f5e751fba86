import { useMemo } from 'react';
import { questionOf } from '../panels/explain/why-key.ts';
import { useActions } from '../store/hooks.ts';
import { waitThen } from '../store/idle.ts';
import type { ShellActions } from './run-command.ts';

/** A sheet of the frame; one is open at a time. */
export type SheetName = 'help' | 'palette' | 'script';

export interface Frame {
  setSheet: (sheet: SheetName) => void;
  setWorldOpen: (open: boolean) => void;
}

/**
 * Frame actions for keys, menus and the palette. Not in the first program, because they are not needed before the first
 * paint.
 */
export function useShellActions({ setSheet, setWorldOpen }: Frame): ShellActions {
  const actions = useActions();
  return useMemo<ShellActions>(
    () => ({
      openHelp: () => setSheet('help'),
      openPalette: () => setSheet('palette'),
      openScript: () => setSheet('script'),
      openShare() {
        document.getElementById('share-popover')?.showPopover();
        focusSoon('share-link');
      },
      focusInjection() {
        setWorldOpen(true);
        actions.setPhoneTab('world');
        focusSoon('inject-count');
      },
      showParam(name) {
        setWorldOpen(true);
        actions.setPhoneTab('world');
        waitThen(() => {
          // A rare parameter is hidden until the button that shows all is pressed, so press it.
          const all = document.getElementById('params-all');
          if (document.getElementById(`param-${name}`) === null) all?.click();
          focusSoon(`param-${name}`);
        }, 50);
      },
      askWhy(about) {
        const question = about === undefined ? null : questionOf(about);
        const transport = question !== null && 'transport' in question ? question.transport : '';
        if (about !== undefined) actions.askAbout(about, transport);
        actions.look({ explainCollapsed: false });
        actions.setPhoneTab('why');
        focusSoon('why-not');
      },
      goTo(panel) {
        const tab = (['destinations', 'wheel', 'threads', 'recipients'] as const)[panel - 1];
        if (tab === undefined) return;
        actions.look({ mainPanel: null });
        actions.look({ dockTab: tab });
        actions.setPhoneTab('servers');
        focusSoon(`dock-${tab}`, 'dock-shown');
      },
    }),
    [actions, setSheet, setWorldOpen],
  );
}

/** How many times to look for an element that is still being loaded before giving up its focus. */
const FOCUS_TRIES = 20;

/** Focuses the first of these elements once it is on the page. */
function focusSoon(...ids: string[]): void {
  const look = (tries: number): void => {
    const element = ids.map((id) => document.getElementById(id)).find((found) => found !== null);
    if (element !== undefined) element.focus();
    else if (tries > 1) waitThen(() => look(tries - 1), 50);
  };
  waitThen(() => look(FOCUS_TRIES), 50);
}
