import { proxy, wrap } from 'comlink';
import type { SessionApi } from '../protocol/session-api.ts';
import { takeThread } from './worker-thread.ts';

/** A session in another thread. Its calls never settle once it has crashed: the client knows, and answers for it. */
export interface WorkerHandle {
  api: SessionApi;
  onCrash(listener: (reason: string) => void): void;
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
      play: (speed, by) => remote.play(speed, by),
      pause: () => remote.pause(),
      step: (unit, direction) => remote.step(unit, direction),
      seek: (target) => remote.seek(target),
      command: (command) => remote.command(command),
      switchBranch: (branch) => remote.switchBranch(branch),
      renameBranch: (id, name) => remote.renameBranch(id, name),
      deleteBranch: (id) => remote.deleteBranch(id),
      vary: (variation) => remote.vary(variation),
      // Comlink's types know no generic function: the answer to a kind is the one that the table of studies names.
      study: ((kind: never, question: never) =>
        remote.study(kind, question)) as unknown as SessionApi['study'],
      timeline: (from, to, parts, wakeUps) => remote.timeline(from, to, parts, wakeUps),
      candidates: (decision) => remote.candidates(decision),
      why: (question) => remote.why(question),
      feedback: (transport, destination, limit) => remote.feedback(transport, destination, limit),
      message: (number) => remote.message(number),
      messageEvents: (number, limit) => remote.messageEvents(number, limit),
      ages: (queues, first) => remote.ages(queues, first),
      memory: () => remote.memory(),
      wheel: (question) => remote.wheel(question),
      threadLanes: (question) => remote.threadLanes(question),
      lab: () => remote.lab(),
      decisions: (from, to) => remote.decisions(from, to),
      events: (from, to, kinds) => remote.events(from, to, kinds),
      until: (direction, tests) => remote.until(direction, tests),
      search: () => remote.search(),
      stopAt: (tests) => remote.stopAt(tests),
      evaluate: (texts) => remote.evaluate(texts),
      scan: (request) => remote.scan(request),
      travelMemory: (limit) => remote.travelMemory(limit),
      fail: (how) => remote.fail(how),
      log: (filter, from, count) => remote.log(filter, from, count),
      save: () => remote.save(),
      hash: () => remote.hash(),
    },
    onCrash(listener) {
      thread.onFailure = listener;
      if (thread.failure !== null) listener(thread.failure);
    },
    terminate: () => thread.worker.terminate(),
  };
}
