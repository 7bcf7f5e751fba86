/** Answers that the first picture does not need. Loaded with the first such question. */
import type { DecisionNumber, EventNumber, MessageId, StepNumber } from '../../protocol/ids.ts';
import { feedbackHistory, feedbackParts } from './feedback.ts';
import { yieldToSession, lookFromStep, readyEvents, readySteps } from './in-pieces.ts';
import { lanesOfThreads as lanesOf } from './thread-lanes.ts';
import { withHistory } from './wheel-queries.ts';
import type { Answering } from './answering.ts';
import { eventsBetween, recordsOfSteps, selectionRecord } from '../log/log-reading.ts';
import { NO_NAMES, namesIn } from '../log/names.ts';
import { countUpTo } from '../log/column.ts';
import { segmentCursor } from '../log/log.ts';
import { type Branch, type BranchTree, headOf, pathOf, cursorAt } from '../track/branches.ts';
import { withPosition } from '../track/track.ts';
import type { CoreEvent, EventRecord } from '../../protocol/events.ts';

/** Largest number of rows of one answer. A page asks again for more. */
const ANSWER_MAX = 10_000;
/** Largest number of feedback events of one answer. No chart has room for more. */
const FEEDBACK_MAX = 2_000;

function stepOfSelection(tree: BranchTree, branch: Branch, n: DecisionNumber): number | null {
  const span = pathOf(tree, branch).find(
    ({ log, to }) => n > log.base.decision && n <= segmentCursor(log, to).decision,
  );
  return span === undefined ? null : span.log.base.step + countUpTo(span.log.selectionEnd, n - 1) + 1;
}

/** Answers with the candidates of a decision, from the state before its step. */
export const candidates: Answering<'candidates'> = async (state, run, decision) => {
  const { branch } = run.place;
  const { tree } = run.track;
  const step = stepOfSelection(tree, branch, decision);
  if (step === null || !(await readySteps(state, run, branch, step - 1, step))) return [];
  const record = selectionRecord(tree, branch, decision);
  if (record === null || record.decision.rule !== 'selection') return [];
  const { transport } = record.decision;
  const rows = await lookFromStep(state, run, branch, step - 1, (sim) =>
    state.engine.look(sim, 'candidates', transport),
  );
  return rows ?? [];
};

export const events: Answering<'events'> = async (state, run, from, to, kinds) => {
  const { branch } = run.place;
  const first = Math.max(1, Math.trunc(from) || 1);
  const last = Math.min(to, first + ANSWER_MAX - 1);
  if (!(await readyEvents(state, run, branch, first, last))) return [];
  const all = eventsBetween(run.track.tree, branch, first, last);
  return kinds === undefined ? all : all.filter((record) => kinds.includes(record.event.kind));
};

export const decisions: Answering<'decisions'> = async (state, run, from, to) => {
  const { tree } = run.track;
  const { branch } = run.place;
  const first = Math.max(1, Math.trunc(from) || 1);
  const last = Math.min(Math.trunc(to), headOf(branch).decision, first + ANSWER_MAX - 1);
  const start = stepOfSelection(tree, branch, first);
  const end = stepOfSelection(tree, branch, last);
  if (start === null || end === null) return [];
  if (!(await readySteps(state, run, branch, start - 1, end))) return [];
  return recordsOfSteps(tree, branch, start - 1, end);
};

export const feedback: Answering<'feedback'> = async (state, run, transport, name, limit) => {
  const { branch, step } = run.place;
  const { tree } = run.track;
  const options = {
    rule: state.engine.look(run.track.sim, 'feedbackRule') ?? 'shipped',
    limit: Math.max(1, Math.min(limit, FEEDBACK_MAX)),
  };
  const question = { transport, name };
  for (const [from, to] of feedbackParts(tree, branch, step, question)) {
    // oxlint-disable-next-line no-await-in-loop
    await yieldToSession(state);
    // oxlint-disable-next-line no-await-in-loop
    if (!(await readySteps(state, run, branch, from, to))) return null;
  }
  return feedbackHistory(tree, branch, step, question, options);
};

export const messageEvents: Answering<'messageEvents'> = async (state, run, number, limit) => {
  const { branch, step } = run.place;
  const { track } = run;
  const detail = state.engine.look(track.sim, 'message', number);
  if (detail === null || detail === undefined) return { rows: [], names: NO_NAMES };
  const isReady = async (from: EventNumber, to: EventNumber): Promise<boolean> => {
    await yieldToSession(state);
    return readyEvents(state, run, branch, from, to);
  };
  const most = Math.min(limit, ANSWER_MAX);
  const rows = await eventsOfMessage(track.tree, branch, { step, msg: detail.msg, most }, isReady);
  return { rows, names: namesIn(track.tree, branch, rows) };
};

export const wheel: Answering<'wheel'> = ({ engine }, { track }, question) => {
  const detail = engine.look(track.sim, 'wheel', question) ?? null;
  // The simulation may not have reached the cursor, so the log is read at the simulation's step.
  const { tree, branch, step } = track;
  return detail === null ? null : withHistory(detail, question, { tree, branch, step });
};

export const threadLanes: Answering<'threadLanes'> = ({ engine }, { track, place }, question) => {
  const row = engine.look(track.sim, 'threads', question.name) ?? null;
  if (row === null) return null;
  // No log has the state before the first event.
  return withPosition(track, place.branch, 0, (sim) => {
    const group = engine.look(sim, 'threads', question.name)?.group ?? null;
    const threads = engine.look(sim, 'laneStarts') ?? [];
    return lanesOf(track.tree, place.branch, row, { group, threads }, question);
  });
};

export const inflation: Answering<'inflation'> = ({ engine }, { track }, { transport }) =>
  engine.look(track.sim, 'inflation', transport) ?? null;

/** Number of events read at a time. Reading backwards limits the cost to the rows that are shown. */
const CHUNK = 5_000;

/**
 * The latest `most` events about a message up to a step, oldest first. `isReady` settles when a range of events can be read,
 * or with false if another run was opened.
 */
async function eventsOfMessage(
  tree: BranchTree,
  branch: Branch,
  { step, msg, most }: { step: StepNumber; msg: MessageId; most: number },
  isReady: (from: EventNumber, to: EventNumber) => Promise<boolean>,
): Promise<EventRecord[]> {
  const found: EventRecord[] = [];
  for (let to = cursorAt(tree, branch, step).event; to > 0; to -= CHUNK) {
    const from = Math.max(1, to - CHUNK + 1);
    // oxlint-disable-next-line no-await-in-loop
    if (!(await isReady(from, to))) return [];
    for (const record of eventsBetween(tree, branch, from, to).toReversed()) {
      if (!isAbout(record.event, msg)) continue;
      found.push(record);
      if (found.length >= most || record.event.kind === 'message.injected') return found.reverse();
    }
  }
  return found.reverse();
}

/**
 * True if the event belongs to the story of a message. Delivery events have no message; events of its entries represent them.
 */
function isAbout(event: CoreEvent, msg: MessageId): boolean {
  if (event.kind === 'job.preempted') return event.current === msg || event.by === msg;
  return 'msg' in event && event.msg === msg;
}
