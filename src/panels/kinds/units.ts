import type { UnitChoice } from './view.ts';

/** Units that more than one kind of run has. */
export const WAKEUP: UnitChoice = {
  value: 'wakeup',
  text: 'wake-up',
  title: 'to the next bucket that comes due',
};
const CAUSE: UnitChoice = {
  value: 'cause',
  text: 'cause',
  title: 'to the next change of the count, or a rule asked',
};
export const THREADS: readonly UnitChoice[] = [
  CAUSE,
  { value: 'event', text: 'event' },
  { value: 'second', text: 'second' },
];
export const AGENTS: readonly UnitChoice[] = [
  CAUSE,
  { value: 'decision', text: 'decision' },
  { value: 'event', text: 'event' },
  { value: 'second', text: 'second' },
];
