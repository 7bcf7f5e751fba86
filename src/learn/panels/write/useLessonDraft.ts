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
  /** Selection after the last change that was not typing; null = none yet. Each of these changes makes a new object. */
  caret: { from: number; to: number } | null;
  /** Replaces the text after typing. One undo removes this change and what was typed just before. */
  type: (text: string, from: number, to: number) => void;
  /** Applies a button's change as one step of undo. `select` returns the selection in the new text. */
  edit: (change: (text: string) => string, select?: (text: string) => { from: number; to: number }) => void;
  /** Applies typing in a field beside the text. One undo removes this change and what was typed just before. */
  fill: (change: (text: string) => string) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  /** True if the browser has stored the text. */
  kept: boolean;
}

/** Milliseconds without typing after which a new step of undo begins. */
const PAUSE_MS = 900;
/** Maximum number of undo steps. */
const PAST_MAX = 200;

/** Edits a draft with undo. Every change is stored, and changes of the draft in another tab are applied. */
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

/** Stores the text at every change. If this fails, the browser asks the author before it leaves the page. */
function useKeeping(id: string, text: string, start: string): boolean {
  const [kept, setKept] = useState(true);
  const written = useRef(start);
  useEffect(() => {
    if (written.current === text) return;
    written.current = text;
    // oxlint-disable-next-line react/set-state-in-effect
    setKept(keepDraft(pageStorage(), { id, text, kept: Date.now() }));
    // The copy of a linked lesson is now a draft, so the address of the draft replaces the link.
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

/** Applies changes of the same draft in another tab. The author can undo them. */
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
