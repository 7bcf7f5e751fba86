import type { Question } from '../../lessons/questions/question.ts';
import { AskStrip } from './LessonStage.tsx';
import { QuestionCards } from './QuestionCards.tsx';
import type { StopAnswer } from './useScore.ts';
import './lesson.css';

interface LessonAskProps {
  question: Question;
  answer: StopAnswer;
  onChoose: (key: string) => void;
  className?: string;
}

/** The strip with its question mark, and the question. */
export function LessonAsk({ question, answer, onChoose, className = 'lesson-ask' }: LessonAskProps) {
  return (
    <div className={className}>
      {question.kind === 'next-job' && <AskStrip asked={!answer.revealed} />}
      <QuestionCards
        question={question}
        chosen={answer.chosen}
        revealed={answer.revealed}
        onChoose={onChoose}
      />
    </div>
  );
}
