import type { QueueId, TransportId } from '../../protocol/ids.ts';
import { numberOfName, type Names } from '../../explain/tokens.ts';
import type { CoreEvent } from '../../protocol/events.ts';

/** Names as the log itself gives them: rows of the page know only what still exists. */
export interface LogNames extends Names {
  /** Learns from an event; call it with each, in order. */
  note(event: CoreEvent): void;
  queueName(queue: QueueId): string;
  transportName(transport: TransportId): string;
}

/** Names of nothing yet. */
export function createLogNames(): LogNames {
  const messages = new Map<number, number>();
  const queues = new Map<number, string>();
  const transports = new Map<number, string>();
  return {
    note(event) {
      if (event.kind === 'message.injected') messages.set(event.msg, numberOfName(event.name, event.msg));
      else if (event.kind === 'queue.created') queues.set(event.queue, event.name);
      else if (event.kind === 'transport.created') transports.set(event.transport, event.name);
    },
    numberOf: (message) => messages.get(message) ?? message,
    queueName: (queue) => queues.get(queue) ?? '',
    transportName: (transport) => transports.get(transport) ?? '',
  };
}
