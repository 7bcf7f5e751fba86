import { type Bytes, indexOfText, lit, isWord } from '../bytes/scan.ts';
import { Strings } from '../bytes/strings.ts';
import { Texts } from '../bytes/texts.ts';
import { outcomeOfReply } from '../facts/outcome.ts';

/** Up to this many different replies are stored in full. Later replies are stored as shapes (`shapeInto`) to bound memory. */
const REPLIES_MAX = 120_000;

/** Texts of a record, shared by all its instances. */
export interface Pools {
  /** Addresses, hosts, relays, queue names and tags, each stored once. */
  strings: Strings;
  /** Enhanced status codes, at most 65,535 different ones. */
  codes: Strings;
  /** Queue ids and message-ids, which rarely repeat. */
  texts: Texts;
  /** Replies, each stored once. */
  replies: Strings;
  /** Index into OUTCOMES for each unsuccessful reply, by its number. */
  outcomes: Uint8Array;
  /** Number of replies stored as a shape only. */
  repliesShaped: number;
}

export function createPools(): Pools {
  return {
    strings: new Strings(),
    codes: new Strings({ count: 65_536, bytes: 1_048_576 }),
    texts: new Texts(),
    replies: new Strings({ count: REPLIES_MAX * 2, bytes: 128 * 1024 * 1024 }),
    outcomes: new Uint8Array(256),
    repliesShaped: 0,
  };
}

const shaped = new Uint8Array(1024);

/** Returns the number of a reply and sets its outcome if it is new. */
export function addReply(pools: Pools, buf: Bytes, from: number, to: number): number {
  const { replies } = pools;
  const known = replies.find(buf, from, to);
  if (known >= 0) return known;
  let id: number;
  if (replies.count < REPLIES_MAX) id = replies.add(buf, from, to);
  else {
    pools.repliesShaped++;
    const length = shapeInto(buf, from, to);
    id = replies.add(shaped, 0, length);
  }
  if (id >= pools.outcomes.length) {
    const next = new Uint8Array(pools.outcomes.length * 2);
    next.set(pools.outcomes);
    pools.outcomes = next;
  }
  if (pools.outcomes[id] === 0) pools.outcomes[id] = outcomeOfReply(replies.text(id));
  return id;
}

/** Replaces words that contain a digit by `#`. */
function shapeInto(buf: Bytes, from: number, to: number): number {
  let length = 0;
  let word = -1;
  let digits = false;
  for (let at = from; at < to && length < shaped.length; at++) {
    const byte = buf[at] ?? 0;
    if (isWord(byte)) {
      if (word < 0) {
        word = length;
        digits = false;
      }
      if (byte <= 57) digits = true;
      shaped[length++] = byte;
      continue;
    }
    if (word >= 0 && digits && length - word > 3) {
      length = word;
      shaped[length++] = 35;
    }
    word = -1;
    shaped[length++] = byte;
  }
  return length;
}

const QUEUED_AS = lit('queued as ');

/** Position after `queued as ` in a reply, or −1. The last occurrence counts, because a filter quotes an earlier one. */
export function queuedAsEnd(buf: Bytes, from: number, to: number): number {
  let end = -1;
  for (let at = indexOfText(buf, from, to, QUEUED_AS); at >= 0; at = indexOfText(buf, end, to, QUEUED_AS)) {
    end = at + QUEUED_AS.length;
  }
  return end;
}
