import type { MessageId } from '../../protocol/ids.ts';
import type { Seconds } from '../../protocol/units.ts';
import { listAppend } from '../lists.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { insert, NONE } from '../tables.ts';
import { messageFeedParts } from './active.ts';
import { systemSeconds } from './clock.ts';
import { CORE, type Qmgr, type RecipientRange } from './model.ts';

/** New mail: the cleanup service puts a file into the incoming queue (qmgr/README.md §4). */

/**
 * Recipients with the same resolver answer (transport, next hop): one address, or `count` addresses
 * `u<first>@nexthop`, `u<first + 1>@nexthop` and so on.
 */
export type RecipientSpec =
  | { readonly transport: string; readonly nexthop: string; readonly address: string }
  | { readonly transport: string; readonly nexthop: string; readonly count: number; readonly first?: number };

export interface MessageSpec {
  readonly name: string;
  /** Empty for a bounce message, whose lifetime in the queue is a separate setting. */
  readonly sender: string;
  /** Creation time in seconds, for retry and expiry; now by default. */
  readonly created?: Seconds;
  readonly recipients: readonly RecipientSpec[];
  /** True = each delivery has a single recipient (VERP). */
  readonly singleRecipient?: boolean;
}

function toRanges(specs: readonly RecipientSpec[]): { ranges: RecipientRange[]; total: number } {
  const ranges: RecipientRange[] = [];
  let total = 0;
  for (const spec of specs) {
    const { transport, nexthop } = spec;
    const count = 'address' in spec ? 1 : spec.count;
    const address = 'address' in spec ? spec.address : null;
    const first = 'address' in spec ? 0 : (spec.first ?? 1);
    if (count > 0) ranges.push({ start: total, count, transport, nexthop, address, first });
    total += count;
  }
  return { ranges, total };
}

/** Adds a file to the incoming queue, with the current time as its time stamp. A scan or `messageFeed` activates it later. */
export function messageCreate(q: Qmgr, spec: MessageSpec): MessageId {
  const { ranges, total } = toRanges(spec.recipients);
  const now = systemSeconds(q);
  const id = insert(q.messages, {
    name: spec.name,
    sender: spec.sender,
    status: 'incoming',
    created: spec.created ?? now,
    fileTime: now,
    ranges,
    recipientTotal: total,
    remaining: null,
    queuedAt: 0,
    refilledAt: 0,
    entryCount: 0,
    recipientCount: 0,
    recipientLimit: 0,
    unread: 0,
    more: false,
    position: 0,
    someDeferred: false,
    flushEach: false,
    flushAsked: false,
    singleRecipient: spec.singleRecipient ?? false,
    locks: 0,
    awaitsBounce: false,
    leftoverFirst: NONE,
    jobFirst: NONE,
    jobLast: NONE,
    prev: NONE,
    next: NONE,
  });
  listAppend(q.lists.incoming, CORE, id);
  return id;
}

/**
 * Adds a message and feeds it immediately. If the active queue is full, it stays in incoming and `fed` is false. The
 * caller has checked the spec: counts are whole numbers from 1, names and addresses are texts.
 */
export function messageInject(q: Qmgr, spec: MessageSpec): { message: MessageId; fed: boolean } {
  return runToEnd(messageInjectParts(q, spec));
}

export function* messageInjectParts(
  q: Qmgr,
  spec: MessageSpec,
): Sliced<{ message: MessageId; fed: boolean }> {
  const message = messageCreate(q, spec);
  const { fed } = yield* messageFeedParts(q, message);
  return { message, fed };
}
