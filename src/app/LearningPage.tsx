import AnswerPage from '../learn/panels/classroom/AnswerPage.tsx';
import PracticePage from '../learn/panels/practice/PracticePage.tsx';

/** Pages of learners beside the lesson, with their code in one file. */
export type LearningId = 'practice' | 'answer';

/** Either of them. */
export default function LearningPage({ id, hash }: { id: LearningId; hash: string }) {
  return id === 'answer' ? <AnswerPage hash={hash} /> : <PracticePage hash={hash} />;
}
