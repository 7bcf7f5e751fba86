import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand/react';
import { type LintWorker, startLintWorker } from '../client/lint-client.ts';
import type { LintReport } from '../protocol/lint.ts';
import { useRuntime } from './hooks.ts';
import type { IdleTracker } from './idle.ts';
import type { Runtime } from './runtime.ts';

/** One text of the reader: a file, or what was pasted. */
export interface LintText {
  name: string;
  text: string;
}

/** What was given, and what was found in it. Nothing of it leaves the page. */
export interface LintState {
  texts: readonly LintText[];
  report: LintReport | null;
  busy: boolean;
  fault: string;
}

export interface LintDesk {
  readonly store: StoreApi<LintState>;
  /** Adds texts; one of the same name takes the place of the earlier. All are checked together. */
  add(texts: readonly LintText[]): void;
  remove(name: string): void;
  clear(): void;
  /** Address of the run that shows a finding of the present report. */
  scene(finding: number): Promise<string | null>;
  say(fault: string): void;
}

const EMPTY: LintState = { texts: [], report: null, busy: false, fault: '' };

/** The check of one page. The worker starts with the first text, and again after a crash; it is replaced in tests. */
function createLintDesk(idle: IdleTracker, start = startLintWorker): LintDesk {
  const store = createStore<LintState>(() => EMPTY);
  let worker: LintWorker | null = null;
  let asked = 0;
  const fail = (reason: string): void => {
    worker?.terminate();
    worker = null;
    store.setState({ busy: false, fault: `The check ended: ${reason}.` });
  };
  const check = async (texts: readonly LintText[]): Promise<void> => {
    const mine = ++asked;
    if (texts.length === 0) {
      store.setState(EMPTY);
      return;
    }
    const end = idle.begin();
    store.setState({ texts, busy: true, fault: '' });
    try {
      if (worker === null) {
        worker = start();
        worker.onCrash((reason) => {
          fail(reason);
          end();
        });
      }
      const report = await worker.api.check(texts);
      if (mine === asked) store.setState({ report, busy: false });
    } catch (error) {
      fail(String(error));
    }
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
      try {
        return (await worker?.api.scene(finding)) ?? null;
      } finally {
        end();
      }
    },
    say: (fault) => store.setState({ fault }),
  };
}

const DESKS = new WeakMap<Runtime, LintDesk>();

/** The check that belongs to the page's runtime: what was given is still there when the page is opened again. */
export function useLintDesk(): LintDesk & { state: LintState } {
  const runtime = useRuntime();
  let desk = DESKS.get(runtime);
  if (desk === undefined) DESKS.set(runtime, (desk = createLintDesk(runtime.idle)));
  return { ...desk, state: useStore(desk.store) };
}
