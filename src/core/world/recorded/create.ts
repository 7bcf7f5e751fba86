import { type RecordedSetup, UNTRIED } from '../../../protocol/recorded.ts';
import { createTable, insert, type Store } from '../../tables.ts';
import type { RecordedCursor, RecordedIndex, RecordedMessage, RecordedWorld } from './model.ts';

/** Id of the only row of `one`. */
export const CURSOR = 1;

/** Creates the world of a record, at its beginning. The setup must have passed `scenario/schema-recorded.ts`. */
export function createRecorded(setup: RecordedSetup, store: Store): RecordedWorld {
  const one = createTable<RecordedCursor>(store, 'recorded', (row) => ({ ...row }));
  insert(one, { next: 0, ended: 0, unread: [], flushed: Number.MIN_SAFE_INTEGER, differences: 0 });
  const messages = createTable<RecordedMessage>(store, 'recorded.messages', (row) => ({ ...row }));
  for (let i = 0; i < setup.messages.id.length; i++) insert(messages, { msg: 0, pass: 0, inParts: false });
  return { setup, index: createIndex(setup), one, messages };
}

function createIndex(setup: RecordedSetup): RecordedIndex {
  const { messages, attempts, selections, facts, texts } = setup;
  const first = new Int32Array(messages.address.length + 1);
  const recipientOf = Int32Array.from(
    attempts.recipient,
    (position, i) => (messages.first[attempts.message[i] as number] as number) + position,
  );
  for (const recipient of recipientOf) first[recipient + 1] = (first[recipient + 1] as number) + 1;
  for (let r = 1; r < first.length; r++) first[r] = (first[r] as number) + (first[r - 1] as number);
  const of = new Int32Array(recipientOf.length);
  const filled = first.slice();
  for (const [attempt, recipient] of recipientOf.entries()) {
    const at = filled[recipient] as number;
    of[at] = attempt;
    filled[recipient] = at + 1;
  }
  const reportedOn = new Set<string>();
  const passes = new Int32Array(messages.id.length);
  const passOf = new Int32Array(attempts.message.length);
  for (const [i, kind] of facts.kind.entries()) {
    const ref = facts.ref[i] as number;
    if (kind === 'good' || kind === 'held' || kind === 'bad') reportedOn.add(texts[ref] ?? '');
    if (kind === 'activate') passes[ref] = (passes[ref] as number) + 1;
    if (kind === 'end') passOf[ref] = passes[attempts.message[ref] as number] as number;
  }
  const selectedBy = new Set(selections.selectedBy.map((text) => texts[text] ?? ''));
  // Untried recipients are the last recipients of a message.
  const untried = Uint8Array.from(messages.id, (_, message) => {
    const last = (messages.first[message + 1] as number) - 1;
    return (texts[messages.address[last] as number] ?? '').includes(`@${UNTRIED}`) ? 1 : 0;
  });
  const lastUntried = untried.lastIndexOf(1) + 1;
  return { first, of, passOf, passes, selectedBy, reportedOn, untried, lastUntried };
}
