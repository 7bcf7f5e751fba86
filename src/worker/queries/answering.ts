import type { Answer, Asked, QuestionName } from '../../protocol/questions.ts';
import type { OpenRun, SessionState } from '../session/session-state.ts';

export type Maybe<T> = T | Promise<T>;

/** What an answer is made from: the session, and the run that is open when the answer's code is there. */
export type Answering<Name extends QuestionName> = <Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  ...asked: Asked<Name>
) => Maybe<Answer<Name>>;
