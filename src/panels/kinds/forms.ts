import type { Command } from '../../protocol/commands.ts';
import type { Scenario } from '../../protocol/scenario.ts';
import { type ByKind, ofKind } from '../../scenario/kinds/by-kind.ts';
import type { CommandForm } from './command-form.ts';
import { MAIL_FORMS } from './mail/forms.ts';
import { THREAD_FORMS } from './threads/forms.ts';
import { TIMER_FORMS } from './timers/forms.ts';

const FORMS: ByKind<Partial<Record<Command['kind'], CommandForm>>> = {
  mail: () => MAIL_FORMS,
  'timer-lab': () => TIMER_FORMS,
  'threads-alone': () => THREAD_FORMS,
};

/** The form of every command. */
export const COMMAND_FORMS: Record<Command['kind'], CommandForm> = {
  ...MAIL_FORMS,
  ...TIMER_FORMS,
  ...THREAD_FORMS,
};

/** Commands that a script of this run can hold, that of a new line first; before there is a run, those of mail. */
export function commandsOf(scenario: Scenario | null): [Command['kind'], ...Command['kind'][]] {
  const forms = scenario === null ? MAIL_FORMS : ofKind(FORMS, scenario);
  return Object.keys(forms) as [Command['kind'], ...Command['kind'][]];
}
