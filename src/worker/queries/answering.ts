import type { Answer, Asked, QuestionName } from '../../protocol/questions.ts';
import type { OpenRun, SessionState } from '../session/session-state.ts';

export type Maybe<T> = T | Promise<T>;

/** Computes the answer to one question from the session and the open run. The code of each answer is loaded on demand. */
export type Answering<Name extends QuestionName> = <Sim, Key>(
  state: SessionState<Sim, Key>,
  run: OpenRun<Sim, Key>,
  ...asked: Asked<Name>
) => Maybe<Answer<Name>>;
