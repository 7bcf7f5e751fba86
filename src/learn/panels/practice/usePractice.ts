import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { useState } from 'react';
import type { GivenAnswer } from '../../lessons/answers.ts';
import { type Exercise, practiceRound, type PracticeRound } from '../../questions/practice.ts';
import { endsQuestion } from '../../questions/question.ts';
import { useWords } from '../kit/useWords.ts';
import { useActions, useRuntime } from '../../../store/hooks.ts';
import { useLessonKeys } from '../lesson/useLessonKeys.ts';
import { showAt, useBackgroundRun } from '../lesson/usePrepared.ts';
import { NOTHING } from '../lesson/useScore.ts';
import { exerciseHash, parseExercise } from './exercise.ts';

/** The current question, its answer, and the tally so far. */
export interface Practice {
  exercise: Exercise;
  /** null until the run of the question is open. */
  round: PracticeRound | null;
  answer: GivenAnswer;
  tally: { right: number; asked: number };
  go: (exercise: Exercise) => void;
  /** Chooses the answer at this index; false when there is none to choose. */
  choose: (place: number) => boolean;
  /** Goes to the next question. If this question has no answer yet, reveals its answer instead. */
  next: () => void;
}

/** Runs the exercise of an address: its question, the reader's answer, the tally, and keyboard shortcuts. */
export function usePractice(hash: string): Practice {
  const exercise = parseExercise(hash);
  const round = useRound(exercise);
  const [tally, setTally] = useState({ right: 0, asked: 0 });
  const [given, setGiven] = useState<GivenAnswer & { hash: string }>({ ...NOTHING, hash });
  const answer = given.hash === hash ? given : NOTHING;
  const actions = useActions();
  const question = round?.question ?? null;
  const keyAt = (place: number): string => question?.choices[place]?.key ?? '';
  const reveal = (chosen: readonly number[], right: boolean): void => {
    if (question === null) return;
    const found = keyAt(chosen.at(-1) ?? -1) === question.right;
    setGiven({ chosen, revealed: true, right, found, hash });
    setTally(({ right: r, asked }) => ({ right: r + (right ? 1 : 0), asked: asked + 1 }));
    void actions.seek({ step: question.after.step });
  };
  const choose = (place: number): boolean => {
    if (question === null || keyAt(place) === '' || answer.revealed) return false;
    if (answer.chosen.includes(place)) return true;
    const chosen = [...answer.chosen, place];
    if (endsQuestion(question, chosen.map(keyAt))) reveal(chosen, chosen.length === 1);
    else setGiven({ ...NOTHING, chosen, hash });
    return true;
  };
  const next = (): void => {
    if (question === null) return;
    if (answer.revealed) go({ ...exercise, seed: exercise.seed + 1 });
    else reveal(answer.chosen, false);
  };
  useLessonKeys({
    next,
    back: () => exercise.seed > 1 && go({ ...exercise, seed: exercise.seed - 1 }),
    choose,
    leave: () => (location.hash = '#lessons'),
  });
  return { exercise, round, answer, tally, go, choose, next };
}

function go(exercise: Exercise): void {
  history.replaceState(null, '', exerciseHash(exercise));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Opens the run of an exercise on the page and makes its question. Null until both are ready. */
export function useRound({ topic, level, seed }: Exercise): PracticeRound | null {
  const runtime = useRuntime();
  const probe = useBackgroundRun();
  const { ask: words, language } = useWords();
  return useQuestion(`${topic} ${level} ${seed} ${language}`, ({ wanted }) =>
    probe(async (run) => {
      const round = wanted() ? await practiceRound(run, { topic, level, seed }, words) : null;
      if (!wanted() || round === null) return undefined;
      await showAt(runtime, round.scenario, round.question.before.step);
      return round;
    }).finally(() => runtime.idle.frameIngested()),
  );
}
