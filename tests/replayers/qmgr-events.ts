import type { MessageId, TransportId } from '../../src/protocol/ids.ts';
import type { QmgrEvent } from '../../src/protocol/events.ts';
import type { Qmgr } from '../../src/core/qmgr/model.ts';
import { get } from '../../src/core/tables.ts';

/** Events of the core in the format of qmgr-trace/1. Ids become names while their records still exist. */
export type TraceEvent = { ev: string } & Record<string, unknown>;

/** Appends one event to the list of the step. Skips kinds that the traces do not have. */
export function appendTraceEvent(q: Qmgr, log: TraceEvent[], event: QmgrEvent): void {
  const message = (id: MessageId): string => get(q.messages, id).name;
  const transport = (id: TransportId): string => get(q.transports, id).name;
  switch (event.kind) {
    case 'message.read': {
      const { limit, count, unread, more } = event;
      log.push({ ev: 'read', msg: message(event.msg), limit, count, unread, more });
      break;
    }
    case 'message.assigned': {
      const entries = event.entries.map(({ entry, queue, recipients }) => {
        const row = get(q.queues, queue);
        return [`E${entry}`, transport(row.transport), row.name, recipients];
      });
      log.push({ ev: 'assign', msg: message(event.msg), entries });
      break;
    }
    case 'transport.created':
      log.push({ ev: 'transport-new', transport: event.name });
      break;
    case 'job.linked':
      log.push({ ev: 'link', transport: transport(event.transport), msg: message(event.msg) });
      break;
    case 'job.preempted': {
      const { current, by, level } = event;
      const names = { current: message(current), by: message(by) };
      log.push({ ev: 'preempt', transport: transport(event.transport), ...names, level });
      break;
    }
    case 'job.popped':
      log.push({ ev: 'pop', transport: transport(event.transport), msg: message(event.msg) });
      break;
    case 'job.retired':
      log.push({ ev: 'retire', transport: transport(event.transport), msg: message(event.msg) });
      break;
    case 'job.blocked':
      log.push({ ev: 'block', transport: transport(event.transport), msg: message(event.msg) });
      break;
    case 'transport.dead':
      log.push({ ev: 'transport-dead', transport: event.name });
      break;
    case 'transport.revived':
      log.push({ ev: 'transport-alive', transport: event.name });
      break;
    case 'entry.unselected':
      log.push({ ev: 'unselect', entry: `E${event.entry}` });
      break;
    default:
      appendQueueOrMessageEvent(q, log, event);
  }
}

const QUEUE_EVENTS = {
  'queue.created': 'queue-new',
  'queue.dropped': 'queue-gone',
  'queue.unblocked': 'unblock',
  'queue.revived': 'unthrottle',
  'queue.suspended': 'suspend',
  'queue.resumed': 'resume',
} as const;

function appendQueueOrMessageEvent(q: Qmgr, log: TraceEvent[], event: QmgrEvent): void {
  const transport = (id: TransportId): string => get(q.transports, id).name;
  switch (event.kind) {
    case 'queue.created':
    case 'queue.dropped':
    case 'queue.unblocked':
    case 'queue.revived':
    case 'queue.suspended':
    case 'queue.resumed':
      log.push({ ev: QUEUE_EVENTS[event.kind], transport: transport(event.transport), queue: event.name });
      break;
    case 'queue.dead': {
      const { status, reason } = event;
      log.push({ ev: 'dead', transport: transport(event.transport), queue: event.name, status, reason });
      break;
    }
    case 'entry.moved': {
      const queue = get(q.queues, event.queue);
      log.push({
        ev: 'move',
        msg: get(q.messages, event.msg).name,
        from: `E${event.from}`,
        to: `E${event.to}`,
        transport: transport(queue.transport),
        queue: queue.name,
        count: event.recipients,
      });
      break;
    }
    case 'recipients.deferred':
      appendDeferred(log, get(q.messages, event.msg).name, event.count, event.entry);
      break;
    case 'message.expired':
      log.push({ ev: 'expire', msg: get(q.messages, event.msg).name });
      break;
    case 'message.done': {
      const retry = event.retryAt === undefined ? {} : { retryAt: event.retryAt };
      log.push({ ev: 'msg-done', msg: get(q.messages, event.msg).name, result: event.result, ...retry });
      break;
    }
  }
}

/** Consecutive deferrals of one batch become one event. Deferrals of waiting entries stay separate events. */
function appendDeferred(log: TraceEvent[], msg: string, count: number, entry: number): void {
  const last = log.at(-1);
  if (entry === 0 && last?.ev === 'defer' && last.msg === msg && BATCH.has(last)) {
    last.count = (last.count as number) + count;
    return;
  }
  const added = { ev: 'defer', msg, count };
  if (entry === 0) BATCH.add(added);
  log.push(added);
}

/**
 * `defer` events that came from a batch. This set records them, because the format of trace events has no member for
 * it.
 */
const BATCH = new WeakSet<object>();
