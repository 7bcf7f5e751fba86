import {
  type Answer,
  type AskApi,
  type Asked,
  EMPTY_ANSWERS,
  type QuestionName,
} from '../protocol/questions.ts';
import { call, type ClientState } from './client-state.ts';

/** Questions about the run as it stands; asking changes nothing. A worker that crashes gives the empty answer. */
export function askThrough(state: ClientState): AskApi['ask'] {
  return <Name extends QuestionName>(name: Name, ...asked: Asked<Name>) =>
    call<Answer<Name>>(
      state,
      (api) => api.ask(name, ...asked),
      () => (EMPTY_ANSWERS[name] as (...given: Asked<Name>) => Answer<Name>)(...asked),
    );
}
