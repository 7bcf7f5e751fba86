import { createSessionClient } from '../../client/session-client.ts';
import type { SessionApi } from '../../protocol/session-api.ts';
import { createIdleTracker } from '../../store/idle.ts';
import { createRuntime, type Runtime } from '../../store/runtime.ts';
import type { SessionState } from '../../store/session.ts';

/** A run beside the page's own, in a worker of its own: it goes ahead and looks, and no reader sees it. */
export interface BackgroundRun {
  api: SessionApi;
  sight(): SessionState;
  /** Its worker ends. */
  close(): void;
}

/** Starts one. What it shows is ingested like the page's, but painted nowhere, so it is never waited for. */
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
