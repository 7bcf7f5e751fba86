import { toText } from '../../../explain/tokens.ts';
import type { GivenAnswer } from '../../lessons/answers.ts';
import type { Question } from '../../questions/question.ts';
import { useMedia } from '../../../panels/kit/useMedia.ts';
import { AnswerEntry } from './AnswerEntry.tsx';
import { AskStrip, WaitersStrip } from './LessonStage.tsx';
import { QuestionCards } from './QuestionCards.tsx';
import './lesson.css';

interface LessonAskProps {
  question: Question;
  answer: GivenAnswer;
  /** With the place of the choice, from 0. */
  onChoose: (place: number) => void;
  className?: string;
  /** That of the question's words; absent = English. */
  language?: string | undefined;
}

/** The strip with its question mark, and the question. */
export function LessonAsk({
  question,
  answer,
  onChoose,
  className = 'lesson-ask',
  language = 'en',
}: LessonAskProps) {
  const phone = useMedia('(max-width: 40rem)');
  return (
    <div className={className} lang={language}>
      {question.kind === 'next-job' && <AskStrip asked={!answer.revealed} />}
      {question.kind === 'who-wakes' && phone && <WaitersStrip />}
      {question.entry !== undefined ? (
        <AnswerEntry
          key={toText(question.text)}
          question={question}
          entry={question.entry}
          answer={answer}
          onGive={onChoose}
        />
      ) : (
        <QuestionCards
          question={question}
          chosen={answer.chosen.map((place) => question.choices[place]?.key ?? '')}
          revealed={answer.revealed}
          onChoose={(key) => onChoose(question.choices.findIndex((choice) => choice.key === key))}
        />
      )}
    </div>
  );
}
