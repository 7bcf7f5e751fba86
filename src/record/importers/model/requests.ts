import type { AttemptRow, DeliveryRow, MessagePlace, RecipientPlace } from '../../../protocol/ids.ts';
import { type EpochMicros, MICROS_PER_SECOND, type Micros } from '../../../protocol/units.ts';
import type { MessagesMade } from '../replay/messages.ts';
import type { Routes } from '../replay/routes.ts';
import { takenAt } from '../replay/timing.ts';
import type { Instance } from '../store/instance.ts';
import { faultOf, isRated } from '../findings/reply-faults.ts';
import { OUTCOMES, STATUSES } from '../store/tables.ts';

const SUSPENDED = OUTCOMES.indexOf('suspended');
/** The destination itself failed, so there was no session. */
const OUTSIDE = new Set([OUTCOMES.indexOf('connection'), OUTCOMES.indexOf('handshake')]);
const BOUNCED = STATUSES.indexOf('bounced');
const DEFERRED = STATUSES.indexOf('deferred');

/** One delivery of the record as its agent saw it. Times are microseconds since 1970. */
export interface Request {
  message: MessagePlace;
  start: EpochMicros;
  end: EpochMicros;
  /** Time for the connection and the greeting. −1 = the connection was reused. */
  greeting: Micros;
  transport: string;
  nexthop: string;
  relay: string;
  recipients: RequestRecipient[];
  /** Reason and status if there was no session. Null = there was one. */
  failure: { reason: string; status: string } | null;
  /** The first request of its process in the record. */
  isFirst: boolean;
  /** The request began before the record, so only the part inside the record is known. */
  cut?: true;
  /** Time until the same process takes its next request. Absent = its last one. */
  idle?: Micros;
  /** Reply of a server that refused the message because of the number of messages. */
  rated?: string;
}

interface RequestRecipient {
  /** Recipient over all messages, and the row of its attempt. */
  recipient: RecipientPlace;
  row: AttemptRow;
  /** 0 accepted, 1 temporarily refused, 2 permanently refused. */
  fate: 0 | 1 | 2;
  /** Refused because the delivery had more recipients than the server accepts. */
  beyond?: true;
}

function recipientIn(
  { tables, pools }: Instance,
  row: AttemptRow,
  recipient: RecipientPlace,
  fate: RequestRecipient['fate'],
): RequestRecipient {
  const one: RequestRecipient = { recipient, row, fate };
  if (fate === 1 && faultOf(pools.replies.text(tables.attempts.reply[row] ?? 0)) === 'recipients')
    one.beyond = true;
  return one;
}

/** Deliveries that an agent attempted, in order of their ends. */
export function requestsOf(instance: Instance, made: MessagesMade, routes: Routes): Request[] {
  const { attempts, deliveries, agents } = instance.tables;
  const { strings } = instance.pools;
  const messageOf = (row: AttemptRow): MessagePlace => made.ofLife[attempts.life[row] ?? 0] ?? -1;
  const recipientOf = (row: AttemptRow): RecipientPlace =>
    (made.messages.first[messageOf(row)] ?? 0) + (made.positions[row] ?? 0);
  const tagOf = (delivery: DeliveryRow): string =>
    strings.text(agents.tag[deliveries.agent[delivery] ?? 0] ?? 0);
  const isTried = (delivery: DeliveryRow): boolean =>
    messageOf(deliveries.first[delivery] ?? 0) >= 0 && !/\/(error|qmgr)$/.test(tagOf(delivery));
  const taken = takenAt(instance, isTried, (row) => made.messages.nexthop[recipientOf(row)] ?? -1);
  const byAgent = new Map<number, OfAgent[]>();
  const requests: Request[] = [];
  for (const { at, last, delivery } of taken) {
    const reused = (attempts.connUse[last] ?? 0) > 1;
    const c = attempts.c[last] ?? 0;
    const request: Request = {
      message: messageOf(last),
      start: at,
      end: attempts.time[last] ?? 0,
      greeting: reused ? -1 : Math.round((Number.isNaN(c) ? 0 : c) * MICROS_PER_SECOND),
      transport: routes.transportOf(
        tagOf(delivery),
        attempts.status[last] ?? 0,
        attempts.outcome[last] ?? 0,
        strings.text(attempts.relay[last] ?? 0),
        routes.twinOf(last),
      ),
      nexthop: '',
      relay: '',
      recipients: [],
      failure: null,
      isFirst: false,
    };
    requests.push(request);
    const agent = deliveries.agent[delivery] ?? 0;
    const own = byAgent.get(agent);
    if (own === undefined) byAgent.set(agent, [{ last, request }]);
    else own.push({ last, request });
  }
  for (const own of byAgent.values()) order(own);
  const places = new Map<number, number>();
  for (let row = 1; row < attempts.length; row++) {
    const delivery = attempts.delivery[row] ?? 0;
    if (messageOf(row) < 0 || attempts.outcome[row] === SUSPENDED) continue;
    const agent = deliveries.agent[delivery] ?? 0;
    const own = byAgent.get(agent) ?? [];
    let place = places.get(agent) ?? 0;
    while (place < own.length && (own[place]?.last ?? 0) < row) place++;
    places.set(agent, place);
    const request = own[place]?.request;
    if (request === undefined || request.message !== messageOf(row)) continue;
    const status = attempts.status[row] ?? 0;
    const fate = status === DEFERRED ? 1 : status === BOUNCED ? 2 : 0;
    request.recipients.push(recipientIn(instance, row, recipientOf(row), fate));
    const relay = strings.text(attempts.relay[row] ?? 0);
    if (relay !== 'none') request.relay = relay;
    if (fate === 1 && isRated(instance.pools.replies.text(attempts.reply[row] ?? 0)))
      request.rated = instance.pools.replies.text(attempts.reply[row] ?? 0);
    if (OUTSIDE.has(attempts.outcome[row] ?? 0) && fate === 1)
      request.failure = {
        reason: instance.pools.replies.text(attempts.reply[row] ?? 0),
        status: instance.pools.codes.text(attempts.dsn[row] ?? 0),
      };
  }
  cutAt(requests, instance.from);
  return requests.filter(({ recipients }) => recipients.length > 0).sort((a, b) => a.end - b.end);
}

interface OfAgent {
  last: AttemptRow;
  request: Request;
}

/** Orders the requests of a process, and sets what depends on their order. */
function order(own: OfAgent[]): void {
  own.sort((a, b) => a.last - b.last);
  if (own[0] !== undefined) own[0].request.isFirst = true;
  for (const [i, { request }] of own.entries()) {
    const next = own[i + 1]?.request;
    if (next !== undefined) request.idle = next.start - request.end;
  }
}

/** Shortens requests that agents had when the record began to the part inside the record. */
function cutAt(requests: readonly Request[], from: EpochMicros): void {
  for (const request of requests) {
    if (request.start >= from) continue;
    request.start = Math.min(from, request.end);
    request.greeting = 0;
    request.cut = true;
  }
}
