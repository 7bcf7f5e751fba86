import type { MessageId } from '../../protocol/ids.ts';
import type { Seconds } from '../../protocol/units.ts';
import { CHANGE_KINDS, type CoreEvent, type QmgrEvent, type WorldEvent } from '../../protocol/events.ts';
import { findParam } from '../../protocol/params.ts';
import { withUnit } from '../../scenario/params.ts';
import { changedText } from '../servers.ts';
import { formatCounted } from '../format.ts';
import { type Names, say, type Token } from '../tokens.ts';

const WORLD: ReadonlySet<CoreEvent['kind']> = new Set<CoreEvent['kind']>([
  'message.injected',
  'delivery.started',
  'delivery.ended',
  'record.differs',
  ...CHANGE_KINDS,
]);

/** Writes the sentence of an event of mail: of the world or of the queue manager. */
export function mailSentence(event: WorldEvent | QmgrEvent, names: Names): Token[] {
  return isWorldEvent(event) ? worldSentence(event, names) : qmgrSentence(event, names);
}

function isWorldEvent(event: WorldEvent | QmgrEvent): event is WorldEvent {
  return WORLD.has(event.kind);
}

function worldSentence(event: WorldEvent, names: Names): Token[] {
  switch (event.kind) {
    case 'message.injected':
      return say`${chip(names, event.msg)} arrives with ${formatCounted(event.recipients, 'recipient')}.`;
    case 'delivery.started':
      return say`Agent ${event.agent} starts delivering ${entry(event.entry)}.`;
    case 'delivery.ended':
      return say`Agent ${event.agent} reports on ${entry(event.entry)}: ${REPORTS[event.result] ?? event.result}.`;
    case 'server.changed':
      return say`${server(event.server)} now ${changedText(event.text)}.`;
    case 'param.changed':
      return say`${{ mono: event.name }} changes from ${{ mono: valueOf(event.name, event.from) }} to ${{ mono: valueOf(event.name, event.to) }}.`;
    case 'agents.changed':
      return [
        ...say`${transport(names, event.transport)} now has ${formatCounted(event.to, 'agent')} (before: ${event.from}).`,
        ...(event.fault === 'unreachable' ? say` They cannot be reached.` : []),
        ...(event.fault === 'crash' ? say` They crash before they report.` : []),
      ];
    case 'message.requeued':
      if (event.to === 'hold')
        return say`${chip(names, event.msg)} is put on hold: it is not tried until it is released.`;
      if (event.to === 'deferred')
        return say`${chip(names, event.msg)} is released from hold, to the deferred queue.`;
      return say`${chip(names, event.msg)} will be tried immediately: it goes to incoming, and the dead destinations that it needs are revived.`;
    case 'qmgr.reloaded':
      return say`The queue manager restarts and loses its windows, dead destinations and job lists. ${formatCounted(event.messages, 'active message goes', 'active messages go')} back to incoming.`;
    case 'record.differs':
      if (event.what === 'order')
        return say`The queue manager of the run would no longer have handed over ${event.recorded} here, because of a report with the same time stamp. The log does not show which came first, so this cannot be compared. The run follows the record.`;
      if (event.what === 'unknown')
        return say`The record has ${event.recorded} here, the queue manager of the run ${event.predicted}. The log does not show what there was to choose from, so this cannot be compared. The run follows the record.`;
      return say`The run and the record differ here: the record has ${event.recorded}, the queue manager of the run ${event.predicted}. The run follows the record.`;
    case 'command.skipped':
      return [...skippedSentence(event), { text: '.' }];
    default:
      return event satisfies never;
  }
}

/** Adds the unit that Postfix assumes to a bare number of a time. */
function valueOf(name: string, text: string): string {
  const info = findParam(name)?.info;
  return info === undefined ? text : withUnit(info, text);
}

/** Writes the clause about a scripted command that came too early or too late. The ledger uses it too. */
export function skippedSentence({
  command,
  value,
  accepted,
}: Extract<WorldEvent, { kind: 'command.skipped' }>): Token[] {
  const verb = command.slice(command.indexOf('.') + 1);
  return say`Skipped: ${{ mono: verb }} of ${{ mono: value }}, because it takes ${accepted}`;
}

const REPORTS: Readonly<Record<string, string>> = {
  ok: 'delivered',
  defer: 'deferred',
  'site-fail': 'the connection or the greeting failed',
  crash: 'it went away without a report',
};

function qmgrSentence(event: QmgrEvent, names: Names): Token[] {
  switch (event.kind) {
    case 'message.read': {
      const rest = event.unread > 0 ? `; ${event.unread} stay in the queue file` : '';
      return say`${formatCounted(event.count, 'recipient')} of ${chip(names, event.msg)} read into core${rest}.`;
    }
    case 'message.assigned':
      return say`The recipients of ${chip(names, event.msg)} are grouped into ${formatCounted(event.entries.length, 'entry', 'entries')}.`;
    case 'transport.created':
      return say`Transport ${{ mono: event.name }} is used for the first time.`;
    case 'message.expired':
      return say`${chip(names, event.msg)} is too old and goes back to its sender.`;
    case 'message.done':
      if (event.result === 'removed')
        return say`${chip(names, event.msg)} is done: its queue file is removed.`;
      return say`${chip(names, event.msg)} is deferred, to be tried again ${retry(event.retryAt)}.`;
    case 'recipients.deferred':
      return say`${formatCounted(event.count, 'recipient')} of ${chip(names, event.msg)} deferred immediately, without a delivery.`;
    case 'transport.dead':
      return say`Transport ${{ mono: event.name }} is dead until ${event.until} s: no agent can be reached.`;
    case 'transport.revived':
      return say`Transport ${{ mono: event.name }} is in use again.`;
    case 'entry.moved':
    case 'entry.selected':
    case 'entry.unselected':
    case 'entry.done':
      return entrySentence(event, names);
    case 'job.linked':
    case 'job.preempted':
    case 'job.popped':
    case 'job.retired':
    case 'job.blocked':
      return jobSentence(event, names);
    case 'queue.created':
    case 'queue.dropped':
    case 'queue.unblocked':
    case 'queue.window':
    case 'queue.dead':
    case 'queue.revived':
    case 'queue.suspended':
    case 'queue.resumed':
      return queueSentence(event, names);
    default:
      return event satisfies never;
  }
}

type EntryEvent = Extract<QmgrEvent, { kind: `entry.${string}` }>;
type JobEvent = Extract<QmgrEvent, { kind: `job.${string}` }>;
type QueueEvent = Extract<QmgrEvent, { kind: `queue.${string}` }>;

function entrySentence(event: EntryEvent, names: Names): Token[] {
  const owner = chip(names, event.msg);
  switch (event.kind) {
    case 'entry.moved':
      return say`${entry(event.from)} of ${owner} moves to the retry transport as ${entry(event.to)}, with ${formatCounted(event.recipients, 'recipient')}.`;
    case 'entry.selected':
      return say`${owner} gets the turn: ${entry(event.entry)} with ${formatCounted(event.recipients, 'recipient')} for ${queue(names, event.queue)}.`;
    case 'entry.unselected':
      return say`${entry(event.entry)} of ${owner} is taken back: its agent could not be reached.`;
    case 'entry.done':
      return say`${entry(event.entry)} of ${owner} for ${queue(names, event.queue)} ${RESULTS[event.result]}.`;
    default:
      return event satisfies never;
  }
}

const RESULTS = {
  ok: 'is delivered',
  defer: 'is deferred: its recipients must be tried again',
  'site-fail': 'failed: no connection, or no greeting',
  crash: 'failed: the agent went away without a report',
} as const;

function jobSentence(event: JobEvent, names: Names): Token[] {
  switch (event.kind) {
    case 'job.linked':
      return say`${chip(names, event.msg)} joins the job list of ${transport(names, event.transport)}.`;
    case 'job.preempted':
      return say`${chip(names, event.by)} preempts ${chip(names, event.current)} for ${formatCounted(event.needed, 'delivery slot')}, stack level ${event.level}.`;
    case 'job.popped':
      return say`${chip(names, event.msg)} leaves the preemption stack${refund(event.refund)}.`;
    case 'job.retired':
      return say`${chip(names, event.msg)} leaves the job list: nothing of it is left to select.`;
    case 'job.blocked':
      return say`${chip(names, event.msg)} becomes a blocker: its destinations have no room.`;
    default:
      return event satisfies never;
  }
}

function queueSentence(event: QueueEvent, names: Names): Token[] {
  switch (event.kind) {
    case 'queue.created':
      return say`Destination ${{ mono: event.name }} appears.`;
    case 'queue.dropped':
      return say`Destination ${{ mono: event.name }} has nothing left and is forgotten.`;
    case 'queue.unblocked':
      return say`${{ mono: event.name }} has room again: every blocker of the transport is checked again.`;
    case 'queue.window':
      return say`Window of ${queue(names, event.queue)}: ${event.from} → ${event.to}${CAUSES[event.cause]}.`;
    case 'queue.dead':
      return say`${{ mono: event.name }} is dead until ${event.until} s: ${{ mono: `${event.status} ${event.reason}` }}.`;
    case 'queue.revived':
      return say`${{ mono: event.name }} may be tried again.`;
    case 'queue.suspended':
      return say`${{ mono: event.name }} pauses until ${event.until} s: rate delay.`;
    case 'queue.resumed':
      return say`${{ mono: event.name }} continues after its rate delay.`;
    default:
      return event satisfies never;
  }
}

const CAUSES = {
  positive: ', after successes',
  negative: ', after failures',
  revived: ', it may be tried again',
  resumed: ', its pause is over',
} as const;

function refund(amount: number): string {
  if (amount === 0) return '';
  const n = formatCounted(Math.abs(amount), 'delivery slot');
  return amount > 0 ? ` and gives back ${n} that it did not need` : ` and charges ${n} more than expected`;
}

function retry(at: Seconds | undefined): string {
  return at === undefined ? 'later' : `from ${at} s`;
}

function chip(names: Names, msg: MessageId): Token {
  return { chip: names.numberOf(msg) };
}

function entry(id: number): Token {
  return { mono: `E${id}` };
}

function server(name: string): Token {
  return name === '*' ? { text: 'Every other destination' } : { mono: name };
}

function queue(names: Names, id: number): Token {
  const name = names.queueName?.(id) ?? '';
  return name === '' ? { text: `destination ${id}` } : { mono: name };
}

function transport(names: Names, id: number): Token {
  const name = names.transportName?.(id) ?? '';
  return name === '' ? { text: `transport ${id}` } : { mono: name };
}
