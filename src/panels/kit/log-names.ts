import type { Names } from '../../explain/tokens.ts';
import type { LogNames } from '../../protocol/debug.ts';

/** Names of all objects in the loaded part of a log, wherever the cursor is. */
export interface KnownNames extends Names {
  add(names: LogNames): void;
}

export function createNames(): KnownNames {
  const numbers = new Map<number, number>();
  const queues = new Map<number, string>();
  const transports = new Map<number, string>();
  return {
    add(names) {
      for (const [id, number] of names.messages) numbers.set(id, number);
      for (const [id, name] of names.queues) queues.set(id, name);
      for (const [id, name] of names.transports) transports.set(id, name);
    },
    numberOf: (message) => numbers.get(message) ?? message,
    queueName: (queue) => queues.get(queue) ?? '',
    transportName: (transport) => transports.get(transport) ?? '',
  };
}
