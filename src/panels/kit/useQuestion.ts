import { useEffect, useRef, useState } from 'react';
import { waitThen, whileBusy } from '../../store/idle.ts';
import type { Pace } from './pace.ts';

/** A question that is under way, for the work that answers it. */
export interface Asking<T> {
  /** False once another question was asked, or the panel is gone: work that goes on for long ends then. */
  wanted(): boolean;
  /** Shows a part of the answer before the end, also when the question was asked again meanwhile. */
  say(part: T): void;
}

interface QuestionOptions {
  /** Asked again when this changes; the answer before it stays until the new one is there. */
  again?: unknown;
  /** False = it is not asked for now; an answer that is there stays. */
  when?: boolean;
  /** The answer stays under every key until the next one is there. */
  keep?: boolean;
  /** How often it may be asked, in a run that plays or stands. */
  pace?: Pace;
  playing?: boolean;
}

/**
 * The answer to a question that takes time; null before it is there. `key` names the question (compared by `===`): under
 * another key the old answer is dropped. Null = there is no question. `ask` answers undefined where it has no answer: the one
 * before stays. The page is not idle meanwhile.
 */
export function useQuestion<T>(
  key: unknown,
  ask: (asking: Asking<T>) => Promise<T | undefined>,
  { again, when = true, keep = false, pace, playing = false }: QuestionOptions = {},
): T | null {
  const [answer, setAnswer] = useState<{ key: unknown; value: T } | null>(null);
  const question = useRef(ask);
  useEffect(() => {
    question.current = ask;
  });
  useEffect(() => {
    if (key === null || !when) return undefined;
    let wanted = true;
    const say = (value: T): void => setAnswer({ key, value });
    const begin = async (): Promise<void> => {
      const answered = pace?.asked();
      try {
        const value = await question.current({ wanted: () => wanted, say });
        if (wanted && value !== undefined) say(value);
      } finally {
        answered?.();
      }
    };
    const cancel =
      pace === undefined
        ? void whileBusy(begin())
        : waitThen(() => void whileBusy(begin()), pace.wait(playing));
    return () => {
      wanted = false;
      cancel?.();
    };
  }, [key, again, when, pace, playing]);
  return answer !== null && (keep || answer.key === key) ? answer.value : null;
}

/** For questions to the session: undefined where the run was replaced under the question. Its next state asks again. */
export async function ofThisRun<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch(() => undefined);
}
