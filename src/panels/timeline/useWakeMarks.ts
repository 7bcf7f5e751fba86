import type { TimelineMark } from '../../protocol/answers.ts';
import { useView } from '../../store/hooks.ts';
import { useKind } from '../kinds/views.ts';

/** Whether the marks above the track are the wake-ups of a timing wheel: one has the place of the stage. */
export function useWakeMarks(): boolean {
  const { wakes } = useKind();
  const hero = useView((view) => view.hero?.kind);
  return wakes?.(hero) === true;
}

/** Kinds of marks that stay beside wake-ups; arrivals would stand in the same row. */
export function isOfWheel(kind: TimelineMark['kind']): boolean {
  return kind.startsWith('woke-') || kind === 'change';
}
