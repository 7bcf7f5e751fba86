import { type Answer, type Asked, EMPTY_ANSWERS, type QuestionName } from '../../protocol/questions.ts';
import type { Looks } from '../kinds/engine.ts';
import { type AnswerParts, type OpenRun, type SessionState } from '../session/session-state.ts';
import type { Answering, Maybe } from './answering.ts';
import { timelineSlice } from './timeline.ts';

/** Loads the code of one answer. Most of this code is loaded at the first question that a page asks. */
type Loader<Name extends QuestionName> = (parts: AnswerParts) => Maybe<Answering<Name>>;

const late = () => import('./late-answers.ts');

/** Questions that the engine answers from its state, without the log. */
type Looked = 'why' | 'message' | 'ages' | 'memory' | 'lab' | 'record';

/** Asks the engine about the shown state. Returns the empty answer if this kind of run does not support the question. */
function looking<Name extends Looked>(name: Name): Loader<Name> {
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

/** Returns the answer when no run is open or the object of the question does not exist. */
export function emptyAnswer<Name extends QuestionName>(name: Name, asked: Asked<Name>): Answer<Name> {
  return (EMPTY_ANSWERS[name] as (...given: Asked<Name>) => Answer<Name>)(...asked);
}

/**
 * How each question is answered: from the state at the cursor, or from the logs of its branch up to the head. Code that reads
 * the log is loaded before the state is read, so that an answer describes one moment.
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
    return (await late()).candidates;
  },
  async feedback() {
    return (await late()).feedback;
  },
  async dramas() {
    return (await import('./dramas.ts')).latestDramas;
  },
  async messageEvents(parts) {
    await parts.answers();
    return (await late()).messageEvents;
  },
  async outcome(parts) {
    await parts.answers();
    return (await import('./outcome.ts')).outcome;
  },
  async wheel(parts) {
    await parts.answers();
    return (await late()).wheel;
  },
  async threadLanes() {
    return (await late()).threadLanes;
  },
  async decisions() {
    return (await late()).decisions;
  },
  async events() {
    return (await late()).events;
  },
  async evaluate(parts) {
    await parts.checks();
    return (await import('./debug-answers.ts')).evaluateTexts;
  },
  async scan(parts) {
    await parts.checks();
    return (await import('./scan.ts')).scanRun;
  },
  async log() {
    return (await import('./debug-answers.ts')).readLog;
  },
  async hash() {
    return (await import('./hash.ts')).hashRun;
  },
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
    return (await late()).inflation;
  },
};
