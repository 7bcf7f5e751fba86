/**
 * Reads a record written by hand, as lists of messages (with the instants at which they became active) and deliveries, and
 * converts it to the columns of `protocol/recorded.ts`.
 */
import type { MessagePlace } from '../protocol/ids.ts';
import type { RecordedFactKind, RecordedSetup } from '../protocol/recorded.ts';
import { MICROS_PER_SECOND, type Micros } from '../protocol/units.ts';
import { DEFAULT_TRANSPORT } from './defaults.ts';
import { LIMITS } from './limits.ts';
import { isDestinationName, isPlainText, isTransportName } from '../protocol/names.ts';
import { column, members, type Path, refuse } from './recorded-check.ts';
import { FATES_ACCEPTED } from './recorded-kinds.ts';
import { number, plainText } from './schema-parts.ts';

const FATES = ['sent', 'deferred', 'bounced'];
const STEP = Symbol('order of facts at one instant');

interface Fact {
  at: number;
  kind: RecordedFactKind;
  ref: number;
  /** Order of facts at one instant: ends first, then arrivals, then starts of agents. */
  [STEP]: number;
}

/** Columns under construction, with their indexes. */
interface Growing {
  setup: RecordedSetup;
  texts: Map<string, number>;
  messages: Map<string, { index: number; places: Map<string, number> }>;
  facts: Fact[];
}

/** Converts the lists of `core/world/recorded/README.md` to columns. Throws `RecordedRefusal`. */
export function recordedFromLists(given: Record<string, unknown>): RecordedSetup {
  const value = members([], given, ['messages', 'deliveries']);
  const grow: Growing = {
    setup: {
      origin: 0,
      texts: [],
      messages: { id: [], sender: [], created: [], first: [0], address: [], transport: [], nexthop: [] },
      attempts: { message: [], recipient: [], fate: [], failure: [], status: [], took: [] },
      selections: { message: [], transport: [], queue: [], selectedBy: [] },
      facts: { at: [], kind: [], ref: [] },
    },
    texts: new Map(),
    messages: new Map(),
    facts: [],
  };
  const rows = list(['messages'], value['messages']).map((row, i) => messageOf(['messages', i], row));
  // Messages are numbered in the order of their first activation.
  for (const row of rows.toSorted((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0))) addMessage(grow, row);
  const deliveries = list(['deliveries'], value['deliveries']).map((row, i) =>
    deliveryOf(grow, ['deliveries', i], row),
  );
  for (const delivery of deliveries.toSorted((a, b) => a.end - b.end)) addDelivery(grow, delivery);
  grow.facts.sort((a, b) => a.at - b.at || a[STEP] - b[STEP]);
  const { facts } = grow.setup;
  for (const { at, kind, ref } of grow.facts) {
    facts.at.push(at);
    facts.kind.push(kind);
    facts.ref.push(ref);
  }
  return grow.setup;
}

function list(path: Path, value: unknown): unknown[] {
  if (Array.isArray(value) && value.length <= LIMITS.recordedRows) return value;
  return refuse(path, value, `a list of at most ${number(LIMITS.recordedRows)} objects`);
}

function textOf(path: Path, value: unknown, max: number): string {
  if (typeof value === 'string' && value.length <= max && isPlainText(value)) return value;
  return refuse(path, value, plainText(max));
}

function micros(path: Path, value: unknown): Micros {
  return column(path.slice(0, -1), [value], [0, LIMITS.at])[0] as number;
}

interface MessageRow {
  id: string;
  at: Micros[];
  sender: string;
  to: { address: string; transport: string; nexthop: string }[];
}

function messageOf(path: Path, value: unknown): MessageRow {
  const row = members(path, value, ['id', 'at', 'to'], ['sender']);
  const { at } = row;
  const times = column([...path, 'at'], Array.isArray(at) ? at : [at], [0, LIMITS.at]);
  if (times.length === 0 || times.some((time, i) => i > 0 && time < (times[i - 1] as number)))
    refuse([...path, 'at'], at, 'an instant in microseconds, or an ascending list of them');
  const to = list([...path, 'to'], row['to']).map((one, i) => recipientOf([...path, 'to', i], one));
  if (to.length === 0) refuse([...path, 'to'], row['to'], 'at least one recipient');
  return {
    id: textOf([...path, 'id'], row['id'], LIMITS.sender),
    at: times,
    sender: row['sender'] === undefined ? '' : textOf([...path, 'sender'], row['sender'], LIMITS.sender),
    to,
  };
}

function recipientOf(path: Path, value: unknown): MessageRow['to'][number] {
  const row =
    typeof value === 'string'
      ? { address: value }
      : members(path, value, ['address'], ['transport', 'nexthop']);
  const address = textOf(path, row.address, LIMITS.sender);
  const given = row as Record<string, unknown>;
  const transport = given['transport'] ?? DEFAULT_TRANSPORT;
  const nexthop = given['nexthop'] ?? address.slice(address.lastIndexOf('@') + 1);
  if (typeof transport !== 'string' || !isTransportName(transport))
    return refuse([...path, 'transport'], transport, 'a transport name, such as smtp');
  if (typeof nexthop !== 'string' || !isDestinationName(nexthop))
    return refuse(
      [...path, 'nexthop'],
      nexthop,
      'a host name such as slow.example; default: the part after @',
    );
  return { address, transport, nexthop };
}

function textAt({ setup, texts }: Growing, text: string): number {
  const known = texts.get(text);
  if (known !== undefined) return known;
  texts.set(text, setup.texts.length);
  return setup.texts.push(text) - 1;
}

function addMessage(grow: Growing, { id, at, sender, to }: MessageRow): void {
  const { messages } = grow.setup;
  const index = messages.id.length;
  if (grow.messages.has(id)) refuse(['messages'], id, 'a unique id for each message');
  messages.id.push(textAt(grow, id));
  messages.sender.push(textAt(grow, sender));
  messages.created.push(Math.floor((at[0] ?? 0) / MICROS_PER_SECOND));
  const places = new Map<string, number>();
  for (const { address, transport, nexthop } of to) {
    places.set(address, places.size);
    messages.address.push(textAt(grow, address));
    messages.transport.push(textAt(grow, transport));
    messages.nexthop.push(textAt(grow, nexthop));
  }
  if (places.size < to.length)
    refuse(['messages', index, 'to'], id, 'each address at most once in a message');
  messages.first.push(messages.address.length);
  grow.messages.set(id, { index, places });
  for (const time of at) grow.facts.push({ at: time, kind: 'activate', ref: index, [STEP]: 2 });
}

interface DeliveryRow {
  message: MessagePlace;
  recipients: number[];
  end: Micros;
  took: Micros;
  fate: number;
  failure: number;
  status: number;
}

function deliveryOf(grow: Growing, path: Path, value: unknown): DeliveryRow {
  const row = members(path, value, ['message', 'to', 'at', 'took'], ['fate', 'failure', 'status']);
  const message = typeof row['message'] === 'string' ? grow.messages.get(row['message']) : undefined;
  if (message === undefined)
    return refuse([...path, 'message'], row['message'], 'the id of one of the messages');
  const recipients = list([...path, 'to'], row['to']).map((address, i) => {
    const place = typeof address === 'string' ? message.places.get(address) : undefined;
    return place ?? refuse([...path, 'to', i], address, 'an address of the message');
  });
  const fate = FATES.indexOf((row['fate'] ?? 'sent') as string);
  if (fate < 0) refuse([...path, 'fate'], row['fate'], FATES_ACCEPTED);
  const optional = (name: 'failure' | 'status'): number =>
    row[name] === undefined ? -1 : textAt(grow, textOf([...path, name], row[name], LIMITS.recordedText));
  const failure = optional('failure');
  if (failure >= 0 && fate !== 1) refuse([...path, 'fate'], row['fate'], 'deferred, because failure is set');
  const took = micros([...path, 'took'], row['took']);
  return {
    message: message.index,
    recipients,
    end: micros([...path, 'at'], row['at']) + took,
    took,
    fate,
    failure,
    status: optional('status'),
  };
}

function addDelivery(grow: Growing, { message, recipients, end, took, ...what }: DeliveryRow): void {
  const { attempts, messages } = grow.setup;
  for (const recipient of recipients) {
    grow.facts.push({ at: end, kind: 'end', ref: attempts.message.length, [STEP]: 0 });
    attempts.message.push(message);
    attempts.recipient.push(recipient);
    attempts.fate.push(what.fate);
    attempts.failure.push(what.failure);
    attempts.status.push(what.status);
    attempts.took.push(took);
  }
  const place = (messages.first[message] as number) + (recipients[0] ?? 0);
  const ref = messages.transport[place] as number;
  grow.facts.push({ at: end, kind: 'free', ref, [STEP]: 1 });
  grow.facts.push({ at: end - took, kind: 'take', ref, [STEP]: 3 });
}
