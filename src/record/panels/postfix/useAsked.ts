import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import type { RecordQuestions } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';

/**
 * Hook: the answer of the record's worker to a question. A new `key` asks again, and the old answer stays until the new one
 * arrives. Null before the first answer.
 */
export function useAsked<T>(key: string, ask: (questions: RecordQuestions) => Promise<T>): T | null {
  const { records, state } = useRecords();
  const { view } = state;
  const answer = async () => (await records.ask(ask)) ?? undefined;
  return useQuestion(key === '' ? null : key, answer, { again: view, when: view !== null, keep: true });
}
