import type { TimelineMark } from '../../protocol/answers.ts';
import { useSession, useView } from '../../store/hooks.ts';

/** Whether the marks above the track are the wake-ups of a timing wheel: one has the place of the stage. */
export function useWakeMarks(): boolean {
  const hero = useView((view) => view.hero?.kind === 'wheel');
  const lab = useSession((session) => session.scenario?.lab?.kind === 'wheel');
  return hero || lab;
}

/** Kinds of marks that stay beside wake-ups; arrivals would stand in the same row. */
export function isOfWheel(kind: TimelineMark['kind']): boolean {
  return kind.startsWith('woke-') || kind === 'change';
}
