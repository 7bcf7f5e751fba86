/** Answers that nothing of the first picture asks for: fetched with the first question of theirs. */
import { eventsOfMessage } from './message-events.ts';
import { feedbackHistory } from './feedback.ts';
import { threadLanes as lanesOf } from './thread-lanes.ts';
import { withHistory } from './wheel-queries.ts';
import type { Answering } from './answering.ts';
import { eventsBetween, recordsOfSteps, selectionRecord } from '../log/log-reading.ts';
import { NO_NAMES, namesIn } from '../log/names.ts';
import { headOf } from '../track/branches.ts';
import { visit } from '../track/track.ts';

/** Rows of one answer: a page that wants more asks again. */
const ANSWER_MAX = 10_000;
/** Feedback events of one answer, at most: a chart a screen wide has no room for more. */
const FEEDBACK_MAX = 2_000;

/** Who else was considered at a decision, seen from the step before it. */
export const candidates: Answering<'candidates'> = ({ engine }, { track, place }, decision) => {
  const record = selectionRecord(track.tree, place.branch, decision);
  if (record === null || record.decision.rule !== 'selection') return [];
  const { transport } = record.decision;
  const look = (sim: (typeof track)['sim']) => engine.look(sim, 'candidates', transport);
  return visit(track, place.branch, record.step - 1, look) ?? [];
};

/** The events from one number to another, of these kinds only where kinds are named. */
export const events: Answering<'events'> = (_state, { track, place }, from, to, kinds) => {
  const first = Math.max(1, Math.trunc(from) || 1);
  const last = Math.min(to, first + ANSWER_MAX - 1);
  const all = eventsBetween(track.tree, place.branch, first, last);
  return kinds === undefined ? all : all.filter((record) => kinds.includes(record.event.kind));
};

/** The decisions from one number to another. */
export const decisions: Answering<'decisions'> = (_state, run, from, to) => {
  const { tree } = run.track;
  const { branch } = run.place;
  const first = Math.max(1, Math.trunc(from) || 1);
  const last = Math.min(Math.trunc(to), headOf(branch).decision, first + ANSWER_MAX - 1);
  const start = selectionRecord(tree, branch, first);
  const end = selectionRecord(tree, branch, last);
  if (start === null || end === null) return [];
  return recordsOfSteps(tree, branch, start.step - 1, end.step);
};

/** What the feedback of one destination did, from its log. */
export const feedback: Answering<'feedback'> = ({ engine }, { track, place }, transport, name, limit) => {
  const options = {
    rule: engine.look(track.sim, 'feedbackRule') ?? 'shipped',
    limit: Math.max(1, Math.min(limit, FEEDBACK_MAX)),
  };
  return feedbackHistory(track.tree, place.branch, place.step, { transport, name }, options);
};

/** The story of one message. */
export const messageEvents: Answering<'messageEvents'> = (
  { engine },
  { track, place: { branch, step } },
  number,
  limit,
) => {
  const detail = engine.look(track.sim, 'message', number);
  if (detail === null || detail === undefined) return { rows: [], names: NO_NAMES };
  const rows = eventsOfMessage(track.tree, branch, step, detail.msg, Math.min(limit, ANSWER_MAX));
  return { rows, names: namesIn(track.tree, branch, rows) };
};

/** The timing wheel with what it did before. */
export const wheel: Answering<'wheel'> = ({ engine }, { track }, question) => {
  const detail = engine.look(track.sim, 'wheel', question) ?? null;
  // Of the simulation, which may be on its way to the cursor: the log must be read at the same place.
  const { tree, branch, here: step } = track;
  return detail === null ? null : withHistory(detail, question, { tree, branch, step });
};

/** Who was in which state, thread by thread. */
export const threadLanes: Answering<'threadLanes'> = ({ engine }, { track, place }, question) => {
  const row = engine.look(track.sim, 'threads', question.name) ?? null;
  if (row === null) return null;
  // How things stood before anything happened is in no log.
  return visit(track, place.branch, 0, (sim) => {
    const group = engine.look(sim, 'threads', question.name)?.group ?? null;
    const threads = engine.look(sim, 'laneStarts') ?? [];
    return lanesOf(track.tree, place.branch, row, { group, threads }, question);
  });
};

/** What preemption costs whom on one transport. */
export const inflation: Answering<'inflation'> = ({ engine }, { track }, { transport }) =>
  engine.look(track.sim, 'inflation', transport) ?? null;
