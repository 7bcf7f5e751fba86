import { useEffect, useRef, useState } from 'react';
import type { RecordQuestions } from '../../protocol/record-questions.ts';
import { useRecords } from '../../store/record.ts';

/**
 * The answer of the record's worker to a question; asked again when `key` changes. The answer before it stays until the new one
 * is there. Null before the first.
 */
export function useAsked<T>(key: string, ask: (questions: RecordQuestions) => Promise<T>): T | null {
  const { records, state } = useRecords();
  const [answer, setAnswer] = useState<T | null>(null);
  const question = useRef(ask);
  useEffect(() => {
    question.current = ask;
  });
  const { view } = state;
  useEffect(() => {
    if (view === null || key === '') return undefined;
    let wanted = true;
    void records.ask(question.current).then((value) => {
      if (wanted && value !== null) setAnswer(value);
    });
    return () => {
      wanted = false;
    };
  }, [records, view, key]);
  return answer;
}
