import type { MessageRow, RecipientRange } from './model.ts';

/**
 * The recipients of a message's file. A million recipients are a few ranges and a position; records are made only for
 * the batch that is read.
 */

/** One recipient of a batch. It exists while the batch is assigned; rows keep only its position. */
export interface Recipient {
  readonly index: number;
  readonly address: string;
  readonly transport: string;
  readonly nexthop: string;
}

/** Returns the index of the range with this position. Ranges are in file order without gaps. */
export function rangeAt(ranges: readonly RecipientRange[], index: number): number {
  let low = 0;
  let high = ranges.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ranges[middle] as RecipientRange).start <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

function addressIn(range: RecipientRange, index: number): string {
  return range.address ?? `u${range.first + index - range.start}@${range.nexthop}`;
}

export function recipientAt(message: Readonly<MessageRow>, index: number): Recipient {
  const range = message.ranges[rangeAt(message.ranges, index)] as RecipientRange;
  return { index, address: addressIn(range, index), transport: range.transport, nexthop: range.nexthop };
}

export interface FileBatch {
  readonly recipients: Recipient[];
  readonly position: number;
  /** Records read, delivered or not. */
  readonly passed: number;
  /** Reading stopped because the batch is full. Recipients may or may not be left. */
  readonly full: boolean;
}

/**
 * Reads from `position` until it has found `limit` undelivered recipients. It stops directly after the last of them,
 * without checking whether more records follow. Source: qmgr/README.md §5.2–5.3.
 */
export function readBatch(message: Readonly<MessageRow>, position: number, limit: number): FileBatch {
  const { ranges, recipientTotal, remaining } = message;
  const recipients: Recipient[] = [];
  const spans = remaining ?? [0, recipientTotal];
  let r = rangeAt(ranges, position);
  for (let s = 0; s < spans.length; s += 2) {
    const to = spans[s + 1] as number;
    for (let index = Math.max(position, spans[s] as number); index < to; index++) {
      let range = ranges[r] as RecipientRange;
      while (index >= range.start + range.count) range = ranges[++r] as RecipientRange;
      const { transport, nexthop } = range;
      recipients.push({ index, address: addressIn(range, index), transport, nexthop });
      if (recipients.length === limit) {
        return { recipients, position: index + 1, passed: index + 1 - position, full: true };
      }
    }
  }
  return { recipients, position: recipientTotal, passed: recipientTotal - position, full: false };
}

/** Turns positions in any order into ascending [from, to) pairs. */
export function toSpans(positions: number[]): number[] {
  const sorted = positions.toSorted((a, b) => a - b);
  const spans: number[] = [];
  for (const position of sorted) {
    if (spans.length > 0 && spans[spans.length - 1] === position) spans[spans.length - 1] = position + 1;
    else spans.push(position, position + 1);
  }
  return spans;
}
