import { parsePredicate } from '../../importers/classes/parse.ts';
import { largest } from '../../importers/findings/sums.ts';
import { selectLives } from '../../importers/classes/select.ts';
import type { Strings } from '../../importers/bytes/strings.ts';
import type { Member } from '../../importers/store/record.ts';
import type { SearchQuestion, SearchResult } from '../../protocol/record-questions.ts';
import { foundMessage } from './found.ts';
import { type HeldRecord, queriesOf } from './held.ts';
import { laneGroups } from './lane-groups.ts';

const SHOWN = 200;
const COMPLETIONS = 8;

/** A text with a comparison operator is a predicate. */
const PREDICATE = /^\s*(not\b|\(|[a-z][a-z-]*\s*(!=|>=|<=|=|>|<))/i;

/** The part of the question that a search needs: the text, and the kind of lane. */
type Searched = Pick<SearchQuestion, 'text' | 'lanes' | 'classes'>;
/** Converts lives to rows of the result. */
type Rows = (lives: readonly number[]) => SearchResult['messages'];

/** Finds messages by queue id, message-id, part of an address, client or reply, or by a predicate. */
export function searchIn(held: HeldRecord, member: Member, question: Searched): SearchResult {
  const { instance } = member;
  const empty: SearchResult = { as: '', count: 0, messages: [], completions: [], error: '' };
  const wanted = question.text.trim();
  if (wanted === '') return empty;
  const rows = rowsWith(held, member, question);
  if (PREDICATE.test(wanted)) {
    const read = parsePredicate(wanted, 'search');
    if (!read.ok) {
      const [error] = read.errors;
      return { ...empty, error: error === undefined ? '' : `${error.field}; accepted: ${error.accepted}` };
    }
    return listed(rows, `messages with ${wanted}`, livesIn(selectLives(instance, read.value)));
  }
  const { messages } = queriesOf(held, member);
  const ids = messages.withId(wanted);
  if (ids.length > 0) return listed(rows, 'queue id', ids);
  const byMessageId = messages.withMessageId(wanted);
  if (byMessageId.length > 0) return listed(rows, 'message-id', byMessageId);
  return byText(member, rows, wanted.toLowerCase());
}

/** Builds rows with the lanes in which the message was attempted. */
function rowsWith(held: HeldRecord, member: Member, question: Searched): Rows {
  const { instance } = member;
  const { attempts, lives } = instance.tables;
  const queries = queriesOf(held, member);
  const groups = queries.groups(laneGroups(held, member, question));
  return (found) =>
    found.map((life) => {
      const lanes = new Set<string>();
      for (let row = lives.lastAttempt[life] ?? 0; row !== 0; row = attempts.before[row] ?? 0)
        lanes.add(groups.name(groups.ofAttempt?.[row] ?? 0));
      return { ...foundMessage(instance, life), lanes: [...lanes] };
    });
}

function livesIn(selected: Uint8Array): number[] {
  const lives: number[] = [];
  for (let life = 1; life < selected.length; life++) if (selected[life] === 1) lives.push(life);
  return lives;
}

function listed(rows: Rows, as: string, lives: readonly number[]): SearchResult {
  return { as, count: lives.length, messages: rows(lives.slice(0, SHOWN)), completions: [], error: '' };
}

/** Maps uppercase ASCII bytes to lower case. */
const SMALL = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** Marks the strings that contain a text (in lower case). Most names in logs are ASCII, so bytes are searched without creating strings. */
function holding(strings: Strings, wanted: string): Uint8Array {
  const found = new Uint8Array(strings.count);
  const bytes = new TextEncoder().encode(wanted);
  if (bytes.length !== wanted.length) {
    for (let i = 1; i < strings.count; i++) if (strings.text(i).toLowerCase().includes(wanted)) found[i] = 1;
    return found;
  }
  const { arena } = strings;
  const [first = 0] = bytes;
  for (let id = 1; id < strings.count; id++) {
    const last = strings.end(id) - bytes.length;
    for (let at = strings.start(id); at <= last; at++) {
      if (SMALL[arena[at] ?? 0] !== first) continue;
      let same = 1;
      while (same < bytes.length && SMALL[arena[at + same] ?? 0] === bytes[same]) same++;
      if (same < bytes.length) continue;
      found[id] = 1;
      break;
    }
  }
  return found;
}

function byText(member: Member, rows: Rows, wanted: string): SearchResult {
  const { tables, pools } = member.instance;
  const { lives, attempts } = tables;
  const inStrings = holding(pools.strings, wanted);
  const inReplies = holding(pools.replies, wanted);
  const found = new Uint8Array(lives.length);
  const completions: Completions = !inStrings.includes(1)
    ? []
    : [
        ...hits('from', lives.sender, null, inStrings, found),
        ...hits('client', lives.client, null, inStrings, found),
        ...hits('user', lives.user, null, inStrings, found),
        ...hits('to', attempts.to, attempts.life, inStrings, found),
        ...hits('relay', attempts.relay, attempts.life, inStrings, found),
      ];
  if (inReplies.includes(1))
    for (let row = 1; row < attempts.length; row++)
      if (inReplies[attempts.reply[row] ?? 0] === 1) found[attempts.life[row] ?? 0] = 1;
  const result = listed(rows, 'in addresses, hosts and replies', livesIn(found));
  result.completions = completions
    .sort((one, other) => other.count - one.count)
    .slice(0, COMPLETIONS)
    .map(({ string, what, count }) => ({ text: pools.strings.text(string), what, count }));
  return result;
}

type Completions = { string: number; what: string; count: number }[];

/**
 * Marks the lives of rows with a wanted string, and returns those strings, most frequent first.
 *
 * @param lifeOf Life of each row; null = rows are lives.
 */
function hits(
  what: string,
  column: Uint32Array,
  lifeOf: Uint32Array | null,
  wanted: Uint8Array,
  found: Uint8Array,
): Completions {
  const counts = new Uint32Array(wanted.length);
  for (let row = 1; row < column.length; row++) {
    const string = column[row] ?? 0;
    if (wanted[string] !== 1) continue;
    found[lifeOf === null ? row : (lifeOf[row] ?? 0)] = 1;
    counts[string] = (counts[string] ?? 0) + 1;
  }
  return largest(counts, COMPLETIONS).flatMap((string) => {
    const count = counts[string] ?? 0;
    return count === 0 ? [] : [{ string, what, count }];
  });
}
