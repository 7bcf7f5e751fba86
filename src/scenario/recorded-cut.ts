import type { RecordedFactKind, RecordedSetup } from '../protocol/recorded.ts';
import { MICROS_PER_SECOND, type Micros } from '../protocol/units.ts';

const OF_MESSAGE: ReadonlySet<RecordedFactKind> = new Set([
  'activate',
  'expire',
  'remove',
  'hold',
  'release',
]);
/** Kinds of facts that refer to the text of a destination or transport. */
const OF_TEXT: ReadonlySet<RecordedFactKind> = new Set(['good', 'held', 'bad', 'dead', 'take', 'free']);

interface Fact {
  at: Micros;
  kind: RecordedFactKind;
  ref: number;
}

/**
 * Cuts the part from `from` to `to` (microseconds of the run, `to` excluded) out of a record. Messages that are active at
 * `from` are activated at that instant, with the recipients not tried yet. Messages without facts in the part are dropped,
 * with the texts that only they use. What the queue manager had learned before `from` is lost; a whole record lacks it, too.
 */
export function cutRecorded(whole: RecordedSetup, from: Micros, to: Micros): RecordedSetup {
  const inside = factsInside(whole, from, to);
  const kept = keptMail(whole, inside);
  const shift = Math.floor(from / MICROS_PER_SECOND) * MICROS_PER_SECOND;
  const texts = createTexts(whole.texts);
  const { messages, attempts, selections } = whole;
  const made: RecordedSetup = {
    origin: whole.origin + shift,
    texts: texts.list,
    messages: { id: [], sender: [], created: [], first: [0], address: [], transport: [], nexthop: [] },
    attempts: { message: [], recipient: [], fate: [], failure: [], status: [], took: [] },
    selections: { message: [], transport: [], queue: [], selectedBy: selections.selectedBy.map(texts.of) },
    facts: { at: [], kind: [], ref: [] },
  };
  for (const [message, positions] of kept.mail) {
    made.messages.id.push(texts.of(messages.id[message] as number));
    made.messages.sender.push(texts.of(messages.sender[message] as number));
    made.messages.created.push((messages.created[message] as number) - shift / MICROS_PER_SECOND);
    for (const position of positions.keys()) {
      const r = (messages.first[message] as number) + position;
      made.messages.address.push(texts.of(messages.address[r] as number));
      made.messages.transport.push(texts.of(messages.transport[r] as number));
      made.messages.nexthop.push(texts.of(messages.nexthop[r] as number));
    }
    made.messages.first.push(made.messages.address.length);
  }
  const newText = (text: number): number => (text < 0 ? -1 : texts.of(text));
  const refOf = ({ kind, ref }: Fact): number | null => {
    if (OF_TEXT.has(kind)) return texts.of(ref);
    if (OF_MESSAGE.has(kind)) return kept.place.get(ref) ?? null;
    if (kind === 'restart') return ref;
    const rows = kind === 'end' ? attempts : selections;
    const message = rows.message[ref] as number;
    const place = kept.place.get(message);
    if (place === undefined) return null;
    if (kind === 'select') {
      made.selections.message.push(place);
      made.selections.transport.push(texts.of(selections.transport[ref] as number));
      made.selections.queue.push(texts.of(selections.queue[ref] as number));
      return made.selections.message.length - 1;
    }
    made.attempts.message.push(place);
    const places = kept.mail.get(message) as ReadonlyMap<number, number>;
    made.attempts.recipient.push(places.get(attempts.recipient[ref] as number) as number);
    made.attempts.fate.push(attempts.fate[ref] as number);
    made.attempts.failure.push(newText(attempts.failure[ref] as number));
    made.attempts.status.push(newText(attempts.status[ref] as number));
    made.attempts.took.push(attempts.took[ref] as number);
    return made.attempts.message.length - 1;
  };
  for (const fact of inside) {
    const ref = refOf(fact);
    if (ref === null) continue;
    made.facts.at.push(fact.at - shift);
    made.facts.kind.push(fact.kind);
    made.facts.ref.push(ref);
  }
  return made;
}

/** Returns the facts in the part, preceded by the state at `from`: busy agents and active messages. */
function factsInside({ facts, attempts }: RecordedSetup, from: Micros, to: Micros): Fact[] {
  const inside: Fact[] = [];
  const atWork = new Map<number, number>();
  const active = new Set<number>();
  for (const [i, at] of facts.at.entries()) {
    const fact: Fact = { at, kind: facts.kind[i] as RecordedFactKind, ref: facts.ref[i] as number };
    if (at >= to) break;
    if (at >= from) inside.push(fact);
    else if (fact.kind === 'take' || fact.kind === 'free')
      atWork.set(fact.ref, (atWork.get(fact.ref) ?? 0) + (fact.kind === 'take' ? 1 : -1));
    else if (fact.kind === 'activate') {
      // A message that is activated again moves to the end, as in the queue manager.
      active.delete(fact.ref);
      active.add(fact.ref);
    } else if (fact.kind === 'remove' || fact.kind === 'expire') active.delete(fact.ref);
  }
  const tried = new Set<number>();
  const again = new Set<number>();
  for (const { kind, ref } of inside) {
    if (kind === 'activate') again.add(ref);
    if (kind === 'end' && !again.has(attempts.message[ref] as number))
      tried.add(attempts.message[ref] as number);
  }
  const before: Fact[] = [...active]
    .filter((message) => tried.has(message))
    .map((ref) => ({ at: from, kind: 'activate' as const, ref }));
  for (const [ref, count] of atWork)
    for (let i = 0; i < count; i++) before.push({ at: from, kind: 'take', ref });
  return [...before, ...inside];
}

/** The messages that become active, in that order. Each maps its old recipient positions to those in the part. */
function keptMail(
  { messages, attempts }: RecordedSetup,
  inside: readonly Fact[],
): { mail: Map<number, Map<number, number>>; place: Map<number, number> } {
  const tried = new Map<number, Set<number>>();
  for (const { kind, ref } of inside) {
    if (kind !== 'end') continue;
    const message = attempts.message[ref] as number;
    const own = tried.get(message) ?? new Set();
    own.add(attempts.recipient[ref] as number);
    tried.set(message, own);
  }
  const mail = new Map<number, Map<number, number>>();
  const place = new Map<number, number>();
  for (const { kind, ref } of inside) {
    if (kind !== 'activate' || mail.has(ref)) continue;
    const own = tried.get(ref);
    const count = (messages.first[ref + 1] as number) - (messages.first[ref] as number);
    const places = new Map<number, number>();
    for (let position = 0; position < count; position++)
      if (own?.has(position) ?? position === 0) places.set(position, places.size);
    place.set(ref, mail.size);
    mail.set(ref, places);
  }
  return { mail, place };
}

function createTexts(from: readonly string[]): { list: string[]; of: (text: number) => number } {
  const list: string[] = [];
  const places = new Map<number, number>();
  return {
    list,
    of(text) {
      const known = places.get(text);
      if (known !== undefined) return known;
      places.set(text, list.length);
      return list.push(from[text] ?? '') - 1;
    },
  };
}
