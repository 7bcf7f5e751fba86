import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import type { HeldThread } from '../../client/job-thread.ts';
import type { LintReport } from '../protocol/lint.ts';
import type { IdleTracker } from '../../store/idle.ts';
import { deskHook, holdThread } from '../../store/jobs.ts';

/** A file or a pasted text. */
export interface LintText {
  name: string;
  text: string;
}

/** State of the check. The texts that are checked never leave the page. */
export interface LintState {
  texts: readonly LintText[];
  report: LintReport | null;
  busy: boolean;
  fault: string;
}

export interface LintDesk {
  readonly store: StoreApi<LintState>;
  /** Adds texts and checks all of them together. A text replaces an earlier one of the same name. */
  add(texts: readonly LintText[]): void;
  remove(name: string): void;
  clear(): void;
  /** Returns the address of a run that shows a finding of the current report. */
  scene(finding: number): Promise<string | null>;
  say(fault: string): void;
}

const EMPTY: LintState = { texts: [], report: null, busy: false, fault: '' };

/**
 * Checks the texts that the reader adds, in a worker. The worker starts with the first text, and again after a crash.
 * Tests replace `start`.
 */
function createLintDesk(idle: IdleTracker, start: () => HeldThread = holdThread): LintDesk {
  const store = createStore<LintState>(() => EMPTY);
  let thread: HeldThread | null = null;
  let asked = 0;
  const check = async (texts: readonly LintText[]): Promise<void> => {
    const mine = ++asked;
    if (texts.length === 0) {
      store.setState(EMPTY);
      return;
    }
    const end = idle.begin();
    store.setState({ texts, busy: true, fault: '' });
    thread ??= start();
    const outcome = await thread.run('check-settings', texts);
    if (!outcome.ok) {
      thread?.end();
      thread = null;
      store.setState({ busy: false, fault: `The check failed: ${outcome.reason}.` });
    } else if (mine === asked) store.setState({ report: outcome.value, busy: false });
    idle.frameIngested();
    end();
  };
  return {
    store,
    add(texts) {
      const names = new Set(texts.map((text) => text.name));
      void check([...store.getState().texts.filter((text) => !names.has(text.name)), ...texts]);
    },
    remove: (name) => void check(store.getState().texts.filter((text) => text.name !== name)),
    clear: () => void check([]),
    async scene(finding) {
      const end = idle.begin();
      const outcome = await thread?.run('settings-scene', finding);
      end();
      return outcome?.ok ? outcome.value : null;
    },
    say: (fault) => store.setState({ fault }),
  };
}

const useDesk = deskHook((idle) => createLintDesk(idle));

/** Hook: the page's check of settings. The texts stay while the reader looks at other pages. */
export function useLintDesk(): LintDesk & { state: LintState } {
  const desk = useDesk();
  return { ...desk, state: useStore(desk.store) };
}
