import type { LineNumber } from '../../../protocol/ids.ts';
import type { EpochSeconds } from '../../../protocol/units.ts';
import { type QueuedMessage, isMailq, readMailq } from './mailq.ts';

export interface QueueSnapshot {
  /** Seconds since 1970 if the file states it. Null for a plain `postqueue -j`. */
  time: EpochSeconds | null;
  messages: QueuedMessage[];
}

export interface Postqueue {
  snapshots: QueueSnapshot[];
  /** Number of lines that are not messages, and the first of them. */
  bad: number;
  firstBad: { line: LineNumber; found: string } | null;
}

/** The last listing with messages in a text of `postqueue -j` or `postqueue -p` (mailq), or null. */
export function listingIn(text: string): QueueSnapshot | null {
  if (!/^\s*\{/.test(text) && !isMailq(text)) return null;
  const last = readPostqueue(text).snapshots.at(-1);
  return last === undefined || last.messages.length === 0 ? null : last;
}

/**
 * Reads `postqueue -j` (one object per line), or one snapshot `{t, queue: […]}` per line; or `postqueue -p`. Ignores unknown keys, and
 * counts lines that are not messages.
 */
export function readPostqueue(text: string): Postqueue {
  if (isMailq(text))
    return { snapshots: [{ time: null, messages: readMailq(text) }], bad: 0, firstBad: null };
  const plain: QueuedMessage[] = [];
  const snapshots: QueueSnapshot[] = [];
  let bad = 0;
  let firstBad: Postqueue['firstBad'] = null;
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parse(line);
    const queue = field(value, 'queue');
    const message = messageOf(value);
    if (message !== null) plain.push(message);
    else if (Array.isArray(queue)) {
      const time = Number(field(value, 't'));
      snapshots.push({
        time: Number.isFinite(time) ? time : null,
        messages: queue.flatMap((one) => messageOf(one) ?? []),
      });
    } else {
      bad++;
      firstBad ??= { line: i + 1, found: line.slice(0, 120) };
    }
  }
  if (plain.length > 0 || snapshots.length === 0) snapshots.push({ time: null, messages: plain });
  return { snapshots, bad, firstBad };
}

function parse(line: string): unknown {
  try {
    // trim() also removes a byte order mark, which JSON.parse refuses.
    return JSON.parse(line.trim());
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function textField(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : '';
}

/** A number, also in quotes. 0 if missing or anything else. */
function numberField(value: unknown, name: string): number {
  const found = field(value, name);
  return typeof found === 'number' || typeof found === 'string' ? Number(found) || 0 : 0;
}

function messageOf(value: unknown): QueuedMessage | null {
  const id = field(value, 'queue_id');
  const queue = field(value, 'queue_name');
  const recipients = field(value, 'recipients');
  if (typeof id !== 'string' || typeof queue !== 'string' || !Array.isArray(recipients)) return null;
  const sender = textField(value, 'sender');
  return {
    queue,
    id,
    arrival: numberField(value, 'arrival_time'),
    size: numberField(value, 'message_size'),
    forcedExpire: field(value, 'forced_expire') === true,
    sender: sender === 'MAILER-DAEMON' ? '' : sender,
    recipients: recipients.map((one) => ({
      address: textField(one, 'address'),
      reason: textField(one, 'delay_reason'),
    })),
  };
}
