import { useCallback, useState } from 'react';
import type { Annotation } from '../../lessons/lesson.ts';
import type { SlowPart } from '../../questions/slow-motion.ts';
import type { Prepared } from './usePrepared.ts';

/** What a part of a motion draws on the picture: its marks, all with its number. */
export interface MotionPart {
  marks: readonly Annotation[];
  number: number;
}

/** The slow motion of a stop: where it is, and what the picture shows of it. */
export interface Motion {
  shown: boolean;
  parts: readonly SlowPart[];
  /** From 0. */
  at: number;
  onAt: (at: number) => void;
  part: MotionPart | null;
}

/** Begins with its first part at each stop, once the question of the stop is answered. */
export function useMotion(prepared: Prepared | null, answered: boolean): Motion {
  const key = prepared?.key ?? '';
  const [stood, setStood] = useState({ key, at: 0 });
  const at = stood.key === key ? stood.at : 0;
  const onAt = useCallback((to: number) => setStood({ key, at: to }), [key]);
  const shown = prepared !== null && answered && prepared.slow.length > 0;
  const part = shown ? prepared.slow[at] : undefined;
  const parts = prepared?.slow ?? [];
  return { shown, parts, at, onAt, part: part === undefined ? null : { marks: part.marks, number: at + 1 } };
}
