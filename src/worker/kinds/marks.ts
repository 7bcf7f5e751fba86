import type { StepNumber } from '../../protocol/ids.ts';
import { dramaKind } from '../../core/inspect/drama-kinds.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import type { Micros } from '../../protocol/units.ts';
import { mailMark } from './mail/marks.ts';
import type { LoggedMark } from './mark.ts';
import { threadsMark } from './threads/marks.ts';
import { timersMark } from './timers/marks.ts';

/** The mark of an event, or null for the events that have none. Asked for every event of a run but the plain ones. */
export function markOf(event: CoreEvent, at: Micros, step: StepNumber): LoggedMark | null {
  const mark = mailMark(event, at, step) ?? threadsMark(event, at, step) ?? timersMark(event, at, step);
  if (mark !== null) mark.drama = dramaKind(event);
  return mark;
}
