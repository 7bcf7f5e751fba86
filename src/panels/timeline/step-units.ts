import { useView } from '../../store/hooks.ts';
import type { AppState } from '../../store/store.ts';
import { type UnitChoice, useKind, viewOf } from '../kinds/views.ts';

/** Events to which Shift with an arrow key leaps: cascades if a timing wheel replaces the stage, else preemptions. */
export function leapUnit({ session, view }: AppState): 'preemption' | 'cascade' {
  return viewOf(session.scenario).wakes?.(view.mainPanel?.kind) === true ? 'cascade' : 'preemption';
}

export function useUnits(): readonly UnitChoice[] {
  const { units } = useKind();
  return units(useView((view) => view.mainPanel?.kind));
}

/** True if the marks above the track are wake-ups, because a timing wheel replaces the stage. */
export function useWakeMarks(): boolean {
  const { wakes } = useKind();
  const mainPanel = useView((view) => view.mainPanel?.kind);
  return wakes?.(mainPanel) === true;
}

/** Name of the chosen unit: "turn" for a decision, which is the word of the quiet cockpit. */
export function useUnitName(): string {
  const unit = useView((view) => view.stepUnit);
  const units = useUnits();
  return unitText(units.find(({ value }) => value === unit) ?? { value: unit, text: unit });
}

export function unitText({ value, text }: UnitChoice): string {
  return value === 'decision' ? 'turn' : text;
}
