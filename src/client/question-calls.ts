import type { SessionApi } from '../protocol/session-api.ts';
import type { Studies } from '../protocol/studies.ts';
import { call, type ClientState } from './client-state.ts';
import { noAges, noEvents, noMail, nobody, none } from './instead.ts';

type QuestionCalls = Pick<
  SessionApi,
  | 'study'
  | 'timeline'
  | 'candidates'
  | 'why'
  | 'feedback'
  | 'message'
  | 'messageEvents'
  | 'ages'
  | 'memory'
  | 'wheel'
  | 'threadLanes'
  | 'lab'
  | 'decisions'
  | 'events'
>;

/** Questions about the run as it stands; asking changes nothing. */
export function questionCalls(state: ClientState): QuestionCalls {
  return {
    study: (kind, question) =>
      call<Studies[typeof kind]['answer']>(state, (api) => api.study(kind, question), nobody),
    timeline: (from, to, parts, wakeUps) =>
      call(
        state,
        (api) => api.timeline(from, to, parts, wakeUps),
        () => ({ from, to, counts: [], marks: [], branches: [] }),
      ),
    candidates: (decision) => call(state, (api) => api.candidates(decision), none),
    why: (question) =>
      call(
        state,
        (api) => api.why(question),
        () => ({ question, reasons: [{ rule: 'unknown' }], cached: false }),
      ),
    feedback: (transport, destination, limit) =>
      call(state, (api) => api.feedback(transport, destination, limit), nobody),
    message: (number) => call(state, (api) => api.message(number), nobody),
    messageEvents: (number, limit) => call(state, (api) => api.messageEvents(number, limit), noEvents),
    ages: (queues, first) => call(state, (api) => api.ages(queues, first), noAges),
    memory: () => call(state, (api) => api.memory(), noMail),
    wheel: (question) => call(state, (api) => api.wheel(question), nobody),
    threadLanes: (question) => call(state, (api) => api.threadLanes(question), nobody),
    lab: () => call(state, (api) => api.lab(), nobody),
    decisions: (from, to) => call(state, (api) => api.decisions(from, to), none),
    events: (from, to, kinds) => call(state, (api) => api.events(from, to, kinds), none),
  };
}
