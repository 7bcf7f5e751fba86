import { useMemo } from 'react';
import { questionOf } from '../panels/explain/why-key.ts';
import { useActions } from '../store/hooks.ts';
import { focusSoon } from '../panels/kit/focus-soon.ts';
import { waitThen } from '../store/idle.ts';
import type { ShellActions } from './run-command.ts';

/** A sheet of the frame; one is open at a time. */
export type SheetName = 'help' | 'palette' | 'script';

export interface Frame {
  setSheet: (sheet: SheetName) => void;
  setWorldOpen: (open: boolean) => void;
}

/** Frame actions for keys, menus and the palette. Loaded after the first paint, because nothing needs them earlier. */
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
        pressUnless('inject-count', 'send-mail');
        focusSoon('inject-count');
      },
      showParam(name) {
        setWorldOpen(true);
        actions.setPhoneTab('world');
        pressUnless('params-all', 'change-rule');
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
        actions.look({ explainCollapsed: false, moreAboutTurn: true });
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

/** Presses the button of the quiet cockpit that opens a part, unless the part is on the page. */
function pressUnless(part: string, button: string): void {
  if (document.getElementById(part) === null) document.getElementById(button)?.click();
}
