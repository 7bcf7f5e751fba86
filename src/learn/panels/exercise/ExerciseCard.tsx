import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { classHash } from '../../lessons/lesson-link.ts';
import { useState } from 'react';
import { Chip } from '../../../charts/Chip.tsx';
import { endsQuestion, type Question } from '../../questions/question.ts';
import type { Notice } from '../../../protocol/frame.ts';
import { useRuntime } from '../../../store/hooks.ts';
import '../lesson/lesson.module.css';
import { QuestionCards } from '../lesson/QuestionCards.tsx';
import { useBackgroundRun } from '../lesson/usePrepared.ts';
import css from './exercise.module.css';
import { askNextTurn } from './next-turn.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';

interface ExerciseCardProps {
  /** The sender's note, or a warning that this engine has another version than the sender's; "" = nothing. */
  text: string;
  exercise: NonNullable<Notice['exercise']>;
  onClose: () => void;
}

/** Asks the question of a link above its run. The engine of this page computes the answer. */
export default function ExerciseCard({ text, exercise, onClose }: ExerciseCardProps) {
  const runtime = useRuntime();
  const question = useNextTurn(exercise.event);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [revealed, setRevealed] = useState(false);
  if (question === undefined) return null;
  const reveal = (): void => {
    setRevealed(true);
    if (question !== null) void runtime.actions.seek({ step: question.after.step });
  };
  const choose = (key: string): void => {
    setChosen([...chosen, key]);
    if (question !== undefined && question !== null && endsQuestion(question, [...chosen, key])) reveal();
  };
  return (
    <section className={`stack gap-6 ${css.exercise}`} aria-label="Exercise">
      {text !== '' && <p className="sub breaks">{text}</p>}
      {question === null ? (
        <p>Nothing is left to predict: this run selects no further entry.</p>
      ) : (
        <QuestionCards question={question} chosen={chosen} revealed={revealed} onChoose={choose} />
      )}
      {question !== null && revealed && question.right !== exercise.expected && (
        <p className="strong" role="status">
          This engine decides differently: where the link was made,{' '}
          <Chip number={Number(exercise.expected.slice(1))} size="small" /> got the turn.
        </p>
      )}
      <div className={`row gap-2 ${css.exerciseWays}`}>
        {question !== null && !revealed && <Button onClick={reveal}>Show me</Button>}
        {question !== null && location.hash.startsWith('#s=') && (
          <a className="btn" href={classHash(location.hash)}>
            For the class
          </a>
        )}
        <IconButton name="Close the exercise" icon="close" onClick={onClose} />
      </div>
    </section>
  );
}

/** Computes the question after an event of the open run; undefined until known, null when there is none. */
function useNextTurn(event: number): Question | null | undefined {
  const { actions } = useRuntime();
  const probe = useBackgroundRun();
  const asked = useQuestion(event, async () => {
    const saved = await actions.save();
    return { question: await probe((run) => askNextTurn(run, saved, event)) };
  });
  return asked?.question;
}
