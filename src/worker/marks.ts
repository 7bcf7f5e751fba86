import type { CoreEvent } from '../protocol/events.ts';
import type { TimelineMark } from '../protocol/session-api.ts';
import type { Micros } from '../protocol/units.ts';

/** A mark whose messages are still ids: which number an id has differs between branches. */
export interface LoggedMark {
  kind: TimelineMark['kind'];
  at: Micros;
  step: number;
  /** Message that the mark is about, 0 = none, and the one it acted on. */
  msg: number;
  other: number;
  text: string;
}

/** The mark of an event, or null for the events that have none. */
export function markOf(event: CoreEvent, at: Micros, step: number): LoggedMark | null {
  const mark = (kind: LoggedMark['kind'], text: string, msg = 0, other = 0): LoggedMark => ({
    kind,
    at,
    step,
    msg,
    other,
    text,
  });
  switch (event.kind) {
    case 'message.injected':
      return mark('injection', counted(event.recipients, 'recipient'), event.msg);
    case 'job.preempted':
      return mark('preemption', '', event.by, event.current);
    case 'queue.dead':
    case 'transport.dead':
      return mark('dead', `${event.name} dead`);
    case 'server.changed':
      return mark('change', `${event.server}: ${event.text}`);
    case 'param.changed':
      return mark('change', `${event.name} ${event.from} → ${event.to}`);
    case 'agents.changed':
      return mark('change', `agents ${event.from} → ${event.to}`);
    default:
      return null;
  }
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
