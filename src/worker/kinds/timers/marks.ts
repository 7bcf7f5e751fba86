import type { StepNumber } from '../../../protocol/ids.ts';
import type { CoreEvent } from '../../../protocol/events.ts';
import type { Micros } from '../../../protocol/units.ts';
import { type LoggedMark, made } from '../mark.ts';
import { NOT_POLLED } from '../../../protocol/timer-name.ts';

/** Marks of the timer laboratory. */
export function timersMark(event: CoreEvent, at: Micros, step: StepNumber): LoggedMark | null {
  switch (event.kind) {
    case 'lab.purged':
      if (event.design === 'proposed') return null;
      return made(
        event.design === 'old' ? 'purge-old' : 'purge',
        at,
        step,
        `${event.design}: ${event.visits} visited, ${event.freed} freed`,
      );
    case 'lab.added':
      return made('change', at, step, `${event.count} added`);
    case 'lab.cancelled':
      return made('change', at, step, `${event.count} cancelled`);
    case 'lab.jumped':
      return made('change', at, step, event.polled ? 'the clock jumps' : NOT_POLLED);
    default:
      return null;
  }
}
