import type { LabCommand } from '../../../protocol/lab.ts';
import { type CommandForm, fieldsLike } from '../command-form.ts';
import { NOT_POLLED } from '../../../protocol/timer-name.ts';

const ofTimers = fieldsLike('{"delay":250,"count":10} and the like');

/** Commands in the order of the menu. A new line of a script begins with the first. */
export const TIMER_FORMS: Record<LabCommand['kind'], CommandForm> = {
  'lab.add': ofTimers('add timers'),
  'lab.cancel': ofTimers('cancel a timer'),
  'lab.cancel-share': ofTimers('cancel a share'),
  'lab.jump': ofTimers('clock jumps'),
  'lab.lag': ofTimers(NOT_POLLED),
  'lab.request': ofTimers('request'),
  'lab.check': ofTimers('check a key'),
};
