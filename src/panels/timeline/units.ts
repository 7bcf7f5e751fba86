import type { StepUnit } from '../../protocol/session-api.ts';
import { useSession, useView } from '../../store/hooks.ts';
import type { AppState } from '../../store/store.ts';

export interface UnitChoice {
  value: StepUnit;
  text: string;
  title?: string;
}

const MAIL: readonly UnitChoice[] = [
  { value: 'decision', text: 'decision' },
  { value: 'delivery', text: 'delivery' },
  { value: 'event', text: 'event' },
  { value: 'message', text: 'message', title: 'to the next message that is done' },
  { value: 'second', text: 'second' },
];
const WAKEUP: UnitChoice = { value: 'wakeup', text: 'wake-up', title: 'to the next bucket that comes due' };
const WHEEL: readonly UnitChoice[] = [
  WAKEUP,
  { value: 'decision', text: 'decision' },
  { value: 'event', text: 'event' },
  { value: 'second', text: 'second' },
];
const LAB_WHEEL: readonly UnitChoice[] = [WAKEUP, { value: 'event', text: 'step' }];
const LAB_DESIGNS: readonly UnitChoice[] = [
  { value: 'purge', text: 'purge', title: 'to the next purge or garbage collection' },
  { value: 'event', text: '10 ms' },
  { value: 'second', text: 'second' },
];

const CAUSE: UnitChoice = {
  value: 'cause',
  text: 'cause',
  title: 'to the next change of the count, or a rule asked',
};
const THREADS: readonly UnitChoice[] = [
  CAUSE,
  { value: 'event', text: 'event' },
  { value: 'second', text: 'second' },
];
const AGENTS: readonly UnitChoice[] = [
  CAUSE,
  { value: 'decision', text: 'decision' },
  { value: 'event', text: 'event' },
  { value: 'second', text: 'second' },
];

/** What Shift with an arrow goes to: the event that the picture in the middle is about. */
export function leapUnit({ session, view }: AppState): 'preemption' | 'cascade' {
  return view.hero?.kind === 'wheel' || session.scenario?.lab?.kind === 'wheel' ? 'cascade' : 'preemption';
}

/** What a step can be here: other panels and other kinds of run have other events worth a stop. */
export function useUnits(): readonly UnitChoice[] {
  const wheel = useView((view) => view.hero?.kind === 'wheel');
  const lab = useSession((session) => session.scenario?.lab?.kind);
  const alone = useSession((session) => session.scenario?.cmgroup !== undefined);
  const agents = useView((view) => view.hero?.kind === 'threads');
  if (alone) return THREADS;
  if (lab === 'wheel') return LAB_WHEEL;
  if (lab === 'designs') return LAB_DESIGNS;
  return agents ? AGENTS : wheel ? WHEEL : MAIL;
}
