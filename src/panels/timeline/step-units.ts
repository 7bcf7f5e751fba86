import { useView } from '../../store/hooks.ts';
import type { AppState } from '../../store/store.ts';
import { type UnitChoice, useKind, viewOf } from '../kinds/views.ts';

/** What Shift with an arrow goes to: the event that the picture in the middle is about. */
export function leapUnit({ session, view }: AppState): 'preemption' | 'cascade' {
  return viewOf(session.scenario).wakes?.(view.mainPanel?.kind) === true ? 'cascade' : 'preemption';
}

/** Units of a step in the open run. */
export function useUnits(): readonly UnitChoice[] {
  const { units } = useKind();
  return units(useView((view) => view.mainPanel?.kind));
}

/** Whether the marks above the track are the wake-ups of a timing wheel: one has the place of the stage. */
export function useWakeMarks(): boolean {
  const { wakes } = useKind();
  const mainPanel = useView((view) => view.mainPanel?.kind);
  return wakes?.(mainPanel) === true;
}
