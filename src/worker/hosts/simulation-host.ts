import { expose, transfer } from 'comlink';
import type { Frame } from '../../protocol/frame.ts';
import { ANSWER, KNOCK } from '../../protocol/heartbeat.ts';
import type { SessionApi } from '../../protocol/session-api.ts';
import { fetchAnswers, fetchChecks, fetchRun, lazyChecks, lazyEngine } from '../kinds/lazy-engine.ts';
import { createSession } from '../session/session.ts';
import { claimThread, shownOnce } from './claim-thread.ts';
import { createMessageYield } from './yield-to-messages.ts';

/**
 * The worker: a session on the real simulation behind Comlink.
 *
 * page ── open, step, seek, command … ──▶ session (answers settle when the page has the frame)
 * page ◀── frame ── subscriber's port ── session (its answer is the receipt: one frame in flight)
 */
claimThread('the simulation');

/** Transfers long job lists instead of copying them: 100,000 jobs as columns take 1.4 MB per frame. */
function handOver(frame: Frame): Frame {
  const { lists } = frame;
  return lists === undefined
    ? frame
    : transfer(
        frame,
        lists.map((list) => list.ids.buffer),
      );
}

const session: SessionApi = createSession(lazyEngine, {
  now: () => performance.now(),
  turn: createMessageYield(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  checks: lazyChecks,
  parts: { answers: fetchAnswers, checks: fetchChecks },
});

/**
 * Opens runs in the order of the requests, even if the code of a later run is loaded first. A new run only waits until
 * the code of earlier runs is loaded; it then replaces the run that is still opening.
 */
let opening: Promise<unknown> = Promise.resolve();
function inTurn<Opened>(parts: Promise<unknown>[], open: () => Promise<Opened>): Promise<Opened> {
  const ready = Promise.allSettled([opening, ...parts]);
  opening = ready;
  return ready.then(open);
}

const open: SessionApi['open'] = (scenario, ...rest) =>
  inTurn([fetchRun(scenario), fetchChecks()], () => session.open(scenario, ...rest));

const openOwn: SessionApi['openOwn'] = async (scenario, cursor) => {
  const opened = await inTurn([fetchRun(scenario)], () => session.openOwn(scenario, cursor));
  // The user's next action is probably Play, which needs the checks. So they are loaded now.
  void fetchChecks();
  void import('../session/player.ts');
  return opened;
};

/** Wraps a call so that it first loads a part of the worker that the first picture does not need. */
function after<Asked extends unknown[], Answer>(
  fetched: () => Promise<void>,
  ask: (...asked: Asked) => Promise<Answer>,
): (...asked: Asked) => Promise<Answer> {
  return async (...asked) => {
    await fetched();
    return ask(...asked);
  };
}

expose({
  ...session,
  open,
  openOwn,
  command: after(fetchChecks, session.command),
  setBreakpoints: after(fetchChecks, session.setBreakpoints),
  runUntil: after(fetchChecks, session.runUntil),
  subscribe: shownOnce((view, sink) => session.subscribe(view, (frame) => sink(handOver(frame)))),
} satisfies SessionApi);

// Heartbeat: shows the page that this thread still handles messages.
addEventListener('message', ({ data }: MessageEvent) => {
  if (data === KNOCK) postMessage(ANSWER);
});

// An unhandled rejection would stay in this thread. Thrown as an error, it reaches the page, which starts another worker.
addEventListener('unhandledrejection', (event) => {
  setTimeout(() => {
    throw event.reason;
  });
});
