import { useEffect, useRef, useState } from 'react';
import { waitThen, whileBusy } from '../../store/idle.ts';
import type { Pace } from './pace.ts';

/** Handle of a pending question, for the code that answers it. */
export interface Asking<T> {
  /** False once another question was asked or the panel was closed; long work should stop then. */
  wanted(): boolean;
  /** Shows a partial answer, even if the question has been asked again since. */
  say(part: T): void;
}

interface QuestionOptions {
  /** Ask again when this changes. The old answer stays until the new one arrives. */
  again?: unknown;
  /** False = do not ask now; an existing answer stays. */
  when?: boolean;
  /** Keep the old answer also when the key changes. */
  keep?: boolean;
  /** Limits how often the question is asked. */
  pace?: Pace;
  playing?: boolean;
}

/**
 * Answer to an asynchronous question; null until it arrives. A new `key` (compared by `===`) drops the old answer; null
 * = no question. If `ask` returns undefined, the previous answer stays. The page counts as busy until the answer
 * arrives.
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

/** Returns undefined if the run was replaced before the session answered; the new run's state asks again. */
export async function ofThisRun<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch(() => undefined);
}
