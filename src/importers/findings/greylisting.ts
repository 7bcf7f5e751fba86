import type { Finding } from '../../protocol/findings.ts';
import { STATUSES } from '../store/tables.ts';
import { type Ground, replyOf, type Tally } from './ground.ts';
import { once } from './prepared.ts';
import { sumsInRange } from './row-sums.ts';

const SENT = STATUSES.indexOf('sent');
/** A mailbox that is full is not a list of unknown senders. */
const NO_GREYLIST = /\b4\.2\.[12]\b|mailbox|quota|full|over ?quota/i;
const GREYLIST = /gr[ea]y-?list/i;

/** What an answer says of greylisting, looked at once: it names it, it has another reason, or neither. */
function greylistWord({ traffic, prepared }: Ground): (reply: number) => 'grey' | 'other' | '' {
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

/** Whether pauses of a destination are those of a list of unknown senders. */
export function isGreylisting(ground: Ground, place: number, rows: Uint32Array): boolean {
  const { pauses, traffic } = ground;
  const { reply } = traffic.instance.tables.attempts;
  const wordOf = greylistWord(ground);
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
      (accepted >= 3 && accepted * 2 >= first && first * 2 > rows.length && takesAmong(ground, place, rows)))
  );
}

/** Who greylists takes later tries while it puts off first ones; who takes nothing for a time has another trouble. */
export function takesAmong({ traffic, pauses }: Ground, place: number, rows: Uint32Array): boolean {
  const { attempts } = traffic.instance.tables;
  let [from, to] = [Infinity, -Infinity];
  for (const row of rows) {
    const end = pauses.from[row] ?? 0;
    if (end < from) from = end;
    if (end > to) to = end;
  }
  for (const row of traffic.destinations[place]?.rows ?? []) {
    const attempt = traffic.requests.last[row] ?? 0;
    const at = attempts.time[attempt] ?? 0;
    if (attempts.status[attempt] === SENT && at > from && at < to) return true;
  }
  return false;
}

/** What a list of unknown senders cost, at the destinations that have one. */
export function greylisting(ground: Ground, tally: Tally, names: readonly string[]): Finding {
  const [row = 0] = tally.rows;
  return tally.finding(
    'greylisting',
    names.length === 1 ? (names[0] ?? '') : '',
    { destinations: names.length, tries: tally.rows.length, all: sumsInRange(ground).tried },
    { words: { reply: replyOf(ground, row), names: names.slice(0, 4).join(', ') } },
  );
}
