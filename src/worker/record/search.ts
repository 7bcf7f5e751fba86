import { parsePredicate } from '../../importers/classes/parse.ts';
import { selectLives } from '../../importers/classes/select.ts';
import type { Strings } from '../../importers/bytes/strings.ts';
import type { Member } from '../../importers/store/record.ts';
import type { SearchResult } from '../../protocol/record-questions.ts';
import { foundMessage } from './found.ts';
import { type HeldRecord, queriesOf } from './held.ts';

const SHOWN = 200;
const COMPLETIONS = 8;
/** What a text is found in. */
const FOUND_IN = ['from', 'client', 'user', 'to', 'relay'] as const;

/** A predicate is known by its operator. */
const PREDICATE = /^\s*(not\b|\(|[a-z][a-z-]*\s*(!=|>=|<=|=|>|<))/i;

/** Messages that a text finds: a queue id, a message-id, an address or its part, a client, a reply; or a predicate. */
export function searchIn(held: HeldRecord, member: Member, text: string): SearchResult {
  const { instance } = member;
  const empty: SearchResult = { as: '', count: 0, messages: [], completions: [], error: '' };
  const wanted = text.trim();
  if (wanted === '') return empty;
  if (PREDICATE.test(wanted)) {
    const read = parsePredicate(wanted, 'search');
    if (!read.ok) {
      const [error] = read.errors;
      return { ...empty, error: error === undefined ? '' : `${error.field}: it takes ${error.accepted}` };
    }
    return listed(member, `messages with ${wanted}`, livesIn(selectLives(instance, read.value)));
  }
  const { messages } = queriesOf(held, member);
  const ids = messages.withId(wanted);
  if (ids.length > 0) return listed(member, 'queue id', ids);
  const byMessageId = messages.withMessageId(wanted);
  if (byMessageId.length > 0) return listed(member, 'message-id', byMessageId);
  return byText(member, wanted.toLowerCase());
}

function livesIn(selected: Uint8Array): number[] {
  const lives: number[] = [];
  for (let life = 1; life < selected.length; life++) if (selected[life] === 1) lives.push(life);
  return lives;
}

function listed({ instance }: Member, as: string, lives: readonly number[]): SearchResult {
  return {
    as,
    count: lives.length,
    messages: lives.slice(0, SHOWN).map((life) => foundMessage(instance, life)),
    completions: [],
    error: '',
  };
}

/** Bytes with the capitals of ASCII as small letters. */
const SMALL = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/**
 * Numbers of the strings that hold a text (in small letters), each 1. Names in logs are ASCII as a rule: their bytes are looked
 * through without making texts of them.
 */
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

function byText(member: Member, wanted: string): SearchResult {
  const { tables, pools } = member.instance;
  const { lives, attempts } = tables;
  const inStrings = holding(pools.strings, wanted);
  const inReplies = holding(pools.replies, wanted);
  const found = new Uint8Array(lives.length);
  const times = new Map<number, { string: number; what: string; count: number }>();
  const note = (what: (typeof FOUND_IN)[number], string: number): void => {
    const key = string * FOUND_IN.length + FOUND_IN.indexOf(what);
    const known = times.get(key);
    if (known !== undefined) known.count++;
    else if (times.size < 5000) times.set(key, { string, what, count: 1 });
  };
  for (let life = 1; life < lives.length; life++)
    for (const [what, column] of [
      ['from', lives.sender],
      ['client', lives.client],
      ['user', lives.user],
    ] as const) {
      const string = column[life] ?? 0;
      if (inStrings[string] !== 1) continue;
      found[life] = 1;
      note(what, string);
    }
  for (let row = 1; row < attempts.length; row++) {
    const life = attempts.life[row] ?? 0;
    for (const [what, column] of [
      ['to', attempts.to],
      ['relay', attempts.relay],
    ] as const) {
      const string = column[row] ?? 0;
      if (inStrings[string] !== 1) continue;
      found[life] = 1;
      note(what, string);
    }
    if (inReplies[attempts.reply[row] ?? 0] === 1) found[life] = 1;
  }
  const result = listed(member, 'in addresses, hosts and answers', livesIn(found));
  result.completions = [...times.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, COMPLETIONS)
    .map(({ string, what, count }) => ({ text: pools.strings.text(string), what, count }));
  return result;
}
