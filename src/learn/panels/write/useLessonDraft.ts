import { useCallback, useEffect, useRef, useState } from 'react';
import { pageStorage } from '../../../store/store.ts';
import { draftKey, keepDraft, parseDraft } from '../../store/drafts.ts';
import { withoutLanguage } from '../../store/language.ts';
import { draftHash } from './begin.ts';

/** A text with its selection, in characters. */
interface Version {
  text: string;
  from: number;
  to: number;
}

interface History {
  now: Version;
  past: readonly Version[];
  future: readonly Version[];
}

/** The text of a lesson, which is its only state, and the ways to edit it. */
export interface DraftText {
  text: string;
  /** Selection after the last change that was not typing; a new object each time. */
  caret: { from: number; to: number } | null;
  /** Typing, undone together with what was typed just before. */
  type: (text: string, from: number, to: number) => void;
  /** A button's change, one step to undo. `select` returns the selection in the new text. */
  edit: (change: (text: string) => string, select?: (text: string) => { from: number; to: number }) => void;
  /** Typing in a field beside the text, undone together with what was typed just before. */
  fill: (change: (text: string) => string) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** The browser has saved it. */
  kept: boolean;
}

/** Milliseconds of a pause that separates two steps of undo. */
const PAUSE_MS = 900;
/** Steps of undo. */
const PAST_MAX = 200;

/** A draft with undo, saved at every change; changes of another tab are applied here. */
export function useLessonDraft(id: string, start: string): DraftText {
  const [history, setHistory] = useState<History>({
    now: { text: start, from: 0, to: 0 },
    past: [],
    future: [],
  });
  const [caret, setCaret] = useState<DraftText['caret']>(null);
  const typed = useRef(0);
  const { text } = history.now;
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const kept = useKeeping(id, text, start);

  const put = useCallback((make: (now: Version) => Version, joins: boolean): void => {
    setHistory((old) => {
      const now = make(old.now);
      if (now.text === old.now.text) return { ...old, now };
      const past = joins && old.past.length > 0 ? old.past : [...old.past, old.now].slice(-PAST_MAX);
      return { now, past, future: [] };
    });
  }, []);
  const type = useCallback(
    (next: string, from: number, to: number): void => {
      const at = performance.now();
      latest.current = next;
      put(() => ({ text: next, from, to }), at - typed.current < PAUSE_MS);
      typed.current = at;
    },
    [put],
  );
  const fill = useCallback<DraftText['fill']>(
    (change) => {
      const at = performance.now();
      const next = change(latest.current);
      latest.current = next;
      put((now) => ({ ...now, text: next }), at - typed.current < PAUSE_MS);
      typed.current = at;
    },
    [put],
  );
  const edit = useCallback<DraftText['edit']>(
    (change, select) => {
      typed.current = 0;
      const next = change(latest.current);
      latest.current = next;
      const place = select?.(next) ?? null;
      put((now) => ({ ...now, ...place, text: next }), false);
      if (place !== null) setCaret(place);
    },
    [put],
  );
  useOtherTabs(id, edit);
  const go = (from: 'past' | 'future'): (() => void) | null => {
    const target = from === 'past' ? history.past.at(-1) : history.future[0];
    if (target === undefined) return null;
    return () => {
      typed.current = 0;
      setHistory(({ now, past, future }) =>
        from === 'past'
          ? { now: target, past: past.slice(0, -1), future: [now, ...future] }
          : { now: target, past: [...past, now], future: future.slice(1) },
      );
      setCaret({ from: target.from, to: target.to });
    };
  };
  return { text, caret, type, fill, edit, undo: go('past'), redo: go('future'), kept };
}

/** Saves the text at every change. If that fails, the browser asks before the page is left. */
function useKeeping(id: string, text: string, start: string): boolean {
  const [kept, setKept] = useState(true);
  const written = useRef(start);
  useEffect(() => {
    if (written.current === text) return;
    written.current = text;
    // oxlint-disable-next-line react/set-state-in-effect
    setKept(keepDraft(pageStorage(), { id, text, kept: Date.now() }));
    // The copy of a linked lesson is a draft now.
    if (withoutLanguage(location.hash).startsWith('#write&')) history.replaceState(null, '', draftHash(id));
  }, [id, text]);
  useEffect(() => {
    if (kept) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [kept]);
  return kept;
}

/** Changes of the same draft in another tab appear here, and can be undone. */
function useOtherTabs(id: string, edit: DraftText['edit']): void {
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      const other = key === draftKey(id) ? parseDraft(id, newValue) : null;
      if (other !== null) edit(() => other.text);
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [id, edit]);
}
