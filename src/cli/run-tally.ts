/** What became of each message of a run, from its events alone. */

import { type Names, numberOfName } from '../explain/tokens.ts';
import type { CoreEvent } from '../protocol/events.ts';
import type { MessageId } from '../protocol/ids.ts';
import { MICROS_PER_SECOND, type Micros } from '../protocol/units.ts';

/** A message at the end of the run; times are seconds. */
export interface MessageFigures {
  number: number;
  recipients: number;
  injected: number;
  deliverySlots: number;
  firstSlot: number | null;
  lastSlot: number | null;
  result: 'removed' | 'deferred' | 'expired' | 'in the queue';
}

/** Figures that grow with the log. */
export interface RunTally {
  note(at: Micros, event: CoreEvent): void;
  readonly names: Names;
  /** By the id of the message. */
  readonly messages: ReadonlyMap<number, MessageFigures>;
  /** Message numbers in the order in which they got delivery slots, by transport. */
  readonly strips: ReadonlyMap<string, readonly number[]>;
  /** `preemptions` is counted here, the others by who numbers the records. */
  readonly counts: { events: number; decisions: number; preemptions: number };
}

/** A tally of nothing; `note` it every event, in order. */
export function createTally(): RunTally {
  const messages = new Map<number, MessageFigures>();
  const queues = new Map<number, string>();
  const transports = new Map<number, string>();
  const strips = new Map<string, number[]>();
  const counts = { events: 0, decisions: 0, preemptions: 0 };
  const end = (msg: MessageId, result: MessageFigures['result']): void => {
    const figures = messages.get(msg);
    if (figures !== undefined) figures.result = result;
  };
  return {
    messages,
    strips,
    counts,
    names: {
      numberOf: (msg) => messages.get(msg)?.number ?? msg,
      queueName: (queue) => queues.get(queue) ?? '',
      transportName: (transport) => transports.get(transport) ?? '',
    },
    note(at, event) {
      switch (event.kind) {
        case 'message.injected':
          messages.set(event.msg, newMessage(numberOfName(event.name, event.msg), event.recipients, at));
          break;
        case 'transport.created':
          transports.set(event.transport, event.name);
          break;
        case 'queue.created':
          queues.set(event.queue, event.name);
          break;
        case 'entry.selected': {
          const figures = messages.get(event.msg);
          if (figures !== undefined) countSelection(figures, at);
          if (figures !== undefined) append(strips, transports.get(event.transport) ?? '', figures.number);
          break;
        }
        case 'job.preempted':
          counts.preemptions++;
          break;
        case 'message.expired':
          end(event.msg, 'expired');
          break;
        case 'message.done':
          // Expired mail is removed too, after it has been returned.
          if (messages.get(event.msg)?.result !== 'expired') end(event.msg, event.result);
          break;
        default:
      }
    },
  };
}

function newMessage(number: number, recipients: number, at: Micros): MessageFigures {
  return {
    number,
    recipients,
    injected: at / MICROS_PER_SECOND,
    deliverySlots: 0,
    firstSlot: null,
    lastSlot: null,
    result: 'in the queue',
  };
}

function countSelection(figures: MessageFigures, at: Micros): void {
  figures.deliverySlots++;
  figures.firstSlot ??= at / MICROS_PER_SECOND;
  figures.lastSlot = at / MICROS_PER_SECOND;
}

function append(strips: Map<string, number[]>, transport: string, number: number): void {
  const strip = strips.get(transport);
  if (strip === undefined) strips.set(transport, [number]);
  else strip.push(number);
}
