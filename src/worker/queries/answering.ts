import type { Answer, Asked, QuestionName } from '../../protocol/questions.ts';
import type { OpenRun, SessionState } from '../session/session-state.ts';

export type Maybe<T> = T | Promise<T>;

/** Computes an answer from the session and the run that is open when its code is loaded. */
export type Answering<Name extends QuestionName> = <Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  ...asked: Asked<Name>
) => Maybe<Answer<Name>>;
