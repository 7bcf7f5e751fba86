import { useState } from 'react';

interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

/** Steps that can be undone. */
const DEPTH = 200;

export interface Undoable<T> {
  value: T;
  /** `merge` = typing on in the same field: one step of undo, not one a letter. */
  set: (next: T, merge?: string) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

/** A value with undo and redo. */
export function useUndo<T>(first: () => T): Undoable<T> {
  const [history, setHistory] = useState<History<T>>(() => ({ past: [], now: first(), future: [] }));
  const [typing, setTyping] = useState('');
  const { past, now, future } = history;
  const before = past.at(-1);
  const after = future[0];
  return {
    value: now,
    set(next, merge = '') {
      const same = merge !== '' && merge === typing;
      setTyping(merge);
      setHistory({ past: same ? past : [...past.slice(-DEPTH), now], now: next, future: [] });
    },
    undo:
      before === undefined
        ? null
        : () => {
            setTyping('');
            setHistory({ past: past.slice(0, -1), now: before, future: [now, ...future] });
          },
    redo:
      after === undefined
        ? null
        : () => {
            setTyping('');
            setHistory({ past: [...past, now], now: after, future: future.slice(1) });
          },
  };
}
