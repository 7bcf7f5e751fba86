import type { DecisionRecord } from '../../protocol/decisions.ts';
import { type Answer, type Asked, EMPTY_ANSWERS, type QuestionName } from '../../protocol/questions.ts';
import type { Looks } from '../kinds/engine.ts';
import { eventsBetween, recordsOfSteps, selectionRecord } from '../log/log-reading.ts';
import { NO_NAMES, namesIn } from '../log/names.ts';
import { type AnswerParts, cursorOf, type OpenRun, type SessionState } from '../session/session-state.ts';
import { headOf } from '../track/branches.ts';
import { visit } from '../track/track.ts';
import { evaluateTexts, readLog } from './debug-answers.ts';
import { timelineSlice } from './timeline.ts';

type Maybe<T> = T | Promise<T>;

/** What an answer is made from: the session, and the run that is open when the answer's code is there. */
type Answering<Name extends QuestionName> = <Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  ...asked: Asked<Name>
) => Maybe<Answer<Name>>;

/** The code of an answer; what most questions do without is fetched when it is asked first. */
type Loader<Name extends QuestionName> = (parts: AnswerParts) => Maybe<Answering<Name>>;

/** Rows of one answer: a page that wants more asks again. */
const ANSWER_MAX = 10_000;
/** Events hashed between two looks at the messages: some milliseconds. */
const HASH_CHUNK = 2_000;
/** Feedback events of one answer, at most: a chart a screen wide has no room for more. */
const FEEDBACK_MAX = 2_000;

/** A look at the state shown; the empty answer where the kind of run has no such thing. */
function looking<Name extends QuestionName & keyof Looks>(name: Name): Loader<Name> {
  const answer = (<Sim, Key>(
    { engine }: SessionState<Sim, Key>,
    { track }: OpenRun<Sim, Key>,
    ...asked: Parameters<Looks[Name]>
  ) => engine.look(track.sim, name, ...asked) ?? emptyAnswer(name, asked as Asked<Name>)) as Answering<Name>;
  return async (parts) => {
    await parts.answers();
    return answer;
  };
}

/** What a question is answered with when there is nothing to look at. */
export function emptyAnswer<Name extends QuestionName>(name: Name, asked: Asked<Name>): Answer<Name> {
  return (EMPTY_ANSWERS[name] as (...given: Asked<Name>) => Answer<Name>)(...asked);
}

/**
 * How each question is answered: from the state at the cursor, or from the logs of its branch, known to its head. What
 * reads the log is fetched before the state is looked at, so that an answer is of one moment.
 */
export const ANSWERS: { readonly [Name in QuestionName]: Loader<Name> } = {
  why: looking('why'),
  message: looking('message'),
  ages: looking('ages'),
  memory: looking('memory'),
  lab: looking('lab'),
  record: looking('record'),
  timeline:
    () =>
    (_state, { track, place }, from, to, parts, wakeUps = false) =>
      timelineSlice(track.tree, place.branch, { from, to, parts, wakeUps }),
  async candidates(parts) {
    await parts.answers();
    return ({ engine }, { track, place }, decision) => {
      const record = selectionRecord(track.tree, place.branch, decision);
      if (record === null || record.decision.rule !== 'selection') return [];
      const { transport } = record.decision;
      const look = (sim: (typeof track)['sim']) => engine.look(sim, 'candidates', transport);
      return visit(track, place.branch, record.step - 1, look) ?? [];
    };
  },
  async feedback() {
    const { feedbackHistory } = await import('./feedback.ts');
    return ({ engine }, { track, place }, transport, name, limit) => {
      const options = {
        rule: engine.look(track.sim, 'feedbackRule') ?? 'shipped',
        limit: Math.max(1, Math.min(limit, FEEDBACK_MAX)),
      };
      return feedbackHistory(track.tree, place.branch, place.step, { transport, name }, options);
    };
  },
  async dramas() {
    const { latestDramas } = await import('./dramas.ts');
    return (_state, { track, place }) => latestDramas(track.tree, place.branch, place.step);
  },
  async messageEvents(parts) {
    await parts.answers();
    const { eventsOfMessage } = await import('./message-events.ts');
    return ({ engine }, { track, place: { branch, step } }, number, limit) => {
      const detail = engine.look(track.sim, 'message', number);
      if (detail === null || detail === undefined) return { rows: [], names: NO_NAMES };
      const rows = eventsOfMessage(track.tree, branch, step, detail.msg, Math.min(limit, ANSWER_MAX));
      return { rows, names: namesIn(track.tree, branch, rows) };
    };
  },
  async wheel(parts) {
    await parts.answers();
    const { withHistory } = await import('./wheel-queries.ts');
    return ({ engine }, { track }, question) => {
      const detail = engine.look(track.sim, 'wheel', question) ?? null;
      // Of the simulation, which may be on its way to the cursor: the log must be read at the same place.
      const { tree, branch, here: step } = track;
      return detail === null ? null : withHistory(detail, question, { tree, branch, step });
    };
  },
  async threadLanes() {
    const { threadLanes } = await import('./thread-lanes.ts');
    return ({ engine }, { track, place }, question) => {
      const row = engine.look(track.sim, 'threads', question.name) ?? null;
      if (row === null) return null;
      // How things stood before anything happened is in no log.
      return visit(track, place.branch, 0, (sim) => {
        const group = engine.look(sim, 'threads', question.name)?.group ?? null;
        const threads = engine.look(sim, 'laneStarts') ?? [];
        return threadLanes(track.tree, place.branch, row, { group, threads }, question);
      });
    };
  },
  decisions: () => (_state, run, from, to) => decisionsBetween(run, from, to),
  events:
    () =>
    (_state, { track, place }, from, to, kinds) => {
      const first = Math.max(1, Math.trunc(from) || 1);
      const last = Math.min(to, first + ANSWER_MAX - 1);
      const all = eventsBetween(track.tree, place.branch, first, last);
      return kinds === undefined ? all : all.filter((record) => kinds.includes(record.event.kind));
    },
  async evaluate(parts) {
    await parts.checks();
    return evaluateTexts;
  },
  async scan(parts) {
    await parts.checks();
    return (await import('./scan.ts')).scanRun;
  },
  log: () => readLog,
  hash: async () => hashRun,
  async compare(parts) {
    await parts.answers();
    return (await import('./compare.ts')).compareBranches;
  },
  async side(parts) {
    await parts.answers();
    return (await import('./compare.ts')).sideFrame;
  },
  async waits(parts) {
    await parts.answers();
    return (await import('./waits.ts')).waitReport;
  },
  async inflation(parts) {
    await parts.answers();
    return ({ engine }, { track }, { transport }) => engine.look(track.sim, 'inflation', transport) ?? null;
  },
};

function decisionsBetween<Sim, Key>(run: OpenRun<Sim, Key>, from: number, to: number): DecisionRecord[] {
  const { tree } = run.track;
  const { branch } = run.place;
  const first = Math.max(1, Math.trunc(from) || 1);
  const last = Math.min(Math.trunc(to), headOf(branch).decision, first + ANSWER_MAX - 1);
  const start = selectionRecord(tree, branch, first);
  const end = selectionRecord(tree, branch, last);
  if (start === null || end === null) return [];
  return recordsOfSteps(tree, branch, start.step - 1, end.step);
}

async function hashRun<Sim, Key>(state: SessionState<Sim, Key>, run: OpenRun<Sim, Key>): Promise<string> {
  // Taken now: the cursor may move while the code comes and between two chunks, the log of a branch only grows.
  const { branch } = run.place;
  const { event: last } = cursorOf(state);
  const { emptyLogHash, hashEvent, logHashText } = await import('../../core/log-hash.ts');
  const hash = emptyLogHash();
  for (let from = 1; from <= last; from += HASH_CHUNK) {
    const to = Math.min(last, from + HASH_CHUNK - 1);
    for (const record of eventsBetween(run.track.tree, branch, from, to)) hashEvent(hash, record);
    await state.env.turn();
  }
  return logHashText(hash);
}
