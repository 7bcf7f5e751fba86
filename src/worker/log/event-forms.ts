import type { CoreEvent, EventKind } from '../../protocol/events.ts';
import { numberAt, putNumber } from './form-words.ts';
import { type Packer, rememberText, textId, textOf, usualText } from './pack.ts';
import { FORM_WORDS, type Forms } from './packed-list.ts';

/**
 * Forms of the events that each message and delivery causes. These are nearly all events of a long run. Ids and counts take
 * one word, because they stay far below 2^31 (`scenario/limits.ts`). If an event gets another member, `read` no longer
 * compiles.
 */
const EVENT_FORM = {
  'timer.added': 1,
  'timer.expired': 2,
  'timer.cancelled': 3,
  'entry.selected': 4,
  'entry.done': 5,
  'delivery.started': 6,
  'delivery.ended': 7,
  'operation.watched': 8,
  'operation.completed': 9,
  'message.read': 10,
  'message.assigned': 11,
  'job.linked': 12,
  'job.retired': 13,
} as const satisfies Partial<Record<EventKind, number>>;

type Of<K extends EventKind> = Extract<CoreEvent, { kind: K }>;

export const EVENT_FORMS: Forms<CoreEvent> = { write: writeEvent, read };

/** Writes an event. Returns the offset after it, or 0 if the event has no form. */
function writeEvent(w: Int32Array, at: number, e: CoreEvent, packer: Packer): number {
  switch (e.kind) {
    case 'timer.added':
      return writeAdded(w, at, e, packer);
    case 'timer.expired':
      w[at] = EVENT_FORM['timer.expired'];
      w[at + 1] = e.timer;
      w[at + 2] = textOf(packer, e.timer, e.label);
      putNumber(w, at + 3, e.due);
      return at + 5;
    case 'timer.cancelled':
      return writeCancelled(w, at, e, packer);
    case 'entry.selected':
      w[at] = EVENT_FORM['entry.selected'];
      w[at + 5] = e.recipients;
      return writeEntry(w, at, e);
    case 'entry.done':
      w[at] = EVENT_FORM['entry.done'];
      w[at + 5] = usualText(packer, 0, e.result);
      return writeEntry(w, at, e);
    case 'delivery.started':
      // The event of an agent that is a thread has more members and is recorded in the trail of threads, so it has no form.
      if (e.thread !== undefined || e.item !== undefined) return 0;
      w[at] = EVENT_FORM['delivery.started'];
      return writeDelivery(w, at, e);
    case 'delivery.ended':
      w[at] = EVENT_FORM['delivery.ended'];
      w[at + 5] = usualText(packer, 1, e.result);
      return writeDelivery(w, at, e) + 1;
    case 'operation.watched':
      return writeWatched(w, at, e, packer);
    case 'operation.completed':
      w[at] = EVENT_FORM['operation.completed'];
      w[at + 1] = e.operation;
      w[at + 2] = usualText(packer, 2, e.cause);
      w[at + 3] = e.nodesLeft;
      return at + 4;
    default:
      return writeOfMessage(w, at, e);
  }
}

function writeOfMessage(w: Int32Array, at: number, e: CoreEvent): number {
  switch (e.kind) {
    case 'message.read':
      w[at] = EVENT_FORM['message.read'];
      w[at + 1] = e.msg;
      w[at + 2] = e.limit;
      w[at + 3] = e.count;
      w[at + 4] = e.unread;
      w[at + 5] = e.more ? 1 : 0;
      return at + 6;
    case 'message.assigned':
      return writeAssigned(w, at, e);
    case 'job.linked':
    case 'job.retired':
      w[at] = EVENT_FORM[e.kind];
      w[at + 1] = e.transport;
      w[at + 2] = e.msg;
      return at + 3;
    default:
      return 0;
  }
}

function writeAdded(w: Int32Array, at: number, e: Of<'timer.added'>, packer: Packer): number {
  w[at] = EVENT_FORM['timer.added'];
  w[at + 1] = e.timer;
  w[at + 2] = rememberText(packer, e.timer, e.label);
  putNumber(w, at + 3, e.due);
  w[at + 5] = e.level;
  w[at + 6] = e.bucket;
  putNumber(w, at + 7, e.opens);
  putNumber(w, at + 9, e.wheelTime);
  return at + 11;
}

function writeCancelled(w: Int32Array, at: number, e: Of<'timer.cancelled'>, packer: Packer): number {
  w[at] = EVENT_FORM['timer.cancelled'];
  w[at + 1] = e.timer;
  w[at + 2] = textOf(packer, e.timer, e.label);
  w[at + 3] = e.level;
  w[at + 4] = e.bucket;
  putNumber(w, at + 5, e.opens);
  w[at + 7] = e.emptied ? 1 : 0;
  return at + 8;
}

function writeEntry(w: Int32Array, at: number, e: Of<'entry.selected' | 'entry.done'>): number {
  w[at + 1] = e.entry;
  w[at + 2] = e.msg;
  w[at + 3] = e.queue;
  w[at + 4] = e.transport;
  return at + 6;
}

function writeDelivery(w: Int32Array, at: number, e: Of<'delivery.started' | 'delivery.ended'>): number {
  w[at + 1] = e.delivery;
  w[at + 2] = e.agent;
  w[at + 3] = e.entry;
  w[at + 4] = e.transport;
  return at + 5;
}

/** Writes an operation that waits under one key, its destination. Other operations are rare and have no form. */
function writeWatched(w: Int32Array, at: number, e: Of<'operation.watched'>, packer: Packer): number {
  const [key] = e.keys;
  if (key === undefined || e.keys.length !== 1) return 0;
  w[at] = EVENT_FORM['operation.watched'];
  w[at + 1] = e.operation;
  w[at + 2] = e.timer;
  w[at + 3] = textId(packer, key);
  return at + 4;
}

/** An event with a long list of entries has no form. */
function writeAssigned(w: Int32Array, at: number, e: Of<'message.assigned'>): number {
  const { entries } = e;
  if (3 + 3 * entries.length > FORM_WORDS) return 0;
  w[at] = EVENT_FORM['message.assigned'];
  w[at + 1] = e.msg;
  w[at + 2] = entries.length;
  let to = at + 3;
  for (const entry of entries) {
    w[to++] = entry.entry;
    w[to++] = entry.queue;
    w[to++] = entry.recipients;
  }
  return to;
}

function read(w: Int32Array, at: number, { texts }: Packer): CoreEvent {
  const text = (place: number): string => texts[w[at + place]!] ?? '';
  const id = w[at + 1]!;
  switch (w[at]) {
    case EVENT_FORM['timer.added']:
      return {
        kind: 'timer.added',
        timer: id,
        label: text(2),
        due: numberAt(w, at + 3),
        level: w[at + 5]!,
        bucket: w[at + 6]!,
        opens: numberAt(w, at + 7),
        wheelTime: numberAt(w, at + 9),
      };
    case EVENT_FORM['timer.expired']:
      return { kind: 'timer.expired', timer: id, label: text(2), due: numberAt(w, at + 3) };
    case EVENT_FORM['timer.cancelled']:
      return {
        kind: 'timer.cancelled',
        timer: id,
        label: text(2),
        level: w[at + 3]!,
        bucket: w[at + 4]!,
        opens: numberAt(w, at + 5),
        emptied: w[at + 7] === 1,
      };
    case EVENT_FORM['operation.watched']:
      return { kind: 'operation.watched', operation: id, timer: w[at + 2]!, keys: [text(3)] };
    case EVENT_FORM['operation.completed']:
      return {
        kind: 'operation.completed',
        operation: id,
        cause: text(2) as Of<'operation.completed'>['cause'],
        nodesLeft: w[at + 3]!,
      };
    default:
      return readOfMessage(w, at, text);
  }
}

function readOfMessage(w: Int32Array, at: number, text: (place: number) => string): CoreEvent {
  const id = w[at + 1]!;
  const entry = { entry: id, msg: w[at + 2]!, queue: w[at + 3]!, transport: w[at + 4]! };
  const delivery = { delivery: id, agent: w[at + 2]!, entry: w[at + 3]!, transport: w[at + 4]! };
  switch (w[at]) {
    case EVENT_FORM['entry.selected']:
      return { kind: 'entry.selected', ...entry, recipients: w[at + 5]! };
    case EVENT_FORM['entry.done']:
      return { kind: 'entry.done', ...entry, result: text(5) as Of<'entry.done'>['result'] };
    case EVENT_FORM['delivery.started']:
      return { kind: 'delivery.started', ...delivery };
    case EVENT_FORM['delivery.ended']:
      return { kind: 'delivery.ended', ...delivery, result: text(5) };
    case EVENT_FORM['message.read']: {
      const [limit, count, unread] = [w[at + 2]!, w[at + 3]!, w[at + 4]!];
      return { kind: 'message.read', msg: id, limit, count, unread, more: w[at + 5] === 1 };
    }
    case EVENT_FORM['message.assigned']:
      return { kind: 'message.assigned', msg: id, entries: readEntries(w, at + 3, w[at + 2]!) };
    case EVENT_FORM['job.linked']:
      return { kind: 'job.linked', transport: id, msg: w[at + 2]! };
    case EVENT_FORM['job.retired']:
      return { kind: 'job.retired', transport: id, msg: w[at + 2]! };
    default:
      throw new Error(`an event of form ${w[at]} in the log`);
  }
}

function readEntries(w: Int32Array, from: number, count: number): Of<'message.assigned'>['entries'] {
  return Array.from({ length: count }, (_, i) => {
    const at = from + 3 * i;
    return { entry: w[at]!, queue: w[at + 1]!, recipients: w[at + 2]! };
  });
}
