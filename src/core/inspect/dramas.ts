/** Finds in a log the events that change the whole picture, with their figures. Reads the log once, in order. */
import type { Drama, DramaFacts } from '../../protocol/dramas.ts';
import type { CoreEvent, EventRecord } from '../../protocol/events.ts';
import type { EntryId, MessageId, QueueId, StepNumber } from '../../protocol/ids.ts';
import type { Micros } from '../../protocol/units.ts';
import { dramaKind, HERD } from './drama-kinds.ts';

/** Reads a log in order. It may begin anywhere; figures that need earlier events are then unknown. */
export interface DramaTally {
  note(record: EventRecord): void;
  /** Returns the dramas of steps completed since the last call. After the last event `end` completes its step, too. */
  take(end?: boolean): Drama[];
}

interface Refusals {
  recipients: number;
  /** True if all events since the last success, or since the destination was created, were read. */
  whole: boolean;
}

interface Stay {
  delivered: number;
  waiting: number;
  whole: boolean;
}

interface Known {
  entries: Map<EntryId, number>;
  refusals: Map<QueueId, Refusals>;
  stays: Map<MessageId, Stay>;
  /**
   * Messages in the active queue; the arrival of this step; true if the previous arrival was read in the step in which
   * it came.
   */
  active: Set<MessageId>;
  arrival: { at: Micros; step: StepNumber; msg: MessageId } | null;
  hadRoom: boolean;
  /** True if the log is read from the first event of the run. */
  whole: boolean;
}

export function createDramaTally(): DramaTally {
  const known: Known = {
    entries: new Map(),
    refusals: new Map(),
    stays: new Map(),
    active: new Set(),
    arrival: null,
    hadRoom: false,
    whole: false,
  };
  let open: Drama[] = [];
  let done: Drama[] = [];
  let step: readonly EventRecord[] = [];
  const close = (): void => {
    done.push(...open.filter(({ facts }) => facts.kind !== 'herd' || facts.woken >= HERD));
    const full = fullAfter(known);
    if (full !== null) done.push(full);
    open = [];
  };
  return {
    note(record) {
      if (record.n === 1) known.whole = true;
      if (step[0]?.step !== record.step) {
        close();
        step = [];
      }
      step = [...step.slice(-STEP_KEPT), record];
      follow(known, open, record.event);
      if (record.event.kind === 'message.injected')
        known.arrival = { at: record.at, step: record.step, msg: record.event.msg };
      const facts = factsOf(known, open, record.event, step);
      if (facts !== null) open.push({ at: record.at, step: record.step, facts, count: 1 });
    },
    take(end = false) {
      if (end) close();
      const found = done;
      done = [];
      return found;
    },
  };
}

/** Number of events of a step that are kept to find its cause. */
const STEP_KEPT = 12;

/** Updates the state needed for later figures, and the open dramas of this step. */
function follow(known: Known, open: readonly Drama[], event: CoreEvent): void {
  switch (event.kind) {
    case 'message.injected':
      known.stays.set(event.msg, { delivered: 0, waiting: 0, whole: true });
      break;
    case 'queue.created':
      known.refusals.set(event.queue, { recipients: 0, whole: true });
      break;
    case 'message.read':
      known.active.add(event.msg);
      break;
    case 'message.done':
      known.active.delete(event.msg);
      break;
    case 'qmgr.reloaded':
      known.active.clear();
      break;
    case 'entry.selected':
      known.entries.set(event.entry, event.recipients);
      break;
    case 'entry.done':
      endEntry(known, event);
      break;
    case 'recipients.deferred':
      stayOf(known, event.msg).waiting += event.count;
      break;
    case 'entry.moved':
      for (const { facts } of open)
        if (facts.kind === 'dead' && facts.destination) facts.putOff += event.recipients;
      break;
    case 'thread.released':
      for (const { facts } of open) if (facts.kind === 'herd' && event.cause === 'herd') facts.woken++;
      break;
    default:
  }
}

/**
 * A message that arrives is read in the same step if the active queue has room (qmgr/README.md §4.2). If an arrival is not
 * read but the arrival before it was, the queue has become full. In a recording arrivals and reads are separate steps, so
 * nothing is reported.
 */
function fullAfter(known: Known): Drama | null {
  const { arrival, hadRoom } = known;
  if (arrival === null) return null;
  known.arrival = null;
  known.hadRoom = known.active.has(arrival.msg);
  if (known.hadRoom || !hadRoom) return null;
  const active = known.whole ? known.active.size : null;
  const { at, step, msg } = arrival;
  return { at, step, facts: { kind: 'full', msg, active }, count: 1 };
}

function endEntry(known: Known, event: Extract<CoreEvent, { kind: 'entry.done' }>): void {
  const recipients = known.entries.get(event.entry);
  known.entries.delete(event.entry);
  const stay = stayOf(known, event.msg);
  const refusals = known.refusals.get(event.queue) ?? { recipients: 0, whole: known.whole };
  known.refusals.set(event.queue, refusals);
  if (recipients === undefined) {
    stay.whole = false;
    refusals.whole = false;
    return;
  }
  if (event.result === 'ok') stay.delivered += recipients;
  else stay.waiting += recipients;
  if (event.result === 'site-fail' || event.result === 'crash') refusals.recipients += recipients;
  else Object.assign(refusals, { recipients: 0, whole: true });
}

function stayOf(known: Known, msg: MessageId): Stay {
  const stay = known.stays.get(msg) ?? { delivered: 0, waiting: 0, whole: known.whole };
  known.stays.set(msg, stay);
  return stay;
}

function factsOf(
  known: Known,
  open: readonly Drama[],
  event: CoreEvent,
  step: readonly EventRecord[],
): DramaFacts | null {
  switch (event.kind) {
    case 'queue.dead':
    case 'transport.dead':
      return deathOf(known, event);
    case 'queue.revived':
    case 'transport.revived': {
      if (diedHere(open, event.name)) return null;
      const { name, transport } = event;
      const destination = event.kind === 'queue.revived';
      if (event.kind === 'queue.revived') known.refusals.set(event.queue, { recipients: 0, whole: true });
      return { kind: 'alive', destination, name, transport, cause: reviverOf(step) };
    }
    case 'message.done':
      return doneOf(known, event);
    case 'thread.released':
      if (event.cause !== 'herd' || open.some(({ facts }) => facts.kind === 'herd')) return null;
      return { kind: 'herd', transport: event.transport, woken: 1, name: event.name };
    case 'purgatory.purged':
      if (dramaKind(event) === null) return null;
      return { kind: 'purge', design: '', visited: event.visited, removed: event.removed };
    case 'lab.purged':
      if (dramaKind(event) === null) return null;
      return { kind: 'purge', design: event.design, visited: event.visits, removed: event.freed };
    default:
      return null;
  }
}

function deathOf(
  known: Known,
  event: Extract<CoreEvent, { kind: 'queue.dead' | 'transport.dead' }>,
): DramaFacts {
  const { transport, name, until } = event;
  const refusals = event.kind === 'queue.dead' ? known.refusals.get(event.queue) : undefined;
  return {
    kind: 'dead',
    destination: event.kind === 'queue.dead',
    name,
    transport,
    until,
    refused: refusals?.whole === true ? refusals.recipients : null,
    putOff: 0,
  };
}

function doneOf(known: Known, event: Extract<CoreEvent, { kind: 'message.done' }>): DramaFacts | null {
  const stay = known.stays.get(event.msg);
  const whole = stay?.whole === true;
  // The next stay in the active queue counts its waiting recipients from 0.
  known.stays.set(event.msg, { delivered: stay?.delivered ?? 0, waiting: 0, whole });
  if (event.result !== 'deferred') return null;
  return {
    kind: 'deferred',
    msg: event.msg,
    waiting: whole ? stay.waiting : null,
    delivered: whole ? stay.delivered : null,
    retryAt: event.retryAt ?? null,
  };
}

/** A destination that dies and revives in one step makes a single drama. */
function diedHere(open: readonly Drama[], name: string): boolean {
  const death = open.find(({ facts }) => facts.kind === 'dead' && facts.name === name);
  if (death?.facts.kind !== 'dead') return false;
  death.facts.until = 0;
  return true;
}

function reviverOf(step: readonly EventRecord[]): 'success' | 'time' | 'flush' {
  if (step.some(({ event }) => event.kind === 'entry.done')) return 'success';
  return step.some(({ event }) => event.kind === 'timer.expired') ? 'time' : 'flush';
}
