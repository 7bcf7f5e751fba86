import AnswerPage from '../learn/panels/classroom/AnswerPage.tsx';
import PracticePage from '../learn/panels/practice/PracticePage.tsx';

/** Student pages besides the lesson, loaded as one file. */
export type LearningId = 'practice' | 'answer';

export default function LearningPage({ id, hash }: { id: LearningId; hash: string }) {
  return id === 'answer' ? <AnswerPage hash={hash} /> : <PracticePage hash={hash} />;
}
