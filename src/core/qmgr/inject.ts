import type { MessageId } from '../../protocol/ids.ts';
import type { Seconds } from '../../protocol/units.ts';
import { listAppend } from '../lists.ts';
import { type Sliced, runToEnd } from '../sliced.ts';
import { insert, NONE } from '../tables.ts';
import { messageFeedParts } from './active.ts';
import { systemSeconds } from './clock.ts';
import { CORE, type Qmgr, type RecipientRange } from './model.ts';

/** A new mail arrives (qmgr/README.md §4; the cleanup service puts a file into incoming). */

/** One address, or `count` addresses `u<first>@nexthop` and following; with what the resolver answers for them. */
export type RecipientSpec =
  | { readonly transport: string; readonly nexthop: string; readonly address: string }
  | { readonly transport: string; readonly nexthop: string; readonly count: number; readonly first?: number };

export interface MessageSpec {
  readonly name: string;
  /** Empty for a bounce, which has a lifetime of its own. */
  readonly sender: string;
  /** Creation time in seconds, for retry and expiry; default now. */
  readonly created?: Seconds;
  readonly recipients: readonly RecipientSpec[];
  /** One recipient a delivery (VERP). */
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

/** A file appears in the incoming mail queue, with the time stamp now. It is fed by a scan, or by `messageFeed`. */
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
 * A new mail arrives and is fed at once; when the active queue is full it stays incoming and `fed` is false. The spec
 * must have been checked: counts are whole numbers from 1, names and addresses are texts.
 */
export function messageInject(q: Qmgr, spec: MessageSpec): { message: MessageId; fed: boolean } {
  return runToEnd(messageInjectParts(q, spec));
}

/** The same in parts. */
export function* messageInjectParts(
  q: Qmgr,
  spec: MessageSpec,
): Sliced<{ message: MessageId; fed: boolean }> {
  const message = messageCreate(q, spec);
  const { fed } = yield* messageFeedParts(q, message);
  return { message, fed };
}
