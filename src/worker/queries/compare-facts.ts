import type { EventRecord } from '../../protocol/events.ts';
import type { Micros } from '../../protocol/units.ts';
import type { LogSegment } from '../log/log.ts';
import { type Branch, type BranchTree, headOf } from '../track/branches.ts';
import { eventsBetween } from '../log/log-reading.ts';

/**
 * What a branch came to, read from its log once and extended as the log grows: every delivery slot, and what each
 * message and destination waited for. Only first passes count: a message that is deferred has been tried.
 */
export interface BranchFacts {
  /** Events read. */
  read: number;
  readonly messages: Map<number, MessageFacts>;
  readonly numbers: Map<number, MessageFacts>;
  readonly transports: Map<number, string>;
  readonly queues: Map<number, DestinationFacts>;
  readonly destinations: Map<string, DestinationFacts>;
  /** Delivery slots by transport name. */
  readonly deliverySlots: Map<string, DeliverySlotFacts[]>;
  readonly entries: Map<number, DeliverySlotFacts>;
  injected: number;
  tried: number;
}

export interface MessageFacts {
  number: number;
  recipients: number;
  injected: Micros;
  firstDeliverySlotAt: Micros;
  lastDeliverySlotAt: Micros;
  deliverySlots: number;
  deferred: number;
  tried: boolean;
}

export interface DestinationFacts {
  transport: string;
  name: string;
  deliverySlots: number;
  recipients: number;
  failed: number;
  deaths: number;
  waited: Micros;
  lastDeliverySlotAt: Micros;
}

export interface DeliverySlotFacts {
  number: number;
  destination: string;
  at: Micros;
  queue: number;
}

const FACTS = new WeakMap<LogSegment, BranchFacts>();
/** Events unpacked at a time. */
const CHUNK = 4_000;

/**
 * Reads on in the log of a branch until the head, with a look at the messages between two pieces: a run of a million
 * events takes seconds, and nobody shall wait for them.
 */
export async function readFacts(tree: BranchTree, branch: Branch, turn: () => Promise<void>): Promise<void> {
  for (;;) {
    const facts = factsFor(branch);
    const { event: last } = headOf(branch);
    if (facts.read >= last) return;
    readOn(facts, tree, branch, Math.min(last, facts.read + CHUNK));
    // oxlint-disable-next-line no-await-in-loop
    await turn();
  }
}

/** The facts of a branch up to its head. */
export function factsOf(tree: BranchTree, branch: Branch): BranchFacts {
  const facts = factsFor(branch);
  const { event: last } = headOf(branch);
  while (facts.read < last) readOn(facts, tree, branch, Math.min(last, facts.read + CHUNK));
  return facts;
}

function factsFor(branch: Branch): BranchFacts {
  let facts = FACTS.get(branch.log);
  if (facts === undefined) FACTS.set(branch.log, (facts = createFacts()));
  return facts;
}

function readOn(facts: BranchFacts, tree: BranchTree, branch: Branch, to: number): void {
  for (const record of eventsBetween(tree, branch, facts.read + 1, to)) note(facts, record);
  facts.read = to;
}

function createFacts(): BranchFacts {
  return {
    read: 0,
    messages: new Map(),
    numbers: new Map(),
    transports: new Map(),
    queues: new Map(),
    destinations: new Map(),
    deliverySlots: new Map(),
    entries: new Map(),
    injected: 0,
    tried: 0,
  };
}

function note(facts: BranchFacts, { at, event }: EventRecord): void {
  switch (event.kind) {
    case 'message.injected': {
      const number = Number(event.name.replace(/^\D+/, '')) || event.msg;
      const message: MessageFacts = {
        number,
        recipients: event.recipients,
        injected: at,
        firstDeliverySlotAt: -1,
        lastDeliverySlotAt: -1,
        deliverySlots: 0,
        deferred: 0,
        tried: false,
      };
      facts.messages.set(event.msg, message);
      facts.numbers.set(number, message);
      facts.injected++;
      return;
    }
    case 'transport.created':
      facts.transports.set(event.transport, event.name);
      return;
    case 'queue.created':
      noteQueue(facts, event.queue, facts.transports.get(event.transport) ?? '', event.name);
      return;
    case 'queue.dead': {
      const queue = facts.queues.get(event.queue);
      if (queue !== undefined) queue.deaths++;
      return;
    }
    case 'entry.selected':
      noteSlot(facts, at, event);
      return;
    case 'entry.done':
      noteDone(facts, event.entry, event.msg, event.result !== 'ok');
      return;
    case 'recipients.deferred':
    case 'message.done':
      noteTried(facts, event);
      return;
    default:
  }
}

function noteQueue(facts: BranchFacts, queue: number, transport: string, name: string): void {
  // A destination that was dropped and made again is still the same place.
  const key = `${transport} ${name}`;
  let destination = facts.destinations.get(key);
  if (destination === undefined) {
    destination = {
      transport,
      name,
      deliverySlots: 0,
      recipients: 0,
      failed: 0,
      deaths: 0,
      waited: 0,
      lastDeliverySlotAt: -1,
    };
    facts.destinations.set(key, destination);
  }
  facts.queues.set(queue, destination);
}

function noteSlot(
  facts: BranchFacts,
  at: Micros,
  event: Extract<EventRecord['event'], { kind: 'entry.selected' }>,
): void {
  const message = facts.messages.get(event.msg);
  const destination = facts.queues.get(event.queue);
  const transport = facts.transports.get(event.transport) ?? '';
  if (message === undefined) return;
  const deliverySlot = {
    number: message.number,
    destination: destination?.name ?? '',
    at,
    queue: event.queue,
  };
  const list = facts.deliverySlots.get(transport);
  if (list === undefined) facts.deliverySlots.set(transport, [deliverySlot]);
  else list.push(deliverySlot);
  facts.entries.set(event.entry, deliverySlot);
  if (message.tried) return;
  if (message.firstDeliverySlotAt < 0) message.firstDeliverySlotAt = at;
  message.lastDeliverySlotAt = at;
  message.deliverySlots++;
  if (destination === undefined) return;
  destination.deliverySlots++;
  destination.recipients += event.recipients;
  destination.waited += at - message.injected;
  destination.lastDeliverySlotAt = at;
}

function noteDone(facts: BranchFacts, entry: number, msg: number, failed: boolean): void {
  const deliverySlot = facts.entries.get(entry);
  facts.entries.delete(entry);
  if (deliverySlot === undefined || !failed || facts.messages.get(msg)?.tried === true) return;
  const destination = facts.queues.get(deliverySlot.queue);
  if (destination !== undefined) destination.failed++;
}

function noteTried(
  facts: BranchFacts,
  event: Extract<EventRecord['event'], { kind: 'recipients.deferred' | 'message.done' }>,
): void {
  const message = facts.messages.get(event.msg);
  if (message === undefined || message.tried) return;
  if (event.kind === 'recipients.deferred') message.deferred += event.count;
  else {
    message.tried = true;
    facts.tried++;
  }
}
