export interface QuizResult {
  lesson: string;
  /** Number of the stop that asks the question, from 1. */
  question: number;
  answer: string;
  right: boolean;
  /** Number of answers given to this question so far, including this one. */
  attempts: number;
}

const listeners = new Set<(result: QuizResult) => void>();

/** Reports an answer to all listeners, such as the page around an embedded lesson. */
export function reportQuiz(result: QuizResult): void {
  for (const listener of listeners) listener(result);
}

/** Calls `listener` for each answer from now on. Returns the unsubscribe function. */
export function onQuizResult(listener: (result: QuizResult) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
