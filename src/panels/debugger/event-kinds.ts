import type { EventKind, EventNoun } from '../../protocol/events.ts';

/** Every kind of event as a key; the compiler checks that none is missing. */
const KINDS: Readonly<Record<EventKind, true>> = {
  'agents.changed': true,
  'bucket.opened': true,
  'call.failed': true,
  'command.skipped': true,
  'cpu.dispatched': true,
  'delivery.ended': true,
  'delivery.started': true,
  'entry.done': true,
  'entry.moved': true,
  'entry.selected': true,
  'entry.unselected': true,
  'fetch.returned': true,
  'fetch.waited': true,
  'group.count': true,
  'group.created': true,
  'group.freed': true,
  'group.limit': true,
  'job.blocked': true,
  'job.linked': true,
  'job.popped': true,
  'job.preempted': true,
  'job.retired': true,
  'lab.added': true,
  'lab.cancelled': true,
  'lab.checked': true,
  'lab.collected': true,
  'lab.jumped': true,
  'lab.passed': true,
  'lab.purged': true,
  'lab.requested': true,
  'message.assigned': true,
  'message.done': true,
  'message.expired': true,
  'message.injected': true,
  'message.read': true,
  'message.requeued': true,
  'operation.completed': true,
  'operation.watched': true,
  'param.changed': true,
  'pool.grew': true,
  'purgatory.purged': true,
  'qmgr.reloaded': true,
  'queue.created': true,
  'queue.dead': true,
  'queue.dropped': true,
  'queue.resumed': true,
  'queue.revived': true,
  'queue.suspended': true,
  'queue.unblocked': true,
  'queue.window': true,
  'record.differs': true,
  'recipients.deferred': true,
  'server.changed': true,
  'source.bound': true,
  'source.destroyed': true,
  'source.posted': true,
  'source.withdrawn': true,
  'thread.created': true,
  'thread.joined': true,
  'thread.left': true,
  'thread.released': true,
  'thread.state': true,
  'timer.added': true,
  'timer.cancelled': true,
  'timer.cascaded': true,
  'timer.expired': true,
  'transport.created': true,
  'transport.dead': true,
  'transport.revived': true,
  'wheel.overflowed': true,
};

/** All kinds of events, grouped by their noun, in alphabetical order. */
export const KINDS_BY_NOUN: ReadonlyMap<EventNoun, readonly EventKind[]> = byNoun(
  Object.keys(KINDS) as EventKind[],
);

function byNoun(kinds: readonly EventKind[]): Map<EventNoun, EventKind[]> {
  const groups = new Map<EventNoun, EventKind[]>();
  for (const kind of kinds) {
    const noun = kind.slice(0, kind.indexOf('.')) as EventNoun;
    groups.set(noun, [...(groups.get(noun) ?? []), kind]);
  }
  return groups;
}
