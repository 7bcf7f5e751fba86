import type { StepNumber } from '../../protocol/ids.ts';
import type { DecisionRecord } from '../../protocol/decisions.ts';
import type { EventRecord } from '../../protocol/events.ts';
import type { View } from '../../protocol/frame.ts';
import { type Branch, cursorAt, headOf } from '../track/branches.ts';
import { eventsBetween, recordsOfSteps, selectionRecord } from '../log/log-reading.ts';
import type { Projection } from '../kinds/engine.ts';
import {
  cursorOf,
  hasArrived,
  moved,
  notify,
  type OpenRun,
  placeIsHead,
  sentenceOf,
  type SessionState,
} from './session-state.ts';
import type { FrameHead, StreamSource } from './stream.ts';
import { decisionsOf } from '../track/step-report.ts';
import { type Track, trackNext } from '../track/track.ts';
import { NO_SCENARIO } from '../../protocol/result.ts';

/** Largest number of events of one step in a frame. A flush of a large queue has more; the log panel requests them. */
const EVENTS_MAX = 200;

export function frameSource<Sim, Key>(state: SessionState<Sim, Key>): StreamSource {
  let shown = '';
  return {
    // A frame shows only the state after a complete step.
    ready: () =>
      state.run !== null &&
      state.travel?.kind !== 'opening' &&
      state.run.track.stepInProgress === null &&
      hasArrived(state.run),
    project: (view) => project(state, view),
    head() {
      const head = frameHead(state);
      const { cursor } = head;
      const place = `${head.run} ${head.branch} ${cursor.step} ${cursor.at}`;
      if (place === shown) head.motion = 'none';
      shown = place;
      return head;
    },
    sent() {
      state.motion = 'none';
      state.notice = null;
    },
  };
}

function frameHead<Sim, Key>(state: SessionState<Sim, Key>): FrameHead {
  const run = openRun(state);
  const { branch } = run.place;
  const cursor = cursorOf(state);
  return {
    run: run.id,
    cursor,
    head: headOf(branch),
    branch: branch.id,
    playing: state.playing !== null,
    speed: state.speed,
    idle: placeIsHead(run.place) && trackNext(run.track) === null && !state.playing?.again,
    motion: state.motion,
    decision: decisionAt(run),
    events: eventsAt(run),
    ...(state.notice === null ? {} : { notice: state.notice }),
  };
}

function eventsAt<Sim, Key>({ track, place: { branch, step } }: OpenRun<Sim, Key>): EventRecord[] {
  if (step === 0) return [];
  const { tree, report } = track;
  const before = cursorAt(tree, branch, step - 1).event;
  const { at, event: last } = cursorAt(tree, branch, step);
  const count = Math.min(last - before, EVENTS_MAX);
  if (!hasToldOf(track, branch, step)) return eventsBetween(tree, branch, before + 1, before + count);
  return report.events.slice(0, count).map((event, i) => ({ n: before + 1 + i, at, step, event }));
}

/**
 * True if the track still has the report of this step. Reading the step from the log could first have to write a page.
 */
function hasToldOf<Sim, Key>(track: Track<Sim, Key>, branch: Branch, step: StepNumber): boolean {
  return track.reportedStep === step && track.step === step && track.branch === branch;
}

/**
 * Returns the decision that led to this state: a decision of the step itself, preferably a selection, else the last selection.
 */
function decisionAt<Sim, Key>({ track, place: { branch, step } }: OpenRun<Sim, Key>): DecisionRecord | null {
  const { tree } = track;
  const { at, decision: n } = cursorAt(tree, branch, step);
  if (!hasToldOf(track, branch, step)) {
    const own = recordsOfSteps(tree, branch, step - 1, step);
    const first = own.find((record) => record.decision.rule === 'selection') ?? own.at(-1);
    return first ?? selectionRecord(tree, branch, n);
  }
  const own = decisionsOf(track.report);
  const first = own.findIndex(({ rule }) => rule === 'selection');
  const decision = own[first] ?? own.at(-1);
  if (decision !== undefined) {
    return { n: first < 0 ? 0 : cursorAt(tree, branch, step - 1).decision + 1, at, step, decision };
  }
  const { selection, selectionStep } = track;
  if (selection === null) return selectionRecord(tree, branch, n);
  return { n, at: cursorAt(tree, branch, selectionStep).at, step: selectionStep, decision: selection };
}

/**
 * Returns the rows of the view. If the projection fails, the page keeps its last rows and gets the reason as a notice. If this
 * function threw, no frame would be sent.
 */
function project<Sim, Key>(state: SessionState<Sim, Key>, view: View): Projection {
  const run = openRun(state);
  try {
    const now = state.engine.project(run.track.sim, view);
    // The buffers of `lists` are transferred with the frame and cannot be sent twice, so the kept projection has none.
    run.lastProjection = { ...now, lists: [] };
    return now;
  } catch (error) {
    notify(
      state,
      'invariant',
      `The state after step ${run.place.step} cannot be shown (${sentenceOf(error)}).`,
    );
    moved(state, 'jump');
    return run.lastProjection ?? NOTHING;
  }
}

export const NOTHING: Projection = {
  transport: [],
  job: [],
  queue: [],
  message: [],
  delivery: [],
  lists: [],
  servers: [],
  wheel: {
    rev: 0,
    tick: 0,
    size: 0,
    levels: [],
    pending: 0,
    nextWakeUp: 0,
    tasks: [],
    watched: [],
    counters: { inserts: 0, cancels: 0, cascades: 0, expirations: 0 },
  },
  mail: {
    rev: 0,
    incoming: 0,
    active: 0,
    deferred: 0,
    hold: 0,
    samples: [],
    recipientsInCore: 0,
    messageActiveLimit: 0,
    messageRecipientLimit: 0,
    messageRecipientMinimum: 0,
    queueRunDelay: 0,
    minimalBackoff: 0,
    nextScan: -1,
    scanning: '',
  },
  numbers: [],
};

function openRun<Sim, Key>(state: SessionState<Sim, Key>): OpenRun<Sim, Key> {
  if (state.run === null) throw new Error(NO_SCENARIO);
  return state.run;
}
