import type { QueueId, TransportId } from '../../protocol/ids.ts';
import { numberOfName, type Names } from '../../explain/tokens.ts';
import type { CoreEvent } from '../../protocol/events.ts';

/** Names taken from the log itself, because the page's rows contain only objects that still exist. */
export interface LogNames extends Names {
  /** Learns names from an event. Call it with each event in order. */
  note(event: CoreEvent): void;
  queueName(queue: QueueId): string;
  transportName(transport: TransportId): string;
}

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
