import type { Finding } from '../../protocol/findings.ts';
import { STATUSES } from '../store/tables.ts';
import { type FindingContext, replyOf } from './finding-context.ts';
import type { Tally } from './tally.ts';
import { firstNotBelow } from './intervals.ts';
import { once } from './prepared.ts';
import { sumsInRange } from './row-sums.ts';

const SENT = STATUSES.indexOf('sent');
/** Replies about a full mailbox, which are not greylisting. */
const NO_GREYLIST = /\b4\.2\.[12]\b|mailbox|quota|full|over ?quota/i;
const GREYLIST = /gr[ea]y-?list/i;

/** Classifies a reply: it mentions greylisting, it gives another reason, or neither. Cached per reply. */
function greylistWord({ traffic, prepared }: FindingContext): (reply: number) => 'grey' | 'other' | '' {
  const known = once(prepared, greylistWord, () => new Map<number, 'grey' | 'other' | ''>());
  const { replies } = traffic.instance.pools;
  return (reply) => {
    let word = known.get(reply);
    if (word === undefined) {
      const text = replies.text(reply);
      word = GREYLIST.test(text) ? 'grey' : NO_GREYLIST.test(text) ? 'other' : '';
      known.set(reply, word);
    }
    return word;
  };
}

/** True if the pauses of a destination were caused by greylisting. */
export function isGreylisting(context: FindingContext, place: number, rows: Uint32Array): boolean {
  const { pauses, traffic } = context;
  const { reply } = traffic.instance.tables.attempts;
  const wordOf = greylistWord(context);
  let first = 0;
  let accepted = 0;
  let said = 0;
  for (const row of rows) {
    const word = wordOf(reply[pauses.before[row] ?? 0] ?? 0);
    if (word === 'grey') said++;
    else if (word === 'other') continue;
    if ((pauses.first[row] ?? 0) > 0) first++;
    if (pauses.first[row] === 2) accepted++;
  }
  return (
    rows.length > 0 &&
    (said * 2 > rows.length ||
      (accepted >= 3 && accepted * 2 >= first && first * 2 > rows.length && takesAmong(context, place, rows)))
  );
}

/** A greylisting server accepts retries while it defers first attempts. A server that accepts nothing for a while has another problem. */
export function takesAmong(context: FindingContext, place: number, rows: Uint32Array): boolean {
  const { traffic, pauses, prepared } = context;
  let [from, to] = [Infinity, -Infinity];
  for (const row of rows) {
    const end = pauses.from[row] ?? 0;
    if (end < from) from = end;
    if (end > to) to = end;
  }
  const { time } = traffic.instance.tables.attempts;
  const sent = sentTo(context, place);
  const within = (attempt: number): boolean => (time[attempt] ?? 0) > from && (time[attempt] ?? 0) < to;
  // An accepted request usually follows soon after the first pause. After a clock was set back it may be anywhere.
  const first = pauses.before[rows[0] ?? 0] ?? 0;
  for (let i = firstNotBelow(sent, first); i < sent.length; i++) if (within(sent[i] ?? 0)) return true;
  return (prepared.latest[first - 1] ?? 0) > from && sent.some(within);
}

/** Last attempts of the requests that a destination accepted, in log order. */
function sentTo({ traffic, prepared }: FindingContext, place: number): Uint32Array {
  const known = once(prepared, sentTo, () => new Map<number, Uint32Array>());
  let sent = known.get(place);
  if (sent === undefined) {
    const { last } = traffic.requests;
    const { status } = traffic.instance.tables.attempts;
    const rows = traffic.destinations[place]?.rows ?? new Uint32Array(0);
    sent = rows.map((row) => last[row] ?? 0).filter((attempt) => status[attempt] === SENT);
    known.set(place, sent);
  }
  return sent;
}

export function greylisting(context: FindingContext, tally: Tally, names: readonly string[]): Finding {
  const [row = 0] = tally.rows;
  return tally.finding(
    'greylisting',
    names.length === 1 ? (names[0] ?? '') : '',
    { destinations: names.length, tries: tally.rows.length, all: sumsInRange(context).tried },
    { words: { reply: replyOf(context, row), names: names.slice(0, 4).join(', ') } },
  );
}
