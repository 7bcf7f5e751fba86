import { asksSomething, type Lesson } from '../../lessons/lesson.ts';
import { endsQuestion } from '../../questions/question.ts';
import { useActions } from '../../../store/hooks.ts';
import { waitThen } from '../../../store/idle.ts';
import type { Prepared } from './usePrepared.ts';
import { NOTHING, type Score } from './useScore.ts';

/** Actions of a reader at a stop. */
export interface Play {
  next: () => void;
  back: () => void;
  /** Shows once more what happened between the question and its answer. Undefined before the answer. */
  replay: (() => void) | undefined;
  /** Chooses the answer at this index; false when there is none to choose. */
  enter: (place: number) => boolean;
  /** Does the same as `enter`, but only for questions whose answers have letters. */
  choose: (place: number) => boolean;
}

/** How long the state of the question is shown before its answer is replayed, in milliseconds. */
const BEFORE_MS = 700;

interface PlayInput {
  lesson: Lesson;
  at: number;
  prepared: Prepared | null;
  score: Score;
  go: (to: number) => void;
}

/** Returns what keys, cards and buttons do at a stop: answer, reveal the answer, go on. */
export function useStopPlay({ lesson, at, prepared, score, go }: PlayInput): Play {
  const actions = useActions();
  const question = prepared?.question ?? null;
  const answer = score.answerOf(at);
  const keyAt = (place: number): string => question?.choices[place]?.key ?? '';
  const reveal = (chosen: readonly number[], right: boolean, key: string): void => {
    if (question === null) return;
    const found = keyAt(chosen.at(-1) ?? -1) === question.right;
    score.answer(at, { chosen, revealed: true, right, found }, key);
    void actions.seek({ step: question.after.step });
  };
  const enter = (place: number): boolean => {
    const key = keyAt(place);
    if (question === null || key === '' || answer.revealed) return false;
    // Choosing the same card twice is one attempt. Two typed numbers can map to the same choice, but they are two
    // attempts.
    if (answer.chosen.includes(place) && question.entry === undefined) return true;
    const chosen = [...answer.chosen, place];
    if (endsQuestion(question, chosen.map(keyAt))) {
      reveal(chosen, chosen.length === 1 && key === question.right, key);
    } else score.answer(at, { ...NOTHING, chosen }, key);
    return true;
  };
  return {
    next: () => {
      // Without a question, `next` works before the stop is prepared. Otherwise the question must be shown first.
      const stop = lesson.stops[at - 1];
      if (prepared === null && stop !== undefined && asksSomething(stop)) return;
      if (question !== null && !answer.revealed) reveal(answer.chosen, false, '');
      else if (at < lesson.stops.length) go(at + 1);
    },
    back: () => {
      if (at > 1) go(at - 1);
    },
    replay:
      question === null || !answer.revealed
        ? undefined
        : () => {
            void actions.seek({ step: question.before.step });
            waitThen(() => void actions.seek({ step: question.after.step }), BEFORE_MS);
          },
    enter,
    choose: (place) => question?.entry === undefined && enter(place),
  };
}
