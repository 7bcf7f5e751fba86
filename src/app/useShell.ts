import { useCallback, useMemo, useState } from 'react';
import { questionOf } from '../panels/explain/why-key.ts';
import { useActions, useView } from '../store/hooks.ts';
import { waitThen } from '../store/idle.ts';
import type { ShellActions } from './run-command.ts';
import { useViewport } from './viewport.ts';

/** What the frame itself knows. */
export interface Shell {
  viewport: ReturnType<typeof useViewport>;
  actions: ShellActions;
  help: boolean;
  closeHelp: () => void;
  palette: boolean;
  closePalette: () => void;
  script: boolean;
  closeScript: () => void;
  worldOpen: boolean;
  setWorldOpen: (open: boolean) => void;
}

/** The state of the frame itself: what is folded, which sheet is open, where keys lead. */
export function useShell(): Shell {
  const store = useActions();
  const viewport = useViewport();
  const collapsed = useView((view) => view.worldCollapsed);
  // Narrow windows start with a rail whatever the wide ones remember.
  const [narrowOpen, setNarrowOpen] = useState(false);
  const narrow = viewport === 'narrow';
  const worldOpen = narrow ? narrowOpen : !collapsed;
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const [script, setScript] = useState(false);
  const setWorldOpen = useCallback(
    (open: boolean) => {
      if (narrow) setNarrowOpen(open);
      else store.setWorldCollapsed(!open);
    },
    [store, narrow],
  );
  const actions = useShellActions({ setHelp, setPalette, setScript, setWorldOpen });
  const closeHelp = useCallback(() => setHelp(false), []);
  const closePalette = useCallback(() => setPalette(false), []);
  const closeScript = useCallback(() => setScript(false), []);
  return {
    viewport,
    actions,
    help,
    closeHelp,
    palette,
    closePalette,
    script,
    closeScript,
    worldOpen,
    setWorldOpen,
  };
}

type Sheets = Record<'setHelp' | 'setPalette' | 'setScript' | 'setWorldOpen', (open: boolean) => void>;

/** The ways that keys, menus and the palette have into the frame. */
function useShellActions({ setHelp, setPalette, setScript, setWorldOpen }: Sheets): ShellActions {
  const actions = useActions();
  return useMemo<ShellActions>(
    () => ({
      openHelp: () => setHelp(true),
      openPalette: () => setPalette(true),
      openScript: () => setScript(true),
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
          // Rare ones wait behind the button that shows all.
          const all = document.getElementById('params-all');
          if (document.getElementById(`param-${name}`) === null) all?.click();
          focusSoon(`param-${name}`);
        }, 50);
      },
      askWhy(about) {
        const question = about === undefined ? null : questionOf(about);
        const transport = question !== null && 'transport' in question ? question.transport : '';
        if (about !== undefined) actions.askAbout(about, transport);
        actions.setExplainCollapsed(false);
        actions.setPhoneTab('why');
        focusSoon('why-not');
      },
      goTo(panel) {
        const tab = (['destinations', 'wheel', 'threads', 'recipients'] as const)[panel - 1];
        if (tab === undefined) return;
        actions.setHero(null);
        actions.setDockTab(tab);
        actions.setPhoneTab('servers');
        focusSoon(`dock-${tab}`, 'dock-shown');
      },
    }),
    [actions, setHelp, setPalette, setScript, setWorldOpen],
  );
}

/** Looks this often for what is still being loaded. */
const FOCUS_TRIES = 20;

/** Focuses the first of these that exists, once the change that was just made is on the page. */
function focusSoon(...ids: string[]): void {
  const look = (tries: number): void => {
    const element = ids.map((id) => document.getElementById(id)).find((found) => found !== null);
    if (element !== undefined) element.focus();
    else if (tries > 1) waitThen(() => look(tries - 1), 50);
  };
  waitThen(() => look(FOCUS_TRIES), 50);
}
