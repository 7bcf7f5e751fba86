import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import type { RecordQuestions } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';

/**
 * The answer of the record's worker to a question, which is asked again when `key` changes. The old answer stays until the
 * new one is there. Null before the first.
 */
export function useAsked<T>(key: string, ask: (questions: RecordQuestions) => Promise<T>): T | null {
  const { records, state } = useRecords();
  const { view } = state;
  const answer = async () => (await records.ask(ask)) ?? undefined;
  return useQuestion(key === '' ? null : key, answer, { again: view, when: view !== null, keep: true });
}
