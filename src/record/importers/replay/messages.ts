import type { LifeRow } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import { type RecordedMessages, UNTRIED } from '../../../protocol/recorded.ts';
import type { Instance } from '../store/instance.ts';
import { DIGITS, printed } from '../store/origins.ts';
import { OUTCOMES, STATUSES } from '../store/tables.ts';
import type { Routes } from './routes.ts';
import type { TextTable } from './texts.ts';
import { domainOf } from '../domain.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');
const DEFERRED = STATUSES.indexOf('deferred');

/** The messages of a run, with mappings from lives and attempts of the record. */
export interface MessagesMade {
  messages: RecordedMessages;
  /** Message of each life; −1 = it never became active. */
  ofLife: Int32Array;
  /** Index of each attempt's recipient within its message. */
  positions: Int32Array;
}

/**
 * Builds messages in order of their first activation, with the recipients that were attempted. Further recipients of
 * the queue file (nrcpt) were never attempted in the record and follow with invented addresses. With `limitOf`
 * (recipients per request of a transport) these have no route (UNTRIED), except those that agents had in hand when the
 * record ended. Without `limitOf` they have the routes of the sender's other recipients. `before`: messages that were
 * active when the record began; they come first.
 */
export function makeMessages(
  instance: Instance,
  routes: Routes,
  texts: TextTable,
  origin: number,
  limitOf: LimitOf | null,
  before: readonly LifeRow[] = [],
): MessagesMade {
  const { lives, activations, attempts } = instance.tables;
  const ofLife = new Int32Array(lives.length).fill(-1);
  const order: number[] = [...before];
  for (const [message, life] of before.entries()) ofLife[life] = message;
  for (let row = 1; row < activations.length; row++) {
    const life = activations.life[row] ?? 0;
    if (life === 0 || ofLife[life] !== -1) continue;
    ofLife[life] = order.length;
    order.push(life);
  }
  const { recipients, positions } = collect(instance, routes, ofLife, order.length);
  const inHand = limitOf === null ? null : inHandAt(instance, ofLife, recipients, limitOf);
  const any = recipients.findLast((own) => own.length > 0)?.slice(-1) ?? [];
  const bySender = inHand === null ? recipientsBySender(instance, order, recipients) : null;
  const messages: RecordedMessages = {
    id: [],
    sender: [],
    created: [],
    first: [0],
    address: [],
    transport: [],
    nexthop: [],
  };
  for (const [message, life] of order.entries()) {
    const own = recipients[message] ?? [];
    // A message that is active before and after the record has further recipients. Their number is unknown.
    const goesOn = message < before.length && isStillActive(instance, life);
    const missing = goesOn ? Math.ceil(LEFT * own.length) : (lives.nrcpt[life] ?? 0) - own.length;
    const like = own.at(-1) ?? any[0];
    // If the message arrived before the record, its missing recipients may already be done.
    if (like !== undefined && (goesOn || lives.origin[life] !== 0)) {
      const more =
        bySender === null
          ? withoutRoute(like, missing, inHand?.get(message) ?? [])
          : alike(goesOn ? own.slice() : (bySender.get(lives.sender[life] ?? 0) ?? [like]), missing, message);
      for (const recipient of more) own.push(recipient);
    }
    messages.id.push(texts.add(instance.pools.texts.text(lives.id[life] ?? 0)));
    messages.sender.push(texts.add(instance.pools.strings.text(lives.sender[life] ?? 0)));
    messages.created.push(Math.floor((createdAt(instance, life) - origin) / MICROS_PER_SECOND));
    for (const { address, transport, nexthop } of own) {
      messages.address.push(texts.add(address));
      messages.transport.push(texts.add(transport));
      messages.nexthop.push(texts.add(nexthop));
    }
    messages.first.push(messages.address.length);
  }
  return { messages, ofLife, positions };

  function createdAt({ tables }: Instance, life: LifeRow): EpochMicros {
    const first = tables.lives.firstTime[life] ?? 0;
    // If the message arrived before the record, its arrival follows from the first attempt's delay.
    if (tables.lives.origin[life] !== 0) return first;
    let row = tables.lives.lastAttempt[life] ?? 0;
    while (row !== 0 && (attempts.before[row] ?? 0) !== 0) row = attempts.before[row] ?? 0;
    if (row === 0) return first;
    const delay = printed(attempts.delay[row] ?? 0, ((attempts.digits[row] ?? 0) >>> DIGITS.delay) & 15);
    return Number.isNaN(delay)
      ? first
      : Math.min(first, (attempts.time[row] ?? 0) - delay * MICROS_PER_SECOND);
  }
}

/** Recipients that are assumed to be left, per recipient that was tried. */
const LEFT = 0.1;

/** True if a message has not left the queue, and none of its recipients was deferred. */
function isStillActive({ tables: { lives, attempts } }: Instance, life: LifeRow): boolean {
  if ((lives.ended[life] ?? 0) !== 0) return false;
  let row = lives.lastAttempt[life] ?? 0;
  while (row !== 0 && attempts.status[row] !== DEFERRED) row = attempts.before[row] ?? 0;
  return row === 0;
}

/** Attempted recipients of all messages of a sender. */
function recipientsBySender(
  { tables: { lives } }: Instance,
  order: readonly LifeRow[],
  recipients: readonly Recipient[][],
): Map<number, Recipient[]> {
  const found = new Map<number, Recipient[]>();
  for (const [message, life] of order.entries()) {
    const sender = lives.sender[life] ?? 0;
    for (const recipient of recipients[message] ?? []) {
      const known = found.get(sender);
      if (known === undefined) found.set(sender, [recipient]);
      else known.push(recipient);
    }
  }
  return found;
}

function collect(
  instance: Instance,
  routes: Routes,
  ofLife: Int32Array,
  count: number,
): { recipients: Recipient[][]; positions: Int32Array } {
  const { attempts, deliveries, agents } = instance.tables;
  const { strings } = instance.pools;
  const recipients: Recipient[][] = Array.from({ length: count }, () => []);
  const positions = new Int32Array(attempts.length).fill(-1);
  const places = new Map<number, number>();
  const domains = new Map<string, Recipient>();
  for (let row = 1; row < attempts.length; row++) {
    const message = ofLife[attempts.life[row] ?? 0] ?? -1;
    if (message < 0) continue;
    const to = attempts.to[row] ?? 0;
    const key = message * 2 ** 26 + to;
    const own = recipients[message] ?? [];
    let position = places.get(key);
    const tag = strings.text(agents.tag[deliveries.agent[attempts.delivery[row] ?? 0] ?? 0] ?? 0);
    const outcome = attempts.outcome[row] ?? 0;
    if (position === undefined) {
      position = own.length;
      places.set(key, position);
      own.push({ address: strings.text(to), transport: '', nexthop: '', routed: false });
    }
    positions[row] = position;
    const recipient = own[position] as Recipient;
    // The retry service stands in for the real transport of the mail.
    if (recipient.routed || outcome === SUSPENDED) continue;
    const relay = strings.text(attempts.relay[row] ?? 0);
    const twin = routes.twinOf(row);
    recipient.transport = routes.transportOf(tag, attempts.status[row] ?? 0, outcome, relay, twin);
    recipient.nexthop =
      recipient.transport === 'error' || recipient.transport === 'retry'
        ? instance.pools.replies.text(attempts.reply[row] ?? 0)
        : routes.nexthopOf(recipient.transport, recipient.address, relay);
    // A failed connection names no relay, but a later attempt may.
    recipient.routed = relay !== 'none';
    if (recipient.routed) domains.set(domainOf(recipient.address), recipient);
  }
  for (const own of recipients) for (const recipient of own) settle(recipient, domains, routes);
  return { recipients, positions };
}

/** A recipient whose attempts name no route gets the route of its domain's other recipients. */
function settle(recipient: Recipient, domains: ReadonlyMap<string, Recipient>, routes: Routes): void {
  if (recipient.routed || recipient.transport === 'error' || recipient.transport === 'retry') return;
  const known = domains.get(domainOf(recipient.address));
  recipient.transport ||= known?.transport ?? 'smtp';
  recipient.nexthop =
    known?.transport === recipient.transport
      ? known.nexthop
      : routes.nexthopOf(recipient.transport, recipient.address, 'none');
}

/**
 * Makes `count` recipients like those of the same sender, spread evenly over them. The first one differs between
 * messages.
 */
function alike(known: readonly Recipient[], count: number, message: number): Recipient[] {
  return Array.from({ length: Math.max(0, count) }, (_, i): Recipient => {
    const place = Math.floor(((i + 0.5) * known.length) / count) + 7 * message;
    const like = known[place % known.length] as Recipient;
    return { ...like, address: `~not-tried-${i + 1}@${domainOf(like.address)}` };
  });
}

interface Recipient {
  address: string;
  transport: string;
  nexthop: string;
  /** False while only the retry service handled the recipient. Then the route of its domain's other recipients is used. */
  routed: boolean;
}

type LimitOf = (transport: string) => number;

/** Requests of a message for one destination that were handed over in its last pass and whose end is not in the record. */
interface InHand {
  transport: string;
  /** Name of the destination. With a recipient limit of 1 the mailbox comes first. */
  queue: string;
  requests: number;
  /** Recipients that these requests need beyond those seen. */
  recipients: number;
}

/**
 * Requests in hand at the end of the record, by message: hand-overs that the log states for a destination beyond the requests that end. All
 * requests of a message for a destination are full except the last, which gives the number of missing recipients.
 */
function inHandAt(
  { tables, pools }: Instance,
  ofLife: Int32Array,
  recipients: readonly Recipient[][],
  limitOf: LimitOf,
): Map<number, InHand[]> {
  const { selections, lives, activations } = tables;
  const found = new Map<number, InHand[]>();
  const since = (life: LifeRow): EpochMicros => activations.time[lives.lastActivation[life] ?? 0] ?? 0;
  for (let row = 1; row < selections.length; row++) {
    const life = selections.life[row] ?? 0;
    const message = ofLife[life] ?? -1;
    const own = recipients[message] ?? [];
    if (own.length >= (lives.nrcpt[life] ?? 0) || (selections.time[row] ?? 0) < since(life)) continue;
    const transport = pools.strings.text(selections.transport[row] ?? 0);
    const queue = pools.strings.text(selections.queue[row] ?? 0);
    // The services retry and error stand in for the real transport of the mail.
    if (transport === 'retry' || transport === 'error') continue;
    const all = found.get(message) ?? [];
    found.set(message, all);
    const known = all.find((one) => one.transport === transport && one.queue === queue);
    if (known === undefined) all.push({ transport, queue, requests: 1, recipients: 0 });
    else known.requests++;
  }
  for (const [message, all] of found) {
    for (const one of all) {
      const seen = (recipients[message] ?? []).filter((recipient) => isFor(recipient, one)).length;
      const limit = limitOf(one.transport);
      one.recipients = Math.max(0, (one.requests - 1) * limit + 1 - seen);
    }
  }
  return found;
}

function isFor({ transport, nexthop, address }: Recipient, one: InHand): boolean {
  if (transport !== one.transport) return false;
  if (one.queue === nexthop) return true;
  const at = one.queue.indexOf('@');
  return (
    at >= 0 &&
    one.queue.slice(at + 1) === nexthop &&
    address.toLowerCase().startsWith(one.queue.slice(0, at + 1))
  );
}

/** Makes `count` recipients: those in hand with their route, the rest without one. `like` gives their transport. */
function withoutRoute(like: Recipient, count: number, inHand: readonly InHand[]): Recipient[] {
  const routes = inHand.flatMap((one) => Array.from({ length: one.recipients }, () => one));
  // If not many more recipients are missing than the requests in hand need, all missing ones likely belong to these requests.
  const all = routes.length > 0 && count <= 2 * routes.length;
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const route = routes[all ? i % routes.length : i];
    const domain = `${UNTRIED}${i + 1}`;
    if (route === undefined) return { ...like, nexthop: UNTRIED, address: `${UNTRIED}@${domain}` };
    const { transport, queue } = route;
    const at = queue.indexOf('@');
    const mailbox = at < 0 ? UNTRIED : queue.slice(0, at);
    return { ...like, transport, nexthop: queue.slice(at + 1), address: `${mailbox}@${domain}` };
  });
}
