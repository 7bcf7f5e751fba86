import type { StudyApi, StudyKind, Studies } from '../protocol/studies.ts';
import type { OpenRun, SessionState } from './session-state.ts';

type Answers<Sim, Key> = {
  [K in StudyKind]: (
    state: SessionState<Sim, Key>,
    run: OpenRun<Sim, Key>,
    question: Studies[K]['question'],
  ) => Promise<Studies[K]['answer']> | Studies[K]['answer'];
};

/** Looks at more than the state shown; a run that is replaced meanwhile, or none, answers null. */
export function studyDoor<Sim, Key>(state: SessionState<Sim, Key>): StudyApi {
  const answers: Answers<Sim, Key> = {
    compare: async (...asked) => (await import('./compare.ts')).compareBranches(...asked),
    side: async (...asked) => (await import('./compare.ts')).sideFrame(...asked),
    waits: async (...asked) => (await import('./waits.ts')).waitReport(...asked),
    inflation: (of, { track }, { transport }) => of.engine.inflation?.(track.sim, transport) ?? null,
  };
  return {
    async study(kind, question) {
      const { run } = state;
      return run === null ? null : answers[kind](state, run, question);
    },
  };
}
