import { proxy, releaseProxy, wrap } from 'comlink';
import type { SessionApi } from '../protocol/session-api.ts';
import { ANSWER, KNOCK } from '../protocol/heartbeat.ts';
import type { Knocker } from './heartbeat.ts';
import { takeThread } from './worker-thread.ts';

/** A session in another thread. Its calls never settle once it has crashed: the client knows, and answers for it. */
export interface WorkerHandle {
  api: SessionApi;
  onCrash(listener: (reason: string) => void): void;
  /** Absent = in the same thread, which cannot hang alone. */
  heart?: Knocker;
  terminate(): void;
}

/** Takes the worker that was started with the page, or starts another one. */
export function startWorker(): WorkerHandle {
  const thread = takeThread();
  const remote = wrap<SessionApi>(thread.worker);
  return {
    api: {
      open: (scenario, live, cursor, tree) => remote.open(scenario, live, cursor, tree),
      openOwn: (scenario, cursor) => remote.openOwn(scenario, cursor),
      // A function cannot be sent: Comlink sends a port instead, and the session awaits its answer as the receipt.
      subscribe: (view, sink) => remote.subscribe(view, proxy(sink)),
      setView: (view) => remote.setView(view),
      play: (...how) => remote.play(...how),
      pause: () => remote.pause(),
      step: (unit, direction) => remote.step(unit, direction),
      seek: (target) => remote.seek(target),
      command: (command) => remote.command(command),
      switchBranch: (branch) => remote.switchBranch(branch),
      renameBranch: (id, name) => remote.renameBranch(id, name),
      deleteBranch: (id) => remote.deleteBranch(id),
      vary: (variation) => remote.vary(variation),
      // Comlink's types know no generic function: the answer to a name is the one that the table of questions says.
      ask: ((...asked: Parameters<SessionApi['ask']>) => remote.ask(...asked)) as SessionApi['ask'],
      until: (direction, tests) => remote.until(direction, tests),
      search: () => remote.search(),
      stopAt: (tests) => remote.stopAt(tests),
      travelMemory: (limit) => remote.travelMemory(limit),
      fail: (how) => remote.fail(how),
      save: () => remote.save(),
    },
    onCrash(listener) {
      thread.onFailure = listener;
      if (thread.failure !== null) listener(thread.failure);
    },
    heart: {
      knock: () => thread.worker.postMessage(KNOCK),
      onAnswer: (listener) =>
        thread.worker.addEventListener('message', ({ data }) => data === ANSWER && listener()),
    },
    terminate() {
      // Comlink registers a remote with its worker, whose listeners lead back to it: neither would ever be collected.
      remote[releaseProxy]();
      thread.worker.terminate();
    },
  };
}
