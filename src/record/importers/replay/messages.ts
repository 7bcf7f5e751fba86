import type { LifeRow } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND } from '../../../protocol/units.ts';
import type { RecordedMessages } from '../../../protocol/recorded.ts';
import type { Instance } from '../store/instance.ts';
import { DIGITS, printed } from '../store/origins.ts';
import { OUTCOMES } from '../store/tables.ts';
import { inHandAt, type LimitOf, type Recipient, withoutRoute } from './in-hand.ts';
import type { Routes } from './routes.ts';
import type { TextTable } from './texts.ts';
import { domainOf } from '../domain.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');

/** Messages of a record for a run, with where each life and attempt of the record is in them. */
export interface MessagesMade {
  messages: RecordedMessages;
  /** Message of each life, −1 = it never became active. */
  ofLife: Int32Array;
  /** Position in its message of each attempt's recipient. */
  positions: Int32Array;
}

/**
 * Messages in the order of their first activation; the recipients are those with attempts. Those that the queue file has
 * besides (nrcpt) were never tried in the record: they stand behind the others under names of their own. With `limitOf` (a
 * transport's limit of recipients in a request) they have no route (UNTRIED) but for those that agents had in hand when the
 * record ended; without it that of the last one before them.
 */
export function makeMessages(
  instance: Instance,
  routes: Routes,
  texts: TextTable,
  origin: number,
  limitOf: LimitOf | null,
): MessagesMade {
  const { lives, activations, attempts } = instance.tables;
  const ofLife = new Int32Array(lives.length).fill(-1);
  const order: number[] = [];
  for (let row = 1; row < activations.length; row++) {
    const life = activations.life[row] ?? 0;
    if (life === 0 || ofLife[life] !== -1) continue;
    ofLife[life] = order.length;
    order.push(life);
  }
  const { recipients, positions } = collect(instance, routes, ofLife, order.length);
  const inHand = limitOf === null ? null : inHandAt(instance, ofLife, recipients, limitOf);
  const any = recipients.findLast((own) => own.length > 0)?.at(-1);
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
    const missing = (lives.nrcpt[life] ?? 0) - own.length;
    const like = own.at(-1) ?? any;
    // Of a message that was there before the record, those that are missing may be done with.
    if (like !== undefined && lives.origin[life] !== 0)
      own.push(
        ...(inHand === null ? alike(like, missing) : withoutRoute(like, missing, inHand.get(message) ?? [])),
      );
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
    // Taken before the record: the first attempt's delay counts from the arrival.
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
    // The retry service stands in for the transport that the mail is for.
    if (recipient.routed || outcome === SUSPENDED) continue;
    const relay = strings.text(attempts.relay[row] ?? 0);
    const twin = routes.twinOf(row);
    recipient.transport = routes.transportOf(tag, attempts.status[row] ?? 0, outcome, relay, twin);
    recipient.nexthop =
      recipient.transport === 'error' || recipient.transport === 'retry'
        ? instance.pools.replies.text(attempts.reply[row] ?? 0)
        : routes.nexthopOf(recipient.transport, recipient.address, relay);
    // A connection that failed names no relay; a later attempt does.
    recipient.routed = relay !== 'none';
    if (recipient.routed) domains.set(domainOf(recipient.address), recipient);
  }
  for (const own of recipients) for (const recipient of own) settle(recipient, domains, routes);
  return { recipients, positions };
}

/** A recipient without an attempt that names its route goes where others of its domain went. */
function settle(recipient: Recipient, domains: ReadonlyMap<string, Recipient>, routes: Routes): void {
  if (recipient.routed || recipient.transport === 'error' || recipient.transport === 'retry') return;
  const known = domains.get(domainOf(recipient.address));
  recipient.transport ||= known?.transport ?? 'smtp';
  recipient.nexthop =
    known?.transport === recipient.transport
      ? known.nexthop
      : routes.nexthopOf(recipient.transport, recipient.address, 'none');
}

function alike(like: Recipient, count: number): Recipient[] {
  const addresses = Array.from({ length: Math.max(0, count) }, (_, i) => `~not-tried-${i + 1}@`);
  return addresses.map((mailbox) => ({ ...like, address: mailbox + domainOf(like.address) }));
}
