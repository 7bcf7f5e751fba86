import type { EntryId, MessageId, QueueId, StepNumber, MessageNumber } from '../../protocol/ids.ts';
import type { CoreEvent } from '../../protocol/events.ts';
import type { Micros, RealMillis } from '../../protocol/units.ts';
import type { LogSegment } from '../log/log.ts';
import { numberInName } from '../log/number-in-name.ts';
import { type Branch, headOf, sharedUpTo } from '../track/branches.ts';
import { runOn, type SideRun, walkOn } from '../track/side-run.ts';
import type { StepReport } from '../track/step-report.ts';
import type { Track } from '../track/track.ts';

/**
 * Facts about a branch, collected from the reports of its steps: every delivery slot, and what each message and destination
 * waited for. Known steps are repeated once; new steps are then followed. Only first passes count: a deferred message counts
 * as tried. Reading the written log instead would cost as much again.
 */
export interface BranchFacts {
  /** The background run from which the facts are collected. It stores how far it has read. */
  readonly side: SideRun<unknown>;
  readonly messages: Map<number, MessageFacts>;
  readonly numbers: Map<number, MessageFacts>;
  readonly identities: Map<string, MessageFacts>;
  /** Number of messages so far with the same queue id of a record or, without one, with the same arrival and size. */
  readonly alike: Map<string, number>;
  readonly transports: Map<number, string>;
  readonly queues: Map<number, DestinationFacts>;
  readonly destinations: Map<string, DestinationFacts>;
  readonly deliverySlots: Map<string, DeliverySlotFacts[]>;
  readonly entries: Map<number, DeliverySlotFacts>;
  injected: number;
  tried: number;
}

export interface MessageFacts {
  number: MessageNumber;
  /** A text that is equal for the same message on two branches, where its numbers may differ. */
  identity: string;
  recipients: number;
  injected: Micros;
  firstDeliverySlotAt: Micros;
  lastDeliverySlotAt: Micros;
  deliverySlots: number;
  deferred: number;
  tried: boolean;
  /** When the last recipient had the message; −1 = not yet. */
  doneAt: Micros;
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
  number: MessageNumber;
  identity: string;
  destination: string;
  at: Micros;
  queue: QueueId;
}

const FACTS = new WeakMap<LogSegment, BranchFacts>();

export function factsOf({ log }: Branch): BranchFacts {
  let facts = FACTS.get(log);
  if (facts === undefined) FACTS.set(log, (facts = createFacts()));
  return facts;
}

/** True if all known steps of a branch have been read. */
export function allRead(branch: Branch): boolean {
  return factsOf(branch).side.step >= headOf(branch).step;
}

/** Continues reading a branch for `ms` milliseconds, up to a known step. Returns true if the branch was read up to `step`. */
export function readOn<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  step: StepNumber,
  ms: RealMillis,
): boolean {
  const facts = factsOf(branch);
  const side = facts.side as SideRun<Key>;
  if (side.step >= step) return true;
  const way = { start: 0, step, ms };
  return walkOn(track, branch, side, way, nothing, (report, at) => noteStep(facts, report, at));
}

function nothing(): void {}

/** Simulates a branch beyond its head for `ms` milliseconds or until `done`, and collects facts. */
export function simulateOn<Sim, Key>(
  track: Track<Sim, Key>,
  branch: Branch,
  ms: RealMillis,
  done: (next: Micros) => boolean,
): void {
  const facts = factsOf(branch);
  const told = (report: StepReport, at: Micros): void => noteStep(facts, report, at);
  runOn(track, branch, facts.side as SideRun<Key>, { ms, done, told });
}

/** Reads the shared part of two branches once: an unread `to` copies the facts of `from`, unless they pass the fork. */
export function shareFacts<Sim, Key>({ tree }: Track<Sim, Key>, from: Branch, to: Branch): void {
  const { side } = factsOf(from);
  if (factsOf(to).side.step >= 0 || side.position === null || side.step > sharedUpTo(tree, from, to)) return;
  FACTS.set(to.log, copyFacts(factsOf(from), to));
}

function copyFacts(facts: BranchFacts, branch: Branch): BranchFacts {
  const { side, numbers, alike, transports, queues, deliverySlots, entries, injected, tried } = facts;
  const messages = new Map([...facts.messages].map(([msg, message]) => [msg, { ...message }]));
  const byNumber = new Map([...messages.values()].map((message) => [message.number, message]));
  const destinations = new Map([...facts.destinations].map(([key, one]) => [key, { ...one }]));
  return {
    side: { ...side, position: side.position === null ? null : { ...side.position, branch }, ended: false },
    messages,
    numbers: new Map([...numbers.keys()].map((number) => [number, byNumber.get(number)!])),
    identities: new Map([...messages.values()].map((message) => [message.identity, message])),
    alike: new Map(alike),
    transports: new Map(transports),
    queues: new Map([...queues].map(([id, one]) => [id, destinations.get(keyOf(one.transport, one.name))!])),
    destinations,
    deliverySlots: new Map([...deliverySlots].map(([name, list]) => [name, list.slice()])),
    entries: new Map(entries),
    injected,
    tried,
  };
}

function noteStep(facts: BranchFacts, { events, eventCount }: StepReport, at: Micros): void {
  for (let i = 0; i < eventCount; i++) note(facts, at, events[i]!);
}

function createFacts(): BranchFacts {
  return {
    side: { position: null, step: -1, ended: false },
    messages: new Map(),
    numbers: new Map(),
    identities: new Map(),
    alike: new Map(),
    transports: new Map(),
    queues: new Map(),
    destinations: new Map(),
    deliverySlots: new Map(),
    entries: new Map(),
    injected: 0,
    tried: 0,
  };
}

function note(facts: BranchFacts, at: Micros, event: CoreEvent): void {
  switch (event.kind) {
    case 'message.injected': {
      const same: number = event.msg;
      const number: MessageNumber = numberInName(event.name) || same;
      const message: MessageFacts = {
        number,
        identity: newIdentity(facts, at, event),
        recipients: event.recipients,
        injected: at,
        firstDeliverySlotAt: -1,
        lastDeliverySlotAt: -1,
        deliverySlots: 0,
        deferred: 0,
        tried: false,
        doneAt: -1,
      };
      facts.messages.set(event.msg, message);
      facts.numbers.set(number, message);
      facts.identities.set(message.identity, message);
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
      if (event.kind === 'message.done' && event.result === 'removed') noteGone(facts, at, event.msg);
      return;
    default:
  }
}

/**
 * Returns a text that is equal for the same message on two branches: the queue id of a record, else arrival and size,
 * and how many equal messages came before. The message's number depends on other arrivals.
 */
function newIdentity(
  { alike }: BranchFacts,
  at: Micros,
  { name, recipients }: Extract<CoreEvent, { kind: 'message.injected' }>,
): string {
  const known = numberInName(name) === 0 ? name : `${at} ${recipients}`;
  const before = alike.get(known) ?? 0;
  alike.set(known, before + 1);
  return `${known} ${before}`;
}

function noteGone(facts: BranchFacts, at: Micros, msg: MessageId): void {
  const message = facts.messages.get(msg);
  if (message !== undefined) message.doneAt = at;
}

function noteQueue(facts: BranchFacts, queue: QueueId, transport: string, name: string): void {
  // A destination that was dropped and created again is still the same place.
  const key = keyOf(transport, name);
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

function keyOf(transport: string, name: string): string {
  return `${transport} ${name}`;
}

function noteSlot(
  facts: BranchFacts,
  at: Micros,
  event: Extract<CoreEvent, { kind: 'entry.selected' }>,
): void {
  const message = facts.messages.get(event.msg);
  const destination = facts.queues.get(event.queue);
  const transport = facts.transports.get(event.transport) ?? '';
  if (message === undefined) return;
  const deliverySlot = {
    number: message.number,
    identity: message.identity,
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

function noteDone(facts: BranchFacts, entry: EntryId, msg: MessageId, failed: boolean): void {
  const deliverySlot = facts.entries.get(entry);
  facts.entries.delete(entry);
  if (deliverySlot === undefined || !failed || facts.messages.get(msg)?.tried === true) return;
  const destination = facts.queues.get(deliverySlot.queue);
  if (destination !== undefined) destination.failed++;
}

function noteTried(
  facts: BranchFacts,
  event: Extract<CoreEvent, { kind: 'recipients.deferred' | 'message.done' }>,
): void {
  const message = facts.messages.get(event.msg);
  if (message === undefined || message.tried) return;
  if (event.kind === 'recipients.deferred') message.deferred += event.count;
  else {
    message.tried = true;
    facts.tried++;
  }
}
