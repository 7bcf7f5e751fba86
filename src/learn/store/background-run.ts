import { createSessionClient } from '../../client/session-client.ts';
import type { SessionApi } from '../../protocol/session-api.ts';
import { createIdleTracker } from '../../store/idle.ts';
import { createRuntime, type Runtime } from '../../store/runtime.ts';
import type { SessionState } from '../../store/session.ts';

/** A second run in its own worker, which looks ahead and is never shown. */
export interface BackgroundRun {
  api: SessionApi;
  sight(): SessionState;
  /** Ends the worker of this run. */
  close(): void;
}

/** The page receives the frames of this run but never paints them, so the run does not wait for paints. */
export function createBackgroundRun(): BackgroundRun {
  const client = createSessionClient();
  const idle = createIdleTracker({ write: () => {}, afterPaint: (done) => done() });
  const runtime: Runtime = createRuntime(client, { storage: null, idle });
  return {
    api: client,
    sight: () => runtime.store.getState().session,
    close: () => client.dispose(),
  };
}
