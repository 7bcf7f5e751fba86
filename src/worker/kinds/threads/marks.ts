import type { StepNumber } from '../../../protocol/ids.ts';
import type { CoreEvent } from '../../../protocol/events.ts';
import type { Micros } from '../../../protocol/units.ts';
import { type LoggedMark, made } from '../mark.ts';

/** Marks of concurrency groups, which runs of mail may have too. */
export function threadsMark(event: CoreEvent, at: Micros, step: StepNumber): LoggedMark | null {
  switch (event.kind) {
    case 'group.count':
      if (event.to <= event.limit || event.from > event.limit) return null;
      return made('over', at, step, `${event.name} over its limit: ${event.threadName}`);
    case 'group.limit':
      return made('change', at, step, `CV of ${event.name} ${event.from} → ${event.to}`);
    case 'thread.released':
      if (event.cause !== 'herd') return null;
      return { ...made('herd', at, step, 'a herd wakes'), woken: 1 };
    default:
      return null;
  }
}
