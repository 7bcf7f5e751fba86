import type { MessageId, JobId } from '../../protocol/ids.ts';
import type {
  MessageDetail,
  MessageJob,
  RecipientPlaces,
  RecipientRow,
  RecipientState,
} from '../../protocol/inspect.ts';
import { MICROS_PER_SECOND, type Micros } from '../../protocol/units.ts';
import { listIds } from '../lists.ts';
import type { MessageRow } from '../qmgr/model.ts';
import { recipientAt } from '../qmgr/recipient-file.ts';
import { find, get, NONE } from '../tables.ts';
import { messageByNumber, numberOf } from '../world/ledger.ts';
import { nextScan } from '../world/mail-queues.ts';
import type { World } from '../world/state.ts';

/** Largest number of recipients that are listed one by one. For a message with more recipients, none is listed. */
const ROWS_MAX = 200;

/** State and time of each position of a queue file. Typed arrays, because a mailing may have a million recipients. */
interface Known {
  /** Index into `STATES`. */
  state: Uint8Array;
  at: Float64Array;
}

/** The states of a recipient, by index. A new `Known` gives every recipient the first state. */
const STATES: readonly RecipientState[] = [
  'delivered',
  'bounced',
  'deferred',
  'file',
  'todo',
  'busy',
  'retry',
];

/** Returns the jobs of a message and the place of each recipient; null when the run has no message of this number. */
export function messageDetail(world: World, number: number): MessageDetail | null {
  const msg = messageByNumber(world.ledger, number);
  const book = find(world.ledger.messages, msg);
  if (book === undefined) return null;
  const message = find(world.qmgr.messages, msg);
  if (message === undefined) return gone(world, msg);
  const states = recipientStates(world, msg, message);
  const deferred = message.status === 'deferred';
  return {
    msg,
    number,
    sender: message.sender,
    status: message.status,
    created: message.created,
    retryAt: deferred ? message.fileTime * MICROS_PER_SECOND : -1,
    scanAt: deferred ? nextScan(world, message.fileTime) : -1,
    recipients: message.recipientTotal,
    unread: message.unread,
    recipientCount: message.recipientCount,
    recipientSlots: message.recipientLimit,
    places: placesOf(message, states),
    rows: rowsOf(message, states),
    jobs: listIds(world.qmgr.lists.jobsOfMessage, msg).map((job) => jobOf(world, job)),
  };
}

/**
 * A message that has left the run is known only from its deliveries. Its file was removed, so recipients that were never
 * delivered were returned to the sender: a server refused them, or the message was too old.
 */
function gone(world: World, msg: MessageId): MessageDetail {
  const book = get(world.ledger.messages, msg);
  const places = new Map<string, RecipientPlaces>();
  const tried = new Map<number, { place: RecipientPlaces; delivered: boolean }>();
  for (const delivery of deliveriesOf(world, msg)) {
    const transport = find(world.qmgr.transports, delivery.transport)?.name ?? '';
    // The agents of `retry` report recipients that were never tried; the report lacks their destination.
    if (transport === 'retry') continue;
    const place = placeFor(places, transport, delivery.queueName);
    const { positions, bounced, result } = delivery;
    positions.forEach((position, i) => {
      const before = tried.get(position)?.delivered === true;
      tried.set(position, { place, delivered: before || (result === 'ok' && i >= bounced) });
    });
  }
  for (const { place, delivered } of tried.values()) {
    place.total++;
    place[delivered ? 'delivered' : 'bounced']++;
  }
  const untried = book.recipients - tried.size;
  if (untried > 0) {
    const place = placeFor(places, '', '');
    place.total = untried;
    place.bounced = untried;
  }
  return {
    msg,
    number: numberOf(world.ledger, msg),
    sender: '',
    status: 'done',
    created: Math.floor(book.injected / MICROS_PER_SECOND),
    retryAt: -1,
    scanAt: -1,
    recipients: book.recipients,
    unread: 0,
    recipientCount: 0,
    recipientSlots: 0,
    places: [...places.values()],
    rows: [],
    jobs: [],
  };
}

function* deliveriesOf(world: World, msg: MessageId) {
  for (let id = 1; id < world.deliveries.length; id++) {
    const delivery = find(world.deliveries, id);
    if (delivery?.msg === msg) yield delivery;
  }
}

/**
 * Returns the state of every position. Each of these sources overrides the sources before it: the default (delivered),
 * past deliveries, recipients still on file, recipients in memory.
 */
function recipientStates(world: World, msg: MessageId, message: Readonly<MessageRow>): Known {
  const born = get(world.ledger.messages, msg).injected;
  const known: Known = {
    state: new Uint8Array(message.recipientTotal),
    at: new Float64Array(message.recipientTotal).fill(-1),
  };
  const put = (position: number, state: number, at: Micros): void => {
    known.state[position] = state;
    known.at[position] = at;
  };
  const mark = (positions: readonly number[], name: RecipientState, at: Micros): void => {
    const state = STATES.indexOf(name);
    for (const position of positions) put(position, state, at);
  };
  const ended = new Map<readonly number[], Micros>();
  for (const delivery of deliveriesOf(world, msg)) {
    const { positions, bounced, result, end } = delivery;
    ended.set(positions, end);
    if (result === 'ok') {
      // The model does not record which recipients the server refused, so the first recipients are marked.
      mark(positions.slice(0, bounced), 'bounced', end);
      mark(positions.slice(bounced), 'delivered', end);
    } else if (result !== '') mark(positions, 'deferred', end);
  }
  const onFile = message.status !== 'active' ? 0 : message.more ? message.position : message.recipientTotal;
  const spans = message.remaining ?? [0, message.recipientTotal];
  const file = STATES.indexOf('file');
  const since = message.status === 'deferred' ? message.fileTime * MICROS_PER_SECOND : born;
  for (let s = 0; s < spans.length; s += 2) {
    for (let at = Math.max(onFile, spans[s] ?? 0); at < (spans[s + 1] ?? 0); at++) {
      put(at, file, since);
    }
  }
  if (message.status === 'active')
    markInCore(world, { msg, leftoverFirst: message.leftoverFirst, ended }, mark);
  return known;
}

function markInCore(
  world: World,
  given: { msg: MessageId; leftoverFirst: number; ended: ReadonlyMap<readonly number[], Micros> },
  mark: (positions: readonly number[], state: RecipientState, at: Micros) => void,
): void {
  const { qmgr, ledger } = world;
  const { msg, leftoverFirst, ended } = given;
  for (let id = leftoverFirst; id !== NONE; ) {
    const { recipients, next } = get(qmgr.leftovers, id);
    // A deferral has the time of the delivery that caused it. Without a delivery the destination was already dead, and
    // the time is unknown.
    mark(recipients, 'deferred', ended.get(recipients) ?? -1);
    id = next;
  }
  for (const jobId of listIds(qmgr.lists.jobsOfMessage, msg)) {
    const retry = get(qmgr.transports, get(qmgr.jobs, jobId).transport).name === 'retry';
    for (const peer of listIds(qmgr.lists.peers, jobId)) {
      for (const entry of listIds(qmgr.lists.entriesOfPeer, peer)) {
        mark(get(qmgr.entries, entry).recipients, retry ? 'retry' : 'todo', -1);
      }
    }
    for (const delivery of find(ledger.jobs, jobId)?.open ?? []) {
      const { positions, start } = get(world.deliveries, delivery);
      mark(positions, retry ? 'retry' : 'busy', start);
    }
  }
}

function placeFor(places: Map<string, RecipientPlaces>, transport: string, destination: string) {
  const key = `${transport} ${destination}`;
  const known = places.get(key);
  if (known !== undefined) return known;
  const place: RecipientPlaces = {
    transport,
    destination,
    total: 0,
    file: 0,
    todo: 0,
    busy: 0,
    retry: 0,
    deferred: 0,
    bounced: 0,
    delivered: 0,
  };
  places.set(key, place);
  return place;
}

function placesOf(message: Readonly<MessageRow>, known: Known): RecipientPlaces[] {
  const places = new Map<string, RecipientPlaces>();
  for (const range of message.ranges) {
    const place = placeFor(places, range.transport, range.nexthop);
    place.total += range.count;
    for (let i = range.start; i < range.start + range.count; i++) place[stateAt(known, i)]++;
  }
  return [...places.values()];
}

function rowsOf(message: Readonly<MessageRow>, known: Known): RecipientRow[] {
  if (known.state.length > ROWS_MAX) return [];
  return [...known.at].map((at, i) => ({
    address: recipientAt(message, i).address,
    state: stateAt(known, i),
    at,
  }));
}

function stateAt(known: Known, position: number): RecipientState {
  return STATES[known.state[position] ?? 0] ?? 'delivered';
}

function jobOf(world: World, id: JobId): MessageJob {
  const job = get(world.qmgr.jobs, id);
  const transport = get(world.qmgr.transports, job.transport);
  return {
    transport: transport.name,
    listed: job.level >= 0,
    current: transport.currentJob === id,
    level: job.level,
    readEntries: job.readEntries,
    selectedEntries: job.selectedEntries,
    recipientCount: job.recipientCount,
    recipientSlots: job.recipientLimit,
  };
}
