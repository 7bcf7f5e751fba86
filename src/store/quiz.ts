/** What a reader answered to a question of a lesson. */
export interface QuizResult {
  lesson: string;
  /** Number of the stop that asks, from 1. */
  question: number;
  answer: string;
  right: boolean;
  /** Answers given to this question so far, with this one. */
  attempts: number;
}

const listeners = new Set<(result: QuizResult) => void>();

/** A lesson says what was answered; who listens (the page around an embedded lesson) is not its business. */
export function reportQuiz(result: QuizResult): void {
  for (const listener of listeners) listener(result);
}

/** Calls `listener` with every answer from now on; the returned function ends that. */
export function onQuizResult(listener: (result: QuizResult) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
