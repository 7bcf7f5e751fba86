import type { StepNumber } from '../../../protocol/ids.ts';
import type { CoreEvent } from '../../../protocol/events.ts';
import type { Micros } from '../../../protocol/units.ts';
import { type LoggedMark, made } from '../mark.ts';

/** Marks of mail: arrivals, preemptions, destinations and transports that die and revive, what is changed by hand. */
export function mailMark(event: CoreEvent, at: Micros, step: StepNumber): LoggedMark | null {
  switch (event.kind) {
    case 'message.injected':
      return made('injection', at, step, counted(event.recipients, 'recipient'), event.msg);
    case 'job.preempted':
      return made('preemption', at, step, '', event.by, event.current);
    case 'queue.dead':
    case 'transport.dead':
      return made('dead', at, step, `${event.name} dead`);
    case 'server.changed':
      return made('change', at, step, `${event.server}: ${event.text}`);
    case 'param.changed':
      return made('change', at, step, `${event.name} ${event.from} → ${event.to}`);
    case 'message.requeued':
      return made(
        'change',
        at,
        step,
        event.to === 'hold' ? 'hold' : event.to === 'deferred' ? 'release' : 'flush one',
      );
    case 'command.skipped':
      return made('change', at, step, `skipped: ${event.command} of ${event.value}`);
    case 'qmgr.reloaded':
      return made('change', at, step, 'reload');
    case 'agents.changed':
      return made('change', at, step, `agents ${event.from} → ${event.to}`);
    case 'queue.revived':
    case 'transport.revived':
      return made('alive', at, step, `${event.name} alive again`);
    case 'message.done':
      return event.result === 'deferred' ? made('deferred', at, step, 'deferred', event.msg) : null;
    case 'purgatory.purged':
      return made('purge', at, step, `${event.visited} nodes visited, ${event.removed} removed`);
    default:
      return null;
  }
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
