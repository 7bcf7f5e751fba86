/** Checks a record in columns: every index must be valid, and facts must be in order. */
import type { RecordedSetup } from '../protocol/recorded.ts';
import { LIMITS } from './limits.ts';
import { isPlainText, isTransportName } from '../protocol/names.ts';
import { column, members, type Path, refuse } from './recorded-check.ts';
import { FACT_KINDS } from './recorded-kinds.ts';
import { number, plainText } from './schema-parts.ts';

/** Microseconds since 1970 of the last day that `Date` supports. */
const LATEST = 8_640_000_000_000_000;
const KIND = `one of ${FACT_KINDS.join(', ')}`;

function textsOf(value: unknown): string[] {
  const accepted = `a list of at most ${number(LIMITS.recordedRows)} texts`;
  if (!Array.isArray(value) || value.length > LIMITS.recordedRows) return refuse(['texts'], value, accepted);
  for (let i = 0; i < value.length; i++) {
    const one: unknown = value[i];
    if (typeof one !== 'string' || one.length > LIMITS.recordedText || !isPlainText(one))
      refuse(['texts', i], one, plainText(LIMITS.recordedText));
  }
  return value as string[];
}

/** Checks and returns the columns of `protocol/recorded.ts`. Throws `RecordedRefusal`. */
export function columnsOf(given: Record<string, unknown>): RecordedSetup {
  const value = members([], given, ['origin', 'texts', 'messages', 'attempts', 'selections', 'facts']);
  const [origin] = column(['origin'], [value['origin']], [0, LATEST]) as [number];
  const texts = textsOf(value['texts']);
  const text: readonly [number, number] = [0, texts.length - 1];
  const messages = messagesOf(value['messages'], text, texts);
  const attempts = attemptsOf(value['attempts'], text, messages);
  const s = members(['selections'], value['selections'], ['message', 'transport', 'queue', 'selectedBy']);
  const selected = column(['selections', 'message'], s['message'], [0, messages.id.length - 1]);
  const selections: RecordedSetup['selections'] = {
    message: selected,
    transport: column(['selections', 'transport'], s['transport'], text, selected.length),
    queue: column(['selections', 'queue'], s['queue'], text, selected.length),
    selectedBy: column(['selections', 'selectedBy'], s['selectedBy'], text),
  };
  checkTransports(['selections', 'transport'], selections.transport, texts);
  const facts = factsOf(value['facts'], {
    text: texts.length,
    messages: messages.id.length,
    attempts: attempts.message.length,
    selections: selected.length,
  });
  return { origin, texts, messages, attempts, selections, facts };
}

function checkTransports(path: Path, list: readonly number[], texts: readonly string[]): void {
  const known = new Set<number>();
  for (const [i, at] of list.entries()) {
    if (known.has(at)) continue;
    if (!isTransportName(texts[at] ?? '')) refuse([...path, i], texts[at], 'the index of a transport name');
    known.add(at);
  }
}

function messagesOf(
  value: unknown,
  text: readonly [number, number],
  texts: readonly string[],
): RecordedSetup['messages'] {
  const path = ['messages'];
  const m = members(path, value, ['id', 'sender', 'created', 'first', 'address', 'transport', 'nexthop']);
  const id = column([...path, 'id'], m['id'], text);
  const address = column([...path, 'address'], m['address'], text);
  const first = column([...path, 'first'], m['first'], [0, address.length], id.length + 1);
  for (let i = 0; i <= id.length; i++) {
    const least = i === 0 ? 0 : (first[i - 1] as number);
    const most = i === 0 ? 0 : address.length;
    if (
      (first[i] as number) < least ||
      (first[i] as number) > most ||
      (i === id.length && first[i] !== address.length)
    )
      refuse([...path, 'first', i], first[i], 'ascending places in address, from 0 to its length');
  }
  const transport = column([...path, 'transport'], m['transport'], text, address.length);
  checkTransports([...path, 'transport'], transport, texts);
  return {
    id,
    sender: column([...path, 'sender'], m['sender'], text, id.length),
    created: column([...path, 'created'], m['created'], [-LIMITS.count, LIMITS.count], id.length),
    first,
    address,
    transport,
    nexthop: column([...path, 'nexthop'], m['nexthop'], text, address.length),
  };
}

function attemptsOf(
  value: unknown,
  text: readonly [number, number],
  messages: RecordedSetup['messages'],
): RecordedSetup['attempts'] {
  const path = ['attempts'];
  const a = members(path, value, ['message', 'recipient', 'fate', 'failure', 'status', 'took']);
  const message = column([...path, 'message'], a['message'], [0, messages.id.length - 1]);
  const recipient = column([...path, 'recipient'], a['recipient'], [0, LIMITS.recordedRows], message.length);
  for (const [i, of] of message.entries()) {
    const count = (messages.first[of + 1] as number) - (messages.first[of] as number);
    if ((recipient[i] as number) >= count)
      refuse(
        [...path, 'recipient', i],
        recipient[i],
        `the position of one of the ${count} recipients of its message`,
      );
  }
  const orNone: readonly [number, number] = [-1, text[1]];
  return {
    message,
    recipient,
    fate: column([...path, 'fate'], a['fate'], [0, 2], message.length),
    failure: column([...path, 'failure'], a['failure'], orNone, message.length),
    status: column([...path, 'status'], a['status'], orNone, message.length),
    took: column([...path, 'took'], a['took'], [0, LIMITS.at], message.length),
  };
}

/** Number of rows that facts may refer to. */
interface Counts {
  text: number;
  messages: number;
  attempts: number;
  selections: number;
}

function factsOf(value: unknown, counts: Counts): RecordedSetup['facts'] {
  const path = ['facts'];
  const f = members(path, value, ['at', 'kind', 'ref']);
  const at = column([...path, 'at'], f['at'], [0, LIMITS.at]);
  const { kind } = f;
  if (!Array.isArray(kind) || kind.length !== at.length)
    return refuse([...path, 'kind'], kind, `a list of ${number(at.length)} kinds`);
  const ref = column([...path, 'ref'], f['ref'], [0, LIMITS.recordedRows], at.length);
  const next = { end: 0, select: 0, activate: 0 };
  for (let i = 0; i < at.length; i++) {
    if (i > 0 && (at[i] as number) < (at[i - 1] as number))
      refuse([...path, 'at', i], at[i], 'an instant no earlier than the previous one');
    checkFact([...path], i, kind[i], ref[i] as number, counts, next);
  }
  if (next.end !== counts.attempts)
    refuse(
      [...path, 'kind'],
      `${next.end} end facts`,
      `one end fact for each of the ${counts.attempts} attempts`,
    );
  if (next.select !== counts.selections)
    refuse(
      [...path, 'kind'],
      `${next.select} select facts`,
      `one select fact for each of the ${counts.selections} selections`,
    );
  return { at, kind: kind as RecordedSetup['facts']['kind'], ref };
}

/** Checks one fact: its kind, its index, and the order of ends, selections and first activations. */
function checkFact(
  path: Path,
  i: number,
  kind: unknown,
  ref: number,
  counts: Counts,
  next: { end: number; select: number; activate: number },
): void {
  const among = (count: number, of: string): void => {
    if (ref >= count) refuse([...path, 'ref', i], ref, `the index of one of ${number(count)} ${of}`);
  };
  switch (kind) {
    case 'end':
    case 'select':
      if (ref !== next[kind])
        refuse([...path, 'ref', i], ref, `${next[kind]}: each index once, in ascending order`);
      next[kind]++;
      return among(
        kind === 'end' ? counts.attempts : counts.selections,
        kind === 'end' ? 'attempts' : 'selections',
      );
    case 'activate':
      if (ref > next.activate)
        refuse(
          [...path, 'ref', i],
          ref,
          `at most ${next.activate}, as messages are in the order of their first activation`,
        );
      if (ref === next.activate) next.activate++;
      return among(counts.messages, 'messages');
    case 'expire':
    case 'remove':
    case 'hold':
    case 'release':
      return among(counts.messages, 'messages');
    case 'good':
    case 'held':
    case 'bad':
    case 'dead':
    case 'take':
    case 'free':
      return among(counts.text, 'texts');
    case 'restart':
      return;
    default:
      refuse([...path, 'kind', i], kind, KIND);
  }
}
