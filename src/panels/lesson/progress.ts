import { useSyncExternalStore } from 'react';
import { pageStorage } from '../../store/store.ts';

/** How far a reader came in a lesson, on this machine only. */
export interface LessonProgress {
  /** Furthest stop, from 1. */
  stop: number;
  stops: number;
  /** Best result so far; −1 = never finished. */
  right: number;
  questions: number;
}

const KEY = 'qmgrscope.lessons';
const changed = new EventTarget();
let known: ReadonlyMap<string, LessonProgress> | null = null;

/** What an earlier visit left; what is not progress is ignored. */
function parseProgress(text: string | null): Map<string, LessonProgress> {
  const read = new Map<string, LessonProgress>();
  let saved: unknown;
  try {
    saved = JSON.parse(text ?? '{}');
  } catch {
    return read;
  }
  if (typeof saved !== 'object' || saved === null) return read;
  for (const [id, value] of Object.entries(saved)) {
    const numbers: unknown[] = Array.isArray(value) ? value : [];
    const [stop, stops, right, questions] = numbers;
    if (!/^[a-z0-9-]{1,60}$/.test(id) || numbers.length !== 4) continue;
    if (numbers.every((n) => Number.isSafeInteger(n)))
      read.set(id, { stop, stops, right, questions } as LessonProgress);
  }
  return read;
}

/** Progress of all lessons. */
function readProgress(): ReadonlyMap<string, LessonProgress> {
  if (known !== null) return known;
  try {
    known = parseProgress(pageStorage()?.getItem(KEY) ?? null);
  } catch {
    known = new Map();
  }
  return known;
}

/** Remembers the furthest stop and the best result. */
export function noteProgress(id: string, now: LessonProgress): void {
  const before = readProgress().get(id);
  const next: LessonProgress = {
    ...now,
    stop: Math.max(now.stop, before?.stop ?? 0),
    right: Math.max(now.right, before?.right ?? -1),
  };
  if (before !== undefined && before.stop === next.stop && before.right === next.right) return;
  store(new Map([...readProgress(), [id, next]]));
}

/** Forgets all of it. */
export function forgetProgress(): void {
  store(new Map());
}

function store(next: ReadonlyMap<string, LessonProgress>): void {
  known = next;
  const rows = [...next].map(([id, p]) => [id, [p.stop, p.stops, p.right, p.questions]]);
  try {
    if (rows.length === 0) pageStorage()?.removeItem(KEY);
    else pageStorage()?.setItem(KEY, JSON.stringify(Object.fromEntries(rows)));
  } catch {
    // Kept for this visit only.
  }
  changed.dispatchEvent(new Event('change'));
}

function subscribe(listener: () => void): () => void {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
}

/** Progress as it changes. */
export function useProgress(): ReadonlyMap<string, LessonProgress> {
  return useSyncExternalStore(subscribe, readProgress);
}
