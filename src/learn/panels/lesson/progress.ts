import { changeUnderLock } from '../../store/kept-lock.ts';
import { createKept } from '../../../store/kept.ts';

/** A reader's progress in a lesson, stored on this machine only. */
export interface LessonProgress {
  /** Furthest stop reached, from 1. */
  stop: number;
  stops: number;
  /** Most questions right on the first try in a finished visit; −1 = never finished. */
  right: number;
  questions: number;
}

/** Parses stored progress. Ignores values that do not parse. */
function parseProgress(text: string | null): ReadonlyMap<string, LessonProgress> {
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

const KEY = 'qmgrscope.lessons';
const kept = createKept(KEY, parseProgress, (progress) => {
  const rows = [...progress].map(([id, p]) => [id, [p.stop, p.stops, p.right, p.questions]]);
  return rows.length === 0 ? null : JSON.stringify(Object.fromEntries(rows));
});

/** Stores the furthest stop and the best result. */
export function noteProgress(id: string, now: LessonProgress): void {
  const before = kept.read().get(id);
  if (before !== undefined && before.stop >= now.stop && before.right >= now.right) return;
  changeUnderLock(KEY, kept, (all) => new Map([...all, [id, further(now, all.get(id))]]));
}

function further(now: LessonProgress, before: LessonProgress | undefined): LessonProgress {
  return {
    ...now,
    stop: Math.max(now.stop, before?.stop ?? 0),
    right: Math.max(now.right, before?.right ?? -1),
  };
}

export function forgetProgress(): void {
  kept.set(new Map());
}

export const useProgress = kept.use;
