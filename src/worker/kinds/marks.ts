import type { MessageId, StepNumber } from '../../protocol/ids.ts';
import type { TimelineMark } from '../../protocol/answers.ts';
import type { DramaKind } from '../../protocol/dramas.ts';
import { dramaKind } from '../../core/inspect/drama-kinds.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import type { Micros } from '../../protocol/units.ts';
import { NOT_POLLED } from '../../protocol/timer-name.ts';

/** A mark with message ids, because the number of an id differs between branches. */
export interface LoggedMark {
  kind: TimelineMark['kind'];
  at: Micros;
  step: StepNumber;
  /** `msg`: the message that the mark is about (0 = none). `other`: the message that it acted on. */
  msg: MessageId;
  other: number;
  text: string;
  /** Number of threads woken so far in the step of a herd; absent for other marks. */
  woken?: number;
  drama: DramaKind | null;
}

function made(
  kind: LoggedMark['kind'],
  at: Micros,
  step: StepNumber,
  text: string,
  msg = 0,
  other = 0,
): LoggedMark {
  return { kind, at, step, msg, other, text, drama: null };
}

/** Returns the mark of an event, or null. Called for each event except the frequent kinds (`PLAIN` in log.ts). */
export function markOf(event: CoreEvent, at: Micros, step: StepNumber): LoggedMark | null {
  const mark = mailMark(event, at, step) ?? threadsMark(event, at, step) ?? timersMark(event, at, step);
  if (mark !== null) mark.drama = dramaKind(event);
  return mark;
}

function mailMark(event: CoreEvent, at: Micros, step: StepNumber): LoggedMark | null {
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

function threadsMark(event: CoreEvent, at: Micros, step: StepNumber): LoggedMark | null {
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

function timersMark(event: CoreEvent, at: Micros, step: StepNumber): LoggedMark | null {
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
