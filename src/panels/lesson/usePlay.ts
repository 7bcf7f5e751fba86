import type { Lesson } from '../../lessons/lesson.ts';
import { endsQuestion } from '../../lessons/questions/question.ts';
import { useActions } from '../../store/hooks.ts';
import type { Prepared } from './usePrepared.ts';
import { NOTHING, type Score } from './useScore.ts';

/** What a reader can do at a stop. */
export interface Play {
  next: () => void;
  back: () => void;
  choose: (place: number) => boolean;
  chooseKey: (key: string) => void;
}

interface PlayInput {
  lesson: Lesson;
  at: number;
  prepared: Prepared | null;
  score: Score;
  go: (to: number) => void;
}

/** What keys, cards and buttons do: answer, reveal, go on. */
export function usePlay({ lesson, at, prepared, score, go }: PlayInput): Play {
  const actions = useActions();
  const question = prepared?.question ?? null;
  const answer = score.answerOf(at);
  const reveal = (chosen: readonly string[], right: boolean): void => {
    if (question === null) return;
    score.answer(at, { chosen, revealed: true, right, found: chosen.at(-1) === question.right });
    void actions.seek({ step: question.after.step });
  };
  const chooseKey = (key: string): void => {
    if (question === null || answer.revealed || answer.chosen.includes(key)) return;
    const chosen = [...answer.chosen, key];
    if (endsQuestion(question, chosen)) reveal(chosen, chosen.length === 1);
    else score.answer(at, { ...NOTHING, chosen });
  };
  return {
    next: () => {
      // A hurried reader goes on through stops that only tell; a question must stand before it can be answered.
      if (prepared === null && lesson.stops[at - 1]?.ask !== null) return;
      if (question !== null && !answer.revealed) reveal(answer.chosen, false);
      else if (at < lesson.stops.length) go(at + 1);
    },
    back: () => {
      if (at > 1) go(at - 1);
    },
    choose: (place) => {
      const key = question?.choices[place]?.key;
      if (key === undefined || answer.revealed) return false;
      chooseKey(key);
      return true;
    },
    chooseKey,
  };
}
